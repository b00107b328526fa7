import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openVisitor } from '#tests/support/browser.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { ADDRESS_MISSING, buyNow, complaints, field, hasFocus, PERSON_MISSING, TERMS_MISSING } from './checkout.ts'
import { chooseLocker, fill, orderButton, PASSWORD, PERSON, seesToast, signInQuietly, typedIn } from './storefront.ts'

let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  shop = await startRunningShop()
  browser = await launchBrowser()
}, 90_000)

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

describe('the product dialog', () => {
  test('leads a guest through three steps and back, in its own words', async () => {
    const { page, context, errors } = await openVisitor(browser, shop.url)
    const dialog = await buyNow(page, 'Ward Nahari')
    const next = dialog.getByRole('button', { name: 'Dalej' })
    const back = dialog.getByRole('button', { name: 'Wstecz' })
    await dialog.getByText('Krok 1 z 3').waitFor()
    expect(await back.count()).toBe(0)
    await next.click()
    await seesToast(page, 'Wypełnij wszystkie pola')
    await hasFocus(field(dialog, 'Email'))
    await fill(dialog, { Email: 'trzy-kroki@example.test', Hasło: PASSWORD })
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
    await dialog.getByRole('radio', { name: /Kurier/ }).check()
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
    await dialog.getByRole('radio', { name: /Paczkomat/ }).check()
    await next.click()
    expect(await typedIn(dialog, Object.keys(PERSON))).toEqual(PERSON)
    await orderButton(dialog).click()
    await seesToast(page, 'Wybierz paczkomat')
    await hasFocus(field(dialog, 'Znajdź paczkomat'))
    await chooseLocker(dialog, '31-009', 'DEMO-KRK-006')
    await fill(dialog, { 'Email odbiorcy': '' })
    await orderButton(dialog).click()
    await seesToast(page, 'Podaj email odbiorcy')
    await hasFocus(field(dialog, 'Email odbiorcy'))
    expect(errors).toEqual([])
    await context.close()
  })

  test('has two steps for a customer, starts over after closing, and closes by the browser’s back', async () => {
    const email = 'dwa-kroki@example.test'
    const { page, context, errors } = await openVisitor(browser, shop.url)
    await signInQuietly(context, email)
    const dialog = await buyNow(page, 'Misk Fajri')
    await dialog.getByText('Krok 1 z 2').waitFor()
    expect(await dialog.getByRole('button', { name: 'Wstecz' }).count()).toBe(0)
    await dialog.getByRole('radio', { name: /Paczkomat/ }).check()
    await dialog.getByRole('button', { name: 'Dalej' }).click()
    await dialog.getByText('Krok 2 z 2').waitFor()
    expect(await typedIn(dialog, ['Email odbiorcy'])).toEqual({ 'Email odbiorcy': email })
    await dialog.getByRole('button', { name: 'Wstecz' }).click()
    await dialog.getByText('Krok 1 z 2').waitFor()

    await dialog.getByRole('button', { name: 'Zamknij' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Misk Fajri', exact: true }).click()
    await dialog.getByRole('button', { name: 'Kup teraz' }).click()
    await dialog.getByText('Krok 1 z 2').waitFor()
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0)

    expect(new URL(page.url()).pathname).toBe('/produkt/misk-fajri')
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/sklep')
    expect(errors).toEqual([])
    await context.close()
  })
})
