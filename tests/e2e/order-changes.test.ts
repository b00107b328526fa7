import { expectAccessible } from '#tests/support/accessible.ts'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { orderByApi, plain, seesToast, signInByApi, textOf, visit } from './storefront.ts'

const ANNA = 'zmienia-zamowienie@example.test'

test('on a phone a buyer corrects the address by the mailed link and cancels the order in the panel', async ({
  openVisitor,
  mailbox,
}) => {
  const { page, context } = await openVisitor(PHONE)
  await signInByApi(context, ANNA)
  await orderByApi(context, ['layali-zahran'])
  let link = ''
  await eventually(async () => {
    const [mail] = await mailbox.messagesTo(ANNA)
    link = /\/zamowienie#[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  })
  await page.goto(link)
  await page.getByRole('button', { name: 'Zmień adres lub odbiorcę' }).tap()
  const form = page.getByRole('form', { name: 'Zmiana dostawy' })
  await form.getByLabel(/^Telefon/).fill('+49 151 23456789')
  await form.getByRole('button', { name: 'Zapisz zmianę' }).tap()
  await form.getByText('Kurier InPost dzwoni tylko na polskie numery.', { exact: false }).waitFor()
  await expectAccessible(page, 'another address by the mailed link')
  await form.getByLabel(/^Telefon/).fill('500 600 700')
  await form.getByLabel(/^Miejscowość/).fill('Łódź')
  await form.getByRole('button', { name: 'Zapisz zmianę' }).tap()
  await seesToast(page, 'Zmiana zapisana')
  await eventually(async () => {
    const mails = await mailbox.messagesTo(ANNA)
    const [changed] = mails.filter(({ subject }) => subject.startsWith('Zmiana zamówienia'))
    expect(plain(changed?.text ?? '')).toMatch(/Jest: .*Łódź/)
  })

  await visit(page, '/panel-klienta')
  await page.getByText('Zmień lub anuluj').tap()
  await page.getByRole('button', { name: 'Anuluj zamówienie' }).tap()
  await page.getByText('Nic nie trzeba płacić.', { exact: false }).waitFor()
  await expectAccessible(page, 'giving an order up')
  await page.getByRole('button', { name: 'Anuluj zamówienie' }).tap()
  await seesToast(page, 'Zamówienie anulowane')
  await expect.poll(() => textOf(page.getByRole('article').first())).toContain('Anulowane')
})

test('on the desktop the owner changes pieces and receiver of an order', async ({ openVisitor, shop }) => {
  const { page, context } = await openVisitor(DESKTOP)
  await signInByApi(context, ANNA)
  await orderByApi(context, ['layali-zahran'])
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/zamowienia')
  await page
    .getByRole('link', { name: /^\d{8}$/ })
    .first()
    .click()
  const article = page.getByRole('article')

  await page.getByRole('button', { name: 'Zmień produkty' }).click()
  const pieces = page.getByRole('dialog', { name: /^Produkty zamówienia/ })
  await pieces.getByRole('button', { name: 'Więcej' }).click()
  await pieces.getByRole('textbox', { name: 'Dołóż inny produkt' }).fill('malina')
  await pieces.getByRole('button', { name: 'Dołóż Malina Disco' }).click()
  await expectAccessible(page, 'pieces of an order')
  await pieces.getByRole('button', { name: 'Zapisz' }).click()
  await seesToast(page, 'Produkty zmienione')
  await expect.poll(() => textOf(article)).toContain('Dodano 1 × „Malina Disco · 30 ml · Woda perfumowana”.')

  await page.getByRole('button', { name: 'Zmień dostawę' }).click()
  const receiver = page.getByRole('dialog', { name: /^Dostawa zamówienia/ })
  await receiver.getByLabel(/^Numer domu/).fill('99')
  await expectAccessible(page, 'receiver of an order')
  await receiver.getByRole('button', { name: 'Zapisz' }).click()
  await seesToast(page, 'Dostawa zmieniona')
  await expect.poll(() => textOf(article)).toMatch(/Zmieniono adres z .* na .* 99,/)
})
