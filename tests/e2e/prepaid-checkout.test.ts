import { onTestFinished } from 'vitest'
import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { buyNow, COURIER_FIELDS, cartWith, ordersOf } from './checkout.ts'
import { chooseCourierAhead, expectCart, orderAhead, payByBlik, reachPaymentPage, seesReceived } from './prepaid.ts'
import {
  ADDRESS,
  fill,
  openCart,
  orderButton,
  PERSON,
  putIntoCart,
  seesToast,
  signInByApi,
  textOf,
  textsOf,
  typedIn,
  visit,
} from './storefront.ts'

const SENTENCE = 'Wystąpił błąd podczas tworzenia sesji płatności. Spróbuj ponownie.'

test('the four methods of delivery and payment have their costs; the product shows the cheapest', async ({
  phone: { page },
}) => {
  const cart = await cartWith(page, 'Qamar al-Wadi')
  const methods = cart.getByRole('group', { name: 'Dostawa i płatność' })
  const day = /zwykle we? [a-ząćęłńóśźż]+ \d{1,2}\.\d{1,2}/
  await methods.getByText(day).first().waitFor()
  const texts = await textsOf(methods.locator('label'))
  expect(texts.map((text) => text.replace(day, ', DAY, '))).toEqual([
    'Paczkomat InPostPłatność online, DAY, 12,99 zł',
    'KurierPłatność online, DAY, 15,99 zł',
    'Paczkomat InPostPłatność przy odbiorze, DAY, 16,99 zł',
    'KurierPłatność przy odbiorze, DAY, 19,99 zł',
  ])
  for (const card of await methods.locator('label').all()) {
    expect((await card.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await page.goto('/produkt/qamar-al-wadi')
  await expect.poll(() => textOf(page.locator('main'))).toContain('Dostawa od 12,99 zł')
})

test('the product dialog’s order never changes the cart, also when it is given up or paid', async ({
  database,
  visitor: { page, context },
}) => {
  const email = 'okno@example.test'
  await signInByApi(context, email)
  await visit(page, '/sklep?category=arabic')
  await putIntoCart(page, 'Layali Zahran')
  const dialog = await buyNow(page, 'Zafran Makhmal')
  await dialog.getByRole('radio', { name: /Kurier.*online/ }).check()
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await fill(dialog, { ...PERSON, ...ADDRESS })
  await orderButton(dialog).click()
  await reachPaymentPage(page)
  await page.getByRole('link', { name: /Wróć do sklepu/ }).click()
  await page.getByRole('button', { name: 'Zapłać jeszcze raz' }).waitFor()
  expect(await page.getByText('Produkty z zamówienia są znów w koszyku.').count()).toBe(0)
  await expectCart(page, 1)
  await page.getByRole('button', { name: 'Zapłać jeszcze raz' }).click()
  await reachPaymentPage(page)
  await payByBlik(page)
  await seesReceived(page)
  await expectCart(page, 1)
  expect(await ordersOf(database, email)).toMatchObject([{ status: 'paid' }])
})

test('a payment that cannot begin says so and keeps typed values; retries make one order and one session', async ({
  database,
  mailbox,
  shop,
  visitor,
}) => {
  const { page, context } = visitor
  visitor.expectErrors(/Failed to create checkout session/, /status of 503/, /ERR_FAILED/)
  const email = 'operator@example.test'
  await signInByApi(context, email)
  const cart = await cartWith(page, 'Tamr Laylak')
  await chooseCourierAhead(cart)
  onTestFinished(() => mailbox.clearFaults())
  await mailbox.planFault({ service: 'stripe', mode: 'error', times: 100 })
  await orderButton(cart).click()
  await seesToast(page, 'Błąd płatności', SENTENCE)
  await mailbox.clearFaults()
  expect(await typedIn(cart, COURIER_FIELDS)).toEqual({ ...PERSON, ...ADDRESS })
  await cart.getByRole('listitem').filter({ hasText: 'Tamr Laylak' }).waitFor()
  await page.getByLabel('Zamknij powiadomienie').first().click()
  await page.getByText(SENTENCE).first().waitFor({ state: 'detached' })

  await page.route('**/api/create-checkout-session', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await orderButton(cart).click()
  await seesToast(page, 'Błąd płatności', SENTENCE)
  await page.unroute('**/api/create-checkout-session')
  await orderButton(cart).dblclick()
  const session = await reachPaymentPage(page)
  const orders = await ordersOf(database, email)
  expect(orders).toHaveLength(1)
  const sessions = (await openStripe(shop).sessions()).filter(({ metadata }) => metadata.order_id === orders[0]?.id)
  expect(sessions.map(({ id }) => id)).toEqual([session])
})

test('when the payment page does not open its link is shown, and Back restores cart and typed values', async ({
  openVisitor,
}) => {
  const { page, context } = await openVisitor({ ...PHONE, reducedMotion: 'reduce' })
  await signInByApi(context, 'obudzona@example.test')
  const cart = await cartWith(page, 'Anbar Sahili')
  await chooseCourierAhead(cart)
  // An answer without a page: the browser stays where it is.
  await page.route('**/pay/cs_*', (route) => route.fulfill({ status: 204 }))
  await orderButton(cart).click()
  await cart.getByRole('heading', { name: 'Otwieramy stronę płatności' }).waitFor()
  await expect
    .poll(() => cart.getByRole('link', { name: 'Przejdź do płatności' }).getAttribute('href'))
    .toMatch(/\/pay\/cs_/)
  await eventually(async () => expect(await page.evaluate(() => localStorage.getItem('cart_items'))).toBe('[]'))
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await seesToast(page, 'Zamówienie czeka na płatność', 'Produkty są znów w koszyku.')
  await orderButton(cart).waitFor()
  expect(await typedIn(cart, COURIER_FIELDS)).toEqual({ ...PERSON, ...ADDRESS })
  expect(await orderButton(cart).isEnabled()).toBe(true)
})

test('another tab restores the cart, and empties it again when the first tab pays after all', async ({
  visitor: { page, context },
}) => {
  await orderAhead(page, context, 'Ward Nahari', 'dwie-karty@example.test')
  const other = await context.newPage()
  await visit(other, '/sklep')
  await seesToast(other, 'Zamówienie czeka na płatność', 'Produkty są znów w koszyku.')
  await expectCart(other, 1)
  await payByBlik(page)
  await seesReceived(page)
  await expectCart(other, 0)
  const cart = await openCart(other)
  await cart.getByText('Pusty koszyk').waitFor()
})
