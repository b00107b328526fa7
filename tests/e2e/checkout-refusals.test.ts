import type { Locator } from 'playwright-core'
import { describe } from 'vitest'
import type { Visitor } from '#tests/support/browser.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { COURIER_FIELDS, cartWith, confirmation, ordersOf, readyToOrder } from './checkout.ts'
import {
  ADDRESS,
  chooseCourier,
  chooseLocker,
  complaintAt,
  fill,
  orderButton,
  PERSON,
  seesToast,
  signInQuietly,
  textOf,
  textsOf,
  typedIn,
} from './storefront.ts'

/** A signed-in customer with one product in the open cart, after the cart has asked the shop about it. */
async function customerWith({ page, context }: Visitor, product: string, email: string): Promise<Locator> {
  await signInQuietly(context, email)
  return cartWith(page, product)
}

function changeProduct(
  { db }: TestDatabase,
  name: string,
  change: { price_grosze?: number; out_of_stock?: boolean; active?: boolean },
) {
  return db.updateTable('products').set(change).where('name', '=', name).execute()
}

describe('between opening the cart and the order', () => {
  test('a price changed: both are shown, going back orders nothing, agreeing orders once at the new one', async ({
    visitor,
    database,
  }) => {
    const email = 'cena@example.test'
    const cart = await customerWith(visitor, 'Zafran Makhmal', email)
    const { page } = visitor
    await chooseCourier(cart)
    await changeProduct(database, 'Zafran Makhmal', { price_grosze: 12_900 })
    await orderButton(cart).click()
    await cart.getByRole('heading', { name: 'Cena się zmieniła' }).waitFor()
    const oldAndNew = (name: string) => textsOf(cart.getByRole('row').filter({ hasText: name }).getByRole('cell'))
    expect(await oldAndNew('Zafran Makhmal')).toEqual(['99,00 zł', '129,00 zł'])
    expect(await oldAndNew('Dostawa')).toEqual(['19,99 zł', '19,99 zł'])
    expect(await oldAndNew('Razem')).toEqual(['118,99 zł', '148,99 zł'])

    await cart.getByRole('button', { name: 'Wróć' }).click()
    await expect.poll(() => textOf(orderButton(cart))).toContain('148,99 zł')
    expect(await typedIn(cart, COURIER_FIELDS)).toEqual({ ...PERSON, ...ADDRESS })
    expect(await ordersOf(database, email)).toEqual([])

    await changeProduct(database, 'Zafran Makhmal', { price_grosze: 11_000 })
    await orderButton(cart).click()
    await cart.getByRole('button', { name: /^Zamawiam z obowiązkiem zapłaty\s*129,99/ }).click()
    await confirmation(page).waitFor()
    expect(await ordersOf(database, email)).toMatchObject([{ total_grosze: 12_999, shipping_grosze: 1999 }])
  })

  test('a product sold out: the cart shows it at its line and the form stays filled in', async ({
    visitor,
    database,
  }) => {
    const email = 'wyprzedane@example.test'
    const cart = await customerWith(visitor, 'Sirb Ghazal', email)
    const { page } = visitor
    await chooseCourier(cart)
    await changeProduct(database, 'Sirb Ghazal', { out_of_stock: true })
    await orderButton(cart).click()
    await seesToast(page, 'Błąd zamówienia', 'Produkt „Sirb Ghazal” jest wyprzedany.')
    await cart.getByRole('listitem').getByText('Produkt wyprzedany').waitFor()
    expect(await typedIn(cart, COURIER_FIELDS)).toEqual({ ...PERSON, ...ADDRESS })
    expect(await ordersOf(database, email)).toEqual([])
  })

  test('the product of the product dialog sold out: nothing is left to order', async ({
    visitor: { page, context },
    database,
  }) => {
    const email = 'wyprzedane-2@example.test'
    await signInQuietly(context, email)
    const dialog = await readyToOrder(page, 'Tamr Laylak')
    await changeProduct(database, 'Tamr Laylak', { out_of_stock: true })
    await orderButton(dialog).click()
    await seesToast(page, 'Błąd zamówienia', 'Produkt „Tamr Laylak” jest wyprzedany.')
    await dialog.getByText('Produkt wyprzedany', { exact: true }).waitFor()
    expect(await orderButton(dialog).count()).toBe(0)
    expect(await ordersOf(database, email)).toEqual([])
  })

  test('the product of the product dialog withdrawn: the words of the cart, and nothing left to order', async ({
    visitor: { page, context },
    database,
  }) => {
    const email = 'wycofane@example.test'
    await signInQuietly(context, email)
    const dialog = await readyToOrder(page, 'Najmat Sidra')
    await changeProduct(database, 'Najmat Sidra', { active: false })
    await orderButton(dialog).click()
    await dialog.getByText('Produkt nie jest już dostępny', { exact: true }).waitFor()
    expect(await dialog.getByText('Produkt wyprzedany').count()).toBe(0)
    expect(await orderButton(dialog).count()).toBe(0)
    expect(await ordersOf(database, email)).toEqual([])
  })
})

describe('parcel lockers', () => {
  test('on a phone: what was found comes into view under the field', async ({ phone }) => {
    const cart = await customerWith(phone, 'Nakhil Asmar', 'telefon@example.test')
    await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
    const search = cart.getByLabel('Znajdź paczkomat')
    await search.fill('Warszawa')
    const list = cart.getByRole('radiogroup', { name: 'Paczkomaty' })
    await list.waitFor()
    const bottomOf = async (locator: Locator) => {
      const box = await locator.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    const bar = await cart.getByRole('button', { name: /Zamawiam/ }).boundingBox()
    await expect.poll(() => bottomOf(list)).toBeLessThanOrEqual(bar?.y ?? 0)
    expect((await search.boundingBox())?.y).toBeGreaterThan(0)
  })

  test('are explained when they cannot be found, read or checked', async ({ visitor, database, mailbox }) => {
    visitor.expectErrors(/status of 503/)
    const email = 'paczkomat@example.test'
    const cart = await customerWith(visitor, 'Nakhil Asmar', email)
    const { page } = visitor
    await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
    await fill(cart, PERSON)
    const search = cart.getByLabel('Znajdź paczkomat')
    await search.fill('99-999')
    await cart.getByText('Nie znaleziono paczkomatów dla kodu pocztowego', { exact: true }).waitFor()

    await mailbox.planFault({ service: 'inpost', mode: 'error', times: 100 })
    await search.fill('31-009')
    const unread = 'Błąd podczas wczytywania paczkomatów: Lista paczkomatów jest chwilowo niedostępna.'
    await cart.getByText(unread, { exact: true }).waitFor()
    await mailbox.clearFaults()
    await cart.getByRole('alert').getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await chooseLocker(cart, '31-009', 'DEMO-KRK-006')

    await mailbox.planFault({ service: 'inpost', mode: 'error', times: 100 })
    await orderButton(cart).click()
    await seesToast(page, 'Błąd zamówienia', 'Nie udało się sprawdzić paczkomatu. Spróbuj ponownie za chwilę.')
    expect(await ordersOf(database, email)).toEqual([])
    await mailbox.clearFaults()
    await orderButton(cart).click()
    await confirmation(page).waitFor()
    expect(await ordersOf(database, email)).toHaveLength(1)
  })
})

test('sign-in in the cart: names a wrong password, and refuses after too many guesses', async ({
  visitor: { page, context },
}) => {
  const email = 'haslo@example.test'
  await signInQuietly(context, email)
  await context.clearCookies()
  const cart = await cartWith(page, 'Misk Fajri')
  await fill(cart, { 'E-mail': email, Hasło: 'nie-to-haslo' })
  await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
  const signIn = cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' })
  await signIn.click()
  const wrong = 'Nieprawidłowe hasło. Sprawdź swoje dane logowania.'
  await seesToast(page, 'Błąd logowania', wrong)
  const password = cart.getByRole('textbox', { name: 'Hasło', exact: true })
  expect(await complaintAt(password)).toBe(wrong)
  await expect.poll(() => password.evaluate((input) => input === document.activeElement)).toBe(true)

  // Not counted while too many passwords wait.
  const guess = async () => {
    const data = { email, password: 'zgaduje', acceptedTerms: true }
    while ((await context.request.post('/api/guest-sign-in', { data })).status() === 503);
  }
  await Promise.all(Array.from({ length: 10 }, guess))
  await signIn.click()
  await page
    .getByText(/^Zbyt wiele prób\. Spróbuj ponownie za \d+ min\.$/)
    .first()
    .waitFor()
  expect(await typedIn(cart, ['E-mail'])).toEqual({ 'E-mail': email })
})
