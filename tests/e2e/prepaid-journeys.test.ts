import { onTestFinished } from 'vitest'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { confirmation, ordersOf } from './checkout.ts'
import { expectCart, orderAhead, payByBlik, payByCard, reachPaymentPage, seesReceived } from './prepaid.ts'
import { chooseLocker, fill, openCart, orderButton, plain, putIntoCart, seesToast, textOf } from './storefront.ts'

test('a new buyer on a phone pays by BLIK, gets the mail, and the admin sees the order', async ({
  database,
  mailbox,
  openVisitor,
  shop,
}) => {
  const { page } = await openVisitor(PHONE)
  const email = 'blik-na-telefonie@example.test'
  await page.goto('/sklep?category=arabic')
  await putIntoCart(page, 'Qamar al-Wadi')
  await putIntoCart(page, 'Layali Zahran')
  const cart = await openCart(page)
  await fill(cart, { 'E-mail': email, Hasło: 'tajne-haslo' })
  await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' }).click()
  await cart.getByText('Zalogowany').waitFor()
  await cart.getByRole('radio', { name: /Paczkomat.*online/ }).check()
  await fill(cart, { Imię: 'Łucja', Nazwisko: 'Żółć', Telefon: '600 700 800' })
  await chooseLocker(cart, '00-020', 'DEMO-WAW-002')
  // 89,00 + 119,00 + 12,99
  await expect.poll(() => textOf(orderButton(cart))).toContain('220,99 zł')
  await orderButton(cart).click()
  await reachPaymentPage(page)
  await expect.poll(() => textOf(page.locator('body'))).toContain('220,99 zł')
  // The page redirects after ten seconds.
  await page.clock.install()
  await payByBlik(page)

  await seesReceived(page)
  const main = page.getByRole('main')
  for (const fact of ['Qamar al-Wadi', /DEMO-WAW-002, /, email]) await main.getByText(fact).first().waitFor()
  const facts = await textOf(page.locator('main dl').first())
  expect(facts).toContain('220,99 zł')
  await expectCart(page, 0)
  const orders = await ordersOf(database, email)
  expect(orders).toMatchObject([{ status: 'paid', total_grosze: 22_099, shipping_method: 'prepaid_locker' }])
  const number = orders[0]?.id.slice(-8) ?? ''
  expect(facts).toContain(number)
  await page.clock.runFor(10_000)
  await page.waitForURL('**/panel-klienta')
  await page.getByRole('heading', { name: `Zamówienie #${number}` }).waitFor()
  await expect.poll(() => textOf(page.getByRole('article').first())).toContain('Opłacone')

  await eventually(async () => {
    const [message, ...others] = await mailbox.messagesTo(email)
    expect(others).toEqual([])
    expect(message?.subject).toBe(`Płatność otrzymana, zamówienie ${number}`)
    expect(plain(message?.text ?? '')).toContain('220,99 zł')
  })
  const admin = await openVisitor(DESKTOP)
  expect((await admin.context.request.post('/api/admin-sign-in', { data: shop.admin })).status()).toBe(200)
  await admin.page.goto('/admin/zamowienia')
  const row = admin.page.getByRole('row').filter({ hasText: number })
  await expect.poll(() => textOf(row.first())).toContain('Opłacone z góry')
})

test('a declined card on a desktop: the buyer gives up, gets the cart back and pays for the same order', async ({
  database,
  visitor: { page, context },
}) => {
  const email = 'odrzucona@example.test'
  await orderAhead(page, context, 'Zafran Makhmal', email)
  await payByCard(page, '4000 0000 0000 0002')
  await page.getByText('Bank odrzucił płatność').waitFor()
  await page.getByRole('link', { name: /Wróć do sklepu/ }).click()

  await page.getByRole('heading', { name: 'Płatność anulowana' }).waitFor()
  await expect
    .poll(() => textOf(page.locator('main')))
    .toContain('Twoja płatność została anulowana. Żadne środki nie zostały pobrane.')
  await page.getByText('Produkty z zamówienia są znów w koszyku.').waitFor()
  await expectCart(page, 1)
  // With an unpaid order there are two different buttons and a link home.
  expect(await page.getByRole('link', { name: 'Spróbuj ponownie' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('link', { name: 'Strona główna', exact: true }).getAttribute('href')).toBe('/')
  await page.getByRole('button', { name: 'Wróć do koszyka' }).click()
  await page.getByRole('dialog', { name: 'Koszyk', exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Zapłać jeszcze raz' }).click()
  await reachPaymentPage(page)
  await payByCard(page, '4242 4242 4242 4242')
  await seesReceived(page)
  await expectCart(page, 0)
  expect(await ordersOf(database, email)).toMatchObject([{ status: 'paid' }])
})

test('abandoned: Back restores cart and form; ordering again is the same order, also on delivery', async ({
  database,
  visitor: { page, context },
}) => {
  const email = 'porzucona@example.test'
  const { db } = database
  const product = () => db.updateTable('products').where('name', '=', 'Sirb Ghazal')
  onTestFinished(async () => void (await product().set({ stock_quantity: 16, out_of_stock: false }).execute()))
  const first = await orderAhead(page, context, 'Sirb Ghazal', email)
  await page.goBack()
  await seesToast(page, 'Zamówienie czeka na płatność', 'Produkty są znów w koszyku.')
  await expectCart(page, 1)
  const cart = await openCart(page)
  expect(await cart.getByRole('radio', { name: /Kurier.*online/ }).isChecked()).toBe(true)
  await expect.poll(() => cart.getByRole('textbox', { name: 'Ulica' }).inputValue()).toBe('Źródlana')
  await orderButton(cart).click()
  expect(await reachPaymentPage(page)).toBe(first)
  expect(await ordersOf(database, email)).toHaveLength(1)

  // It was the last piece.
  await product().set({ stock_quantity: 0, out_of_stock: true }).execute()
  await page.goBack()
  await seesToast(page, 'Zamówienie czeka na płatność', 'Produkty są znów w koszyku.')
  await openCart(page)
  await cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  // The cart gives up the unpaid order that holds the piece; only then the missing sentence means that it is free.
  await eventually(async () => expect(await ordersOf(database, email)).toMatchObject([{ status: 'cancelled' }]))
  await eventually(async () => expect(await cart.getByText('Produkt wyprzedany').count()).toBe(0))
  await orderButton(cart).click()
  await confirmation(page).waitFor()
  const orders = await ordersOf(database, email)
  expect(orders.map(({ status, payment }) => `${payment} ${status}`).toSorted()).toEqual([
    'cash_on_delivery pending',
    'prepaid cancelled',
  ])
})

test('late: a payment of an expired order is accepted, no mail denies it, and the session id stays hidden', async ({
  database,
  mailbox,
  shop,
  visitor: { page, context },
}) => {
  const email = 'spozniona@example.test'
  const stripe = openStripe(shop)
  const session = await orderAhead(page, context, 'Tamr Laylak', email)
  await stripe.act(session, { action: 'expire' })
  await page.goto(`/payment-success?session_id=${session}`)
  await page.waitForURL((url) => url.pathname === '/payment-success' && url.search === '')
  await page.getByRole('heading', { name: 'Płatność się nie powiodła' }).waitFor()
  await expectCart(page, 1)
  await eventually(async () => expect(await mailbox.messagesTo(email)).toHaveLength(1))

  await stripe.act(session, { action: 'pay_late' })
  await eventually(async () => expect(await ordersOf(database, email)).toMatchObject([{ status: 'paid' }]))
  // The page knows its payment after a reload, although the address no longer names it.
  await page.reload()
  await seesReceived(page)
  await expectCart(page, 0)
  expect(shop.output()).not.toContain(session)
})
