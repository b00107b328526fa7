import { describe } from 'vitest'
import { expect, test } from '#tests/support/fixtures.ts'
import { ADDRESS_MISSING, buyNow, complaints, field, hasFocus, PERSON_MISSING, TERMS_MISSING } from './checkout.ts'
import { chooseLocker, fill, orderButton, PASSWORD, PERSON, seesToast, signInQuietly, typedIn } from './storefront.ts'

describe('the product dialog', () => {
  test('leads a guest through three steps and back, in its own words', async ({ visitor: { page } }) => {
    const dialog = await buyNow(page, 'Ward Nahari')
    const next = dialog.getByRole('button', { name: 'Dalej' })
    const back = dialog.getByRole('button', { name: 'Wstecz' })
    await dialog.getByText('Krok 1 z 3').waitFor()
    expect(await back.count()).toBe(0)
    await next.click()
    await seesToast(page, 'Wypełnij wszystkie pola')
    await hasFocus(field(dialog, 'E-mail'))
    await fill(dialog, { 'E-mail': 'trzy-kroki@example.test', Hasło: PASSWORD })
    await next.click()
    await seesToast(page, 'Akceptacja regulaminu', TERMS_MISSING)
    await dialog.getByRole('checkbox', { name: /Akceptuję/ }).check()
    await next.click()
    await dialog.getByText('Krok 2 z 3').waitFor()
    await back.click()
    await dialog.getByText('Krok 1 z 3').waitFor()
    await dialog.getByText('Zalogowany').waitFor()
    await next.click()
    await dialog.getByText('Krok 2 z 3').waitFor()
    await next.click()
    await seesToast(page, 'Wybierz metodę przesyłki')
    await dialog.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
    await next.click()

    await dialog.getByText('Krok 3 z 3').waitFor()
    await orderButton(dialog).click()
    await seesToast(page, 'Wypełnij wszystkie wymagane pola')
    await hasFocus(field(dialog, 'Imię'))
    expect(await complaints(dialog, Object.keys(PERSON_MISSING))).toEqual(PERSON_MISSING)
    await fill(dialog, PERSON)
    await orderButton(dialog).click()
    await seesToast(page, 'Wypełnij wszystkie dane adresowe')
    await hasFocus(field(dialog, 'Ulica'))
    expect(await complaints(dialog, Object.keys(ADDRESS_MISSING))).toEqual(ADDRESS_MISSING)

    await back.click()
    await dialog.getByText('Krok 2 z 3').waitFor()
    await dialog.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
    await next.click()
    expect(await typedIn(dialog, Object.keys(PERSON))).toEqual(PERSON)
    await orderButton(dialog).click()
    await seesToast(page, 'Wybierz paczkomat')
    await hasFocus(field(dialog, 'Znajdź paczkomat'))
    await chooseLocker(dialog, '31-009', 'DEMO-KRK-006')
    await fill(dialog, { 'E-mail odbiorcy': '' })
    await orderButton(dialog).click()
    await seesToast(page, 'Podaj email odbiorcy')
    await hasFocus(field(dialog, 'E-mail odbiorcy'))
  })

  test('has two steps for a customer, starts over after closing, and closes by the browser’s back', async ({
    visitor: { page, context },
  }) => {
    const email = 'dwa-kroki@example.test'
    await signInQuietly(context, email)
    const dialog = await buyNow(page, 'Misk Fajri')
    await dialog.getByText('Krok 1 z 2').waitFor()
    expect(await dialog.getByRole('button', { name: 'Wstecz' }).count()).toBe(0)
    await dialog.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
    await dialog.getByRole('button', { name: 'Dalej' }).click()
    await dialog.getByText('Krok 2 z 2').waitFor()
    expect(await typedIn(dialog, ['E-mail odbiorcy'])).toEqual({ 'E-mail odbiorcy': email })
    await dialog.getByRole('button', { name: 'Wstecz' }).click()
    await dialog.getByText('Krok 1 z 2').waitFor()

    await dialog.getByRole('button', { name: 'Zamknij', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Misk Fajri', exact: true }).click()
    await dialog.getByRole('button', { name: 'Kup teraz' }).click()
    await dialog.getByText('Krok 1 z 2').waitFor()
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0)

    expect(new URL(page.url()).pathname).toBe('/produkt/misk-fajri')
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/sklep')
  })

  test('goes back step by step by the browser’s back, and a reload finds step, method and fields again', async ({
    phone: { page, context },
  }) => {
    await signInQuietly(context, 'wstecz@example.test')
    const dialog = await buyNow(page, 'Misk Fajri')
    await dialog.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
    await dialog.getByRole('button', { name: 'Dalej' }).click()
    await fill(dialog, PERSON)

    await page.reload()
    await dialog.getByText('Krok 2 z 2').waitFor()
    await dialog.getByText('Kurier, płatność przy odbiorze').waitFor()
    expect(await typedIn(dialog, Object.keys(PERSON))).toEqual(PERSON)
    expect(new URL(page.url()).pathname).toBe('/produkt/misk-fajri')

    await page.goBack()
    await dialog.getByText('Krok 1 z 2').waitFor()
    expect(await dialog.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).isChecked()).toBe(true)
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL('**/sklep?category=arabic')
  })
})
