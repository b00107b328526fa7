import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, test } from '#tests/support/fixtures.ts'
import {
  buyNow,
  cartWith,
  confirmation,
  enrolSecondFactor,
  field,
  hasFocus,
  ordersOf,
  readyToOrder,
} from './checkout.ts'
import {
  ADDRESS,
  chooseCourier,
  chooseLocker,
  fill,
  openCart,
  orderButton,
  orderQuietly,
  PASSWORD,
  PERSON,
  seesToast,
  signInQuietly,
  typedIn,
  visit,
} from './storefront.ts'

const receiver = 'E-mail odbiorcy'

describe('the receiver’s e-mail', () => {
  test('follows the account’s address, typed, corrected or signed in, until it is edited by hand', async ({
    visitor: { page },
  }) => {
    const cart = await cartWith(page, 'Ward Nahari')
    await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
    await fill(cart, { 'E-mail': 'literowka@exmaple.test' })
    expect(await typedIn(cart, [receiver])).toEqual({ [receiver]: 'literowka@exmaple.test' })
    await fill(cart, { 'E-mail': 'poprawny@example.test', Hasło: PASSWORD })
    expect(await typedIn(cart, [receiver])).toEqual({ [receiver]: 'poprawny@example.test' })
    await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
    await cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' }).click()
    await cart.getByText('Zalogowany').waitFor()
    expect(await typedIn(cart, [receiver])).toEqual({ [receiver]: 'poprawny@example.test' })
  })

  test('stays as it was edited by hand, also after a reload', async ({ visitor: { page } }) => {
    const cart = await cartWith(page, 'Ward Nahari')
    await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
    await fill(cart, { 'E-mail': 'a@example.test', [receiver]: 'ciocia@example.test' })
    await fill(cart, { 'E-mail': 'b@example.test' })
    expect(await typedIn(cart, [receiver])).toEqual({ [receiver]: 'ciocia@example.test' })
    await visit(page, '/sklep')
    const again = await openCart(page)
    await fill(again, { 'E-mail': 'c@example.test' })
    expect(await typedIn(again, [receiver])).toEqual({ [receiver]: 'ciocia@example.test' })
  })
})

describe('an account with a second factor', () => {
  test('in the cart: the code is asked for where the password was, and the order goes on', async ({
    visitor: { page, context },
    database,
  }) => {
    const email = 'kod-koszyk@example.test'
    const code = await enrolSecondFactor(context, email, database.db)
    const cart = await cartWith(page, 'Misk Fajri')
    await chooseCourier(cart)
    await fill(cart, { 'E-mail': email, Hasło: PASSWORD })
    await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
    await orderButton(cart).click()
    await field(cart, 'Kod').waitFor()
    await hasFocus(field(cart, 'Kod'))
    await field(cart, 'Kod').fill('12345')
    await cart.getByRole('button', { name: 'Potwierdź' }).click()
    await cart.getByText('Nieprawidłowy kod.').waitFor()
    await field(cart, 'Kod').fill(code())
    await cart.getByRole('button', { name: 'Potwierdź' }).click()
    await cart.getByText('Zalogowany').waitFor()
    expect(await ordersOf(database, email)).toEqual([])
    await hasFocus(orderButton(cart))
    await page.keyboard.press('Enter')
    await confirmation(page).waitFor()
    expect(await ordersOf(database, email)).toHaveLength(1)
  })

  test('in the product dialog: the code leads on to the next step, and there is a way back', async ({
    visitor: { page, context },
    database,
  }) => {
    const email = 'kod-produkt@example.test'
    const code = await enrolSecondFactor(context, email, database.db)
    const dialog = await buyNow(page, 'Ward Nahari')
    const signIn = async () => {
      await fill(dialog, { 'E-mail': email, Hasło: PASSWORD })
      await dialog.getByRole('button', { name: 'Dalej' }).click()
    }
    await dialog.getByRole('checkbox', { name: /Akceptuję/ }).check()
    await signIn()
    await field(dialog, 'Kod').waitFor()
    await dialog.getByRole('button', { name: 'Wróć do logowania' }).click()
    await signIn()
    await field(dialog, 'Kod').fill(code())
    await dialog.getByRole('button', { name: 'Potwierdź' }).click()
    await dialog.getByText('Krok 2 z 3').waitFor()
  })
})

/** What this browser stores of the checkout, in one text. */
function storedBy(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
}

describe('signing out', () => {
  test('by “To nie Ty? Wyloguj”: empties the form and forgets it, and keeps the cart', async ({
    visitor: { page, context },
  }) => {
    await signInQuietly(context, 'poprzednia@example.test')
    const cart = await cartWith(page, 'Ward Nahari')
    await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
    await fill(cart, PERSON)
    await chooseLocker(cart, '31-009', 'DEMO-KRK-006')
    expect(await storedBy(page)).toContain('DEMO-KRK-006')
    await cart.getByRole('button', { name: 'To nie Ty? Wyloguj' }).click()
    await cart.getByRole('heading', { name: 'Logowanie lub rejestracja' }).waitFor()
    expect(await typedIn(cart, ['E-mail'])).toEqual({ 'E-mail': '' })
    await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
    expect(await typedIn(cart, Object.keys(PERSON))).toEqual({ Imię: '', Nazwisko: '', Telefon: '' })
    expect(await cart.getByText('Wybrany paczkomat').count()).toBe(0)
    expect(await storedBy(page)).not.toMatch(/DEMO-KRK-006|Łucja|poprzednia@/)
    await cart.getByRole('heading', { name: 'Ward Nahari' }).waitFor()

    // Whoever comes next is somebody of their own: what they type stays when they sign in.
    await fill(cart, { Imię: 'Bożena', 'E-mail': 'nastepna@example.test', Hasło: PASSWORD })
    await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
    await cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' }).click()
    await cart.getByText('Zalogowany').waitFor()
    expect(await typedIn(cart, ['Imię', receiver])).toEqual({ Imię: 'Bożena', [receiver]: 'nastepna@example.test' })
  })

  test('in another tab: forgets what was typed in this one, also with the cart closed', async ({
    visitor: { page, context },
  }) => {
    await signInQuietly(context, 'dwie-karty@example.test')
    const cart = await cartWith(page, 'Ward Nahari')
    await chooseCourier(cart)
    await page.keyboard.press('Escape')
    await cart.waitFor({ state: 'detached' })
    expect(await storedBy(page)).toContain('Łucja')
    const panel = await context.newPage()
    await visit(panel, '/panel-klienta')
    await panel.getByRole('button', { name: 'Wyloguj' }).click()
    await expect.poll(() => storedBy(page)).not.toMatch(/Łucja|dwie-karty@/)
    const again = await openCart(page)
    await again.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
    expect(await typedIn(again, ['E-mail', 'Imię', 'Ulica'])).toEqual({ 'E-mail': '', Imię: '', Ulica: '' })
  })
})

test('signing out elsewhere at the last step of the product dialog: leads back through the steps', async ({
  visitor: { page, context },
}) => {
  const email = 'ostatni-krok@example.test'
  await signInQuietly(context, email)
  const dialog = await readyToOrder(page, 'Misk Fajri')
  const panel = await context.newPage()
  await visit(panel, '/panel-klienta')
  await panel.getByRole('button', { name: 'Wyloguj' }).click()
  await fill(dialog, { 'E-mail': email, Hasło: PASSWORD })
  await dialog.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await dialog.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await field(dialog, 'Ulica').waitFor()
  expect(await typedIn(dialog, ['Imię', 'Ulica'])).toEqual({ Imię: '', Ulica: '' })
})

test('people who come back: the last order fills the empty fields, nothing typed is replaced', async ({
  visitor: { context },
  openVisitor,
}) => {
  const email = 'wraca@example.test'
  await signInQuietly(context, email)
  await orderQuietly(context, ['ward-nahari'])
  const home = await openVisitor()
  const cart = await cartWith(home.page, 'Misk Fajri')
  await cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  await fill(cart, { Imię: 'Bożena', 'E-mail': email, Hasło: PASSWORD })
  await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' }).click()
  await cart.getByText('Zalogowany').waitFor()
  const expected = { Imię: 'Bożena', Nazwisko: PERSON.Nazwisko, Telefon: '+48 600 700 800', ...ADDRESS }
  await expect.poll(() => typedIn(cart, Object.keys(expected))).toEqual(expected)
  await seesToast(home.page, 'Zalogowano')
})

test('a phone number of another country: ordered with, and stored in E.164', async ({
  visitor: { page, context },
  database,
}) => {
  const email = 'zagranica@example.test'
  await signInQuietly(context, email)
  const cart = await cartWith(page, 'Misk Fajri')
  await chooseCourier(cart)
  await fill(cart, { Telefon: '+49 (0)151 2345 6789' })
  await orderButton(cart).click()
  await confirmation(page).waitFor()
  expect(await ordersOf(database, email)).toMatchObject([{ phone: '+4915123456789' }])
})
