import type { Locator, Route } from 'playwright-core'
import { describe } from 'vitest'
import type { Visitor } from '#tests/support/browser.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { COURIER_FIELDS, cartWith, confirmation, ordersOf, readyToOrder } from './checkout.ts'
import {
  ADDRESS,
  chooseCourier,
  fill,
  openCart,
  orderButton,
  PASSWORD,
  PERSON,
  putIntoCart,
  seesToast,
  signInQuietly,
  typedIn,
  visit,
} from './storefront.ts'

const ORDER_CALL = '**/api/create-cash-on-delivery-order'
const LOST = 'Wystąpił błąd podczas składania zamówienia. Spróbuj ponownie.'

/** A signed-in customer with one product in the open cart, after the cart has asked the shop about it. */
async function customerWith({ page, context }: Visitor, product: string, email: string): Promise<Locator> {
  await signInQuietly(context, email)
  return cartWith(page, product)
}

async function endSessionsOf({ db }: TestDatabase, email: string): Promise<void> {
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await db.deleteFrom('sessions').where('user_id', '=', id).execute()
}

/** The shop does what it is asked, and nobody hears of it. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

describe('the connection', () => {
  test('lost when ordering, before or after the shop received it: pressed again, one order', async ({
    visitor,
    database,
  }) => {
    visitor.expectErrors(/net::ERR_FAILED/)
    const email = 'siec@example.test'
    const cart = await customerWith(visitor, 'Qahwat Badiya', email)
    const { page } = visitor
    await chooseCourier(cart)
    await page.route(ORDER_CALL, (route) => route.abort(), { times: 1 })
    await orderButton(cart).click()
    await seesToast(page, 'Błąd zamówienia', LOST)
    expect(await ordersOf(database, email)).toEqual([])
    expect(await typedIn(cart, COURIER_FIELDS)).toEqual({ ...PERSON, ...ADDRESS })
    await page.getByLabel('Zamknij powiadomienie').first().click()
    await page.getByText(LOST).first().waitFor({ state: 'detached' })

    await page.route(ORDER_CALL, loseAnswer, { times: 1 })
    await orderButton(cart).click()
    await seesToast(page, 'Błąd zamówienia', LOST)
    expect(await ordersOf(database, email)).toHaveLength(1)
    await cart.getByRole('listitem').filter({ hasText: 'Qahwat Badiya' }).waitFor()
    expect(await typedIn(cart, COURIER_FIELDS)).toEqual({ ...PERSON, ...ADDRESS })

    await orderButton(cart).click()
    await confirmation(page).waitFor()
    expect(await ordersOf(database, email)).toHaveLength(1)
  })

  test('lost after the shop received the order, and the form changed since: a toast warns instead of a second order', async ({
    visitor,
    database,
  }) => {
    visitor.expectErrors(/net::ERR_FAILED/)
    const email = 'zmiana@example.test'
    const cart = await customerWith(visitor, 'Qahwat Badiya', email)
    const { page } = visitor
    await chooseCourier(cart)
    await page.route(ORDER_CALL, loseAnswer, { times: 1 })
    await orderButton(cart).click()
    await seesToast(page, 'Błąd zamówienia', LOST)
    await fill(cart, { Telefon: '600 700 801' })
    await orderButton(cart).click()
    const told = 'Poprzednie zamówienie zostało już przyjęte. Sprawdź je w panelu klienta, zanim zamówisz ponownie.'
    await seesToast(page, 'Błąd zamówienia', told)
    expect(await ordersOf(database, email)).toMatchObject([{ phone: '+48600700800' }])
  })

  test('lost once while delivery costs load: an alert shows it, and they load again after two seconds', async ({
    visitor,
  }) => {
    const { page } = visitor
    visitor.expectErrors(/status of 503/)
    const asked: number[] = []
    // What is put into the cart asks for the costs as well, for its toast.
    await visit(page, '/sklep?category=arabic')
    await putIntoCart(page, 'Nakhil Asmar')
    await page.route('**/api/shipping-costs', (route) => {
      asked.push(Date.now())
      return asked.length === 1 ? route.fulfill({ status: 503, json: {} }) : route.continue()
    })
    await visit(page, '/sklep')
    const cart = await openCart(page)
    const sentence = 'Nie udało się załadować kosztów dostawy. Spróbuj ponownie.'
    await seesToast(page, 'Błąd', sentence)
    const methods = cart.getByRole('group', { name: 'Dostawa i płatność' })
    await methods.getByRole('alert').filter({ hasText: sentence }).waitFor()
    await methods.getByRole('radio', { name: /Kurier.*19,99/ }).waitFor()
    expect(await methods.getByRole('alert').count()).toBe(0)
    expect(asked).toHaveLength(2)
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(1900)
  })
})

test('session that ended meanwhile: the cart asks to sign in again and loses nothing typed', async ({
  visitor,
  database,
}) => {
  const email = 'sesja@example.test'
  const cart = await customerWith(visitor, 'Anbar Sahili', email)
  const { page } = visitor
  await chooseCourier(cart)
  await endSessionsOf(database, email)
  await orderButton(cart).click()
  await seesToast(page, 'Minęła sesja', 'Minęła sesja. Podaj hasło jeszcze raz, reszta formularza jest zapisana.')
  await cart.getByRole('heading', { name: 'Logowanie lub rejestracja' }).waitFor()
  expect(await typedIn(cart, ['E-mail', ...COURIER_FIELDS])).toEqual({ 'E-mail': email, ...PERSON, ...ADDRESS })
  expect(await ordersOf(database, email)).toEqual([])

  await fill(cart, { Hasło: PASSWORD })
  await cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' }).click()
  await cart.getByText('Zalogowany').waitFor()
  await orderButton(cart).click()
  await confirmation(page).waitFor()
  expect(await ordersOf(database, email)).toHaveLength(1)
})

test('session that ended meanwhile: after signing in again the product dialog continues where it was', async ({
  visitor: { page, context },
  database,
}) => {
  const email = 'sesja-2@example.test'
  await signInQuietly(context, email)
  const dialog = await readyToOrder(page, 'Najmat Sidra')
  await endSessionsOf(database, email)
  await orderButton(dialog).click()
  await seesToast(page, 'Minęła sesja', 'Minęła sesja. Podaj hasło jeszcze raz, reszta formularza jest zapisana.')
  await dialog.getByText('Krok 1 z 3').waitFor()
  expect(await typedIn(dialog, ['E-mail'])).toEqual({ 'E-mail': email })
  await fill(dialog, { Hasło: PASSWORD })
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await dialog.getByText('Odbiorca i adres').waitFor()
  expect(await typedIn(dialog, COURIER_FIELDS)).toEqual({ ...PERSON, ...ADDRESS })
  await orderButton(dialog).click()
  await confirmation(page).waitFor()
  expect(await ordersOf(database, email)).toHaveLength(1)
})
