import { describe } from 'vitest'
import { expect, test } from '#tests/support/fixtures.ts'
import {
  ADDRESS_MISSING,
  cartWith,
  complaints,
  confirmation,
  field,
  hasFocus,
  ordersOf,
  PERSON_MISSING,
  TERMS_MISSING,
} from './checkout.ts'
import {
  ADDRESS,
  chooseCourier,
  chooseLocker,
  complaintAt,
  fill,
  openCart,
  orderButton,
  PERSON,
  seesToast,
  signInQuietly,
  typedIn,
} from './storefront.ts'

describe('the cart', () => {
  test('names what is missing at each field, and focuses the first one', async ({ visitor: { page } }) => {
    const cart = await cartWith(page, 'Ward Nahari')
    const terms = cart.getByRole('checkbox', { name: /Akceptuję/ })
    await orderButton(cart).click()
    await seesToast(page, 'Wypełnij wszystkie pola')
    await hasFocus(field(cart, 'E-mail'))
    expect(await complaints(cart, ['E-mail', 'Hasło'])).toEqual({
      'E-mail': 'Email jest wymagany',
      Hasło: 'Hasło jest wymagane',
    })
    expect(await complaintAt(terms)).toBe(TERMS_MISSING)
    expect(await complaintAt(cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))).toBe('Wybierz sposób dostawy')

    const signIn = cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' })
    const usable = async (email: string, password: string) => {
      await fill(cart, { 'E-mail': email, Hasło: password })
      return signIn.isEnabled()
    }
    expect(await usable('nie-adres', '12345')).toBe(false)
    expect(await complaints(cart, ['E-mail', 'Hasło'])).toEqual({
      'E-mail': 'Podaj prawidłowy adres email',
      Hasło: 'Hasło musi mieć minimum 6 znaków',
    })
    expect(await usable('nie-adres', '123456')).toBe(false)
    expect(await usable('formularz@example.test', '12345')).toBe(false)
    expect(await usable('formularz@example.test', '123456')).toBe(true)
    expect(await complaints(cart, ['E-mail', 'Hasło'])).toEqual({ 'E-mail': '', Hasło: '' })
    await signIn.click()
    await seesToast(page, 'Akceptacja regulaminu', TERMS_MISSING)
    await hasFocus(terms)
    await terms.check()
    await signIn.click()
    await seesToast(page, 'Konto utworzone')
    await cart.getByText('Zalogowany').waitFor()

    await orderButton(cart).click()
    await seesToast(page, 'Wybierz sposób dostawy')
    await hasFocus(cart.getByRole('radio').first())
    await cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
    await orderButton(cart).click()
    await seesToast(page, 'Wypełnij imię, nazwisko i telefon')
    await hasFocus(field(cart, 'Imię'))
    const missing = { ...PERSON_MISSING, ...ADDRESS_MISSING }
    expect(await complaints(cart, Object.keys(missing))).toEqual(missing)
    await fill(cart, PERSON)
    await orderButton(cart).click()
    await seesToast(page, 'Wypełnij wszystkie pola adresowe dla dostawy kurierskiej')
    await hasFocus(field(cart, 'Ulica'))

    // Filled in, but not so that it could be right: the field's own sentence, as it is left and as the toast.
    await fill(cart, { ...ADDRESS, 'Kod pocztowy': '3100', Telefon: '12345' })
    const wrong = {
      Telefon: 'Podaj prawidłowy numer telefonu, np. 600 100 200',
      'Kod pocztowy': 'Podaj kod pocztowy w formacie 00-000',
    }
    expect(await complaints(cart, Object.keys(wrong))).toEqual(wrong)
    await fill(cart, PERSON)
    await orderButton(cart).click()
    // The sentence stands at the field, which has the focus: no toast says it again.
    await hasFocus(field(cart, 'Kod pocztowy'))
    expect(await page.getByText(wrong['Kod pocztowy']).count()).toBe(1)

    await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
    await orderButton(cart).click()
    await seesToast(page, 'Wybierz paczkomat i podaj email odbiorcy')
    await hasFocus(field(cart, 'Znajdź paczkomat'))
    expect(await complaintAt(field(cart, 'Znajdź paczkomat'))).toBe('Wybierz paczkomat')
    await chooseLocker(cart, '31-009', 'DEMO-KRK-006')
    await fill(cart, { 'E-mail odbiorcy': '' })
    await orderButton(cart).click()
    await hasFocus(field(cart, 'E-mail odbiorcy'))
    await expect.poll(() => complaintAt(field(cart, 'E-mail odbiorcy'))).toBe('Podaj email odbiorcy')
  })

  test('stores what was typed over closing and reloading, but never the password', async ({ visitor: { page } }) => {
    const cart = await cartWith(page, 'Ward Nahari')
    const secret = 'sekret-9f3c'
    await fill(cart, { 'E-mail': 'wraca@example.test', Hasło: secret })
    await chooseCourier(cart)
    const typed = { 'E-mail': 'wraca@example.test', ...PERSON, ...ADDRESS }
    const kept = async () => {
      const again = await openCart(page)
      expect(await typedIn(again, [...Object.keys(typed), 'Hasło'])).toEqual({ ...typed, Hasło: '' })
      expect(await again.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).isChecked()).toBe(true)
      const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      expect(stored).toContain('wraca@example.test')
      expect(stored).not.toContain(secret)
    }
    await page.keyboard.press('Escape')
    await cart.waitFor({ state: 'detached' })
    await kept()
    await page.goBack()
    await cart.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/sklep')
    await kept()
    await page.reload()
    await page.getByRole('button', { name: 'Koszyk, sztuk: 1' }).waitFor()
    await kept()
    // Reloaded while the cart was open: its place in the history is still there, and Back still closes it at once.
    await page.goBack()
    await cart.waitFor({ state: 'detached' })
  })

  test('gives browsers and phones the purpose of each field', async ({ visitor: { page } }) => {
    const cart = await cartWith(page, 'Ward Nahari')
    const hintsOf = (label: string) =>
      field(cart, label).evaluate((input: HTMLInputElement) =>
        [input.autocomplete, input.inputMode, input.type].filter(Boolean).join(' '),
      )
    const hints = async (labels: string[]) =>
      Object.fromEntries(await Promise.all(labels.map(async (label) => [label, await hintsOf(label)])))
    await cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
    expect(await hints(['E-mail', 'Hasło', ...Object.keys(PERSON), ...Object.keys(ADDRESS)])).toEqual({
      'E-mail': 'username email email',
      Hasło: 'current-password password',
      Imię: 'given-name text',
      Nazwisko: 'family-name text',
      Telefon: 'tel tel tel',
      Ulica: 'address-line1 text',
      'Numer domu': 'address-line2 text',
      'Kod pocztowy': 'postal-code numeric text',
      Miejscowość: 'address-level2 text',
    })
    await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
    expect(await hints(['E-mail odbiorcy'])).toEqual({ 'E-mail odbiorcy': 'email email email' })

    // A postal code takes its shape while it is typed, and no sixth digit; words stay words.
    const search = field(cart, 'Znajdź paczkomat')
    await search.pressSequentially('310091')
    expect(await search.inputValue()).toBe('31-009')
    await cart.getByRole('radio', { name: /DEMO-KRK-006/ }).waitFor()
    await search.fill('')
    await search.pressSequentially('3 Maja')
    expect(await search.inputValue()).toBe('3 Maja')
  })

  test('orders once however often the button is pressed', async ({ visitor: { page, context }, database }) => {
    const email = 'dwa-razy@example.test'
    await signInQuietly(context, email)
    const cart = await cartWith(page, 'Misk Fajri')
    await chooseCourier(cart)
    await orderButton(cart).dblclick()
    await confirmation(page).waitFor()
    await cart.waitFor({ state: 'detached' })
    const orders = await ordersOf(database, email)
    expect(orders).toHaveLength(1)
  })
})
