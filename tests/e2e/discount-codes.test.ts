import { expectAccessible } from '#tests/support/accessible.ts'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cartWith, confirmation, ordersOf } from './checkout.ts'
import { chooseCourierAhead, payByBlik, reachPaymentPage, seesReceived } from './prepaid.ts'
import { chooseCourier, fill, orderButton, plain, textOf } from './storefront.ts'

test('the owner adds a code, and on a phone it reduces orders on delivery and prepaid, up to its last use', async ({
  database,
  mailbox,
  openVisitor,
  shop,
}) => {
  const owner = await openVisitor(DESKTOP)
  expect((await owner.context.request.post('/api/admin-sign-in', { data: shop.admin })).status()).toBe(200)
  await owner.page.goto('/admin/kody')
  await owner.page.getByRole('button', { name: 'Dodaj kod' }).click()
  const form = owner.page.getByRole('dialog', { name: 'Dodaj kod rabatowy' })
  await form.getByRole('textbox', { name: 'Kod', exact: true }).fill('lato10')
  await form.getByRole('textbox', { name: 'Procent' }).fill('10')
  await form.getByRole('textbox', { name: 'Ile razy razem' }).fill('2')
  await expectAccessible(owner.page, 'the form of a code')
  await form.getByRole('button', { name: 'Dodaj kod' }).click()
  const row = owner.page.getByRole('article').filter({ hasText: 'LATO10' })
  await row.getByText('Użycia: 0 z 2').waitFor()

  const { page } = await openVisitor(PHONE)
  const email = 'z-kodem@example.test'
  const cart = await cartWith(page, 'Layali Zahran')
  await cart.getByRole('button', { name: 'Mam kod rabatowy' }).tap()
  await cart.getByRole('textbox', { name: 'Kod rabatowy' }).fill('lato11')
  await cart.getByRole('button', { name: 'Użyj' }).tap()
  await cart.getByText('Nie ma takiego kodu rabatowego.').waitFor()
  await cart.getByRole('textbox', { name: 'Kod rabatowy' }).fill('lato10')
  await cart.getByRole('button', { name: 'Użyj' }).tap()
  await cart.getByText('Najniższa cena z 30 dni przed obniżką kodem').waitFor()
  await fill(cart, { 'E-mail': email })
  await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await chooseCourier(cart)
  await expectAccessible(page, 'the cart with a code')
  // 119,00 - 11,90 + 19,99
  await expect.poll(() => textOf(orderButton(cart))).toContain('127,09 zł')
  await orderButton(cart).tap()
  await confirmation(page).waitFor()
  expect(await textOf(page.getByRole('region', { name: 'Dziękujemy za zamówienie' }))).toContain('Kod LATO10−11,90 zł')
  const [order] = await ordersOf(database, email)
  expect(order).toMatchObject({ total_grosze: 12_709, discount_code: 'LATO10' })
  let link = ''
  await eventually(async () => {
    const [mail] = await mailbox.messagesTo(email)
    const text = plain(mail?.text ?? '')
    expect(text).toContain('Kod LATO10')
    expect(text).toContain('127,09 zł')
    link = /\/zamowienie#[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
  })
  await confirmation(page).waitFor({ state: 'detached' })
  await page.goto(link)
  await expect.poll(() => textOf(page.getByRole('main'))).toMatch(/Produkty119,00 złKod LATO10−11,90 złDostawa19,99 zł/)

  const second = await openVisitor(PHONE)
  const again = await cartWith(second.page, 'Layali Zahran')
  await again.getByRole('button', { name: 'Mam kod rabatowy' }).tap()
  await again.getByRole('textbox', { name: 'Kod rabatowy' }).fill('LATO10')
  await again.getByRole('button', { name: 'Użyj' }).tap()
  await fill(again, { 'E-mail': 'z-gory@example.test' })
  await again.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await chooseCourierAhead(again)
  // 119,00 - 11,90 + 15,99
  await expect.poll(() => textOf(orderButton(again))).toContain('123,09 zł')
  await orderButton(again).tap()
  await reachPaymentPage(second.page)
  await expect.poll(() => textOf(second.page.locator('body'))).toContain('123,09 zł')
  await payByBlik(second.page)
  await seesReceived(second.page)
  expect(await ordersOf(database, 'z-gory@example.test')).toMatchObject([{ status: 'paid', total_grosze: 12_309 }])

  await owner.page.reload()
  await row.getByText('wykorzystany').waitFor()
  await expect.poll(() => textOf(row)).toContain('Użycia: 2 z 2, razem dał 23,80 zł')
})
