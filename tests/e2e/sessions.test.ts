import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { promo_titles } from '#app/copy.json'
import { STRANGER } from '#tests/support/browser.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { complaintAt, fill, openCart, PASSWORD, putIntoCart, seesToast, signInByApi, visit } from './storefront.ts'

const panelLink = (page: Page) => page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true })
const send = (dialog: Locator, name: string) => dialog.locator('button[type=submit]').filter({ hasText: name }).click()

async function openLogin(page: Page): Promise<Locator> {
  await panelLink(page).click()
  const dialog = page.getByRole('dialog', { name: 'Zaloguj się', exact: true })
  await dialog.waitFor()
  return dialog
}

describe('PANEL KLIENTA', () => {
  test('asks a visitor to sign in or register, and opens the panel for a customer', async ({ visitor: { page } }) => {
    await page.goto('/panel-klienta')
    const asked = page.getByRole('dialog', { name: 'Zaloguj się' })
    await asked.getByText(/^Zaloguj się, aby zobaczyć panel klienta\./).waitFor()
    expect([new URL(page.url()).pathname, new URL(page.url()).hash]).toEqual(['/', ''])
    await page.goBack()
    await asked.waitFor({ state: 'detached' })
    await visit(page, '/regulamin')
    const login = await openLogin(page)
    await send(login, 'Zaloguj się')
    expect(await complaintAt(login.getByRole('textbox', { name: 'E-mail' }))).toBe('Email jest wymagany')
    expect(await complaintAt(login.getByRole('textbox', { name: 'Hasło' }))).toBe('Hasło jest wymagane')

    await fill(login, { 'E-mail': 'nowa@example.test', Hasło: PASSWORD })
    await send(login, 'Zaloguj się')
    const offer = login.getByRole('alert')
    await offer.getByText('Nie znaleziono konta', { exact: true }).waitFor()
    await offer.getByText('Czy chcesz się zarejestrować?', { exact: true }).waitFor()
    await offer.getByRole('button').click()
    const registration = page.getByRole('dialog', { name: 'Zarejestruj się', exact: true })
    await expect
      .poll(() => registration.getByRole('textbox', { name: 'E-mail' }).inputValue())
      .toBe('nowa@example.test')
    await send(registration, 'Zarejestruj się')
    await page.waitForURL('**/panel-klienta')
    await seesToast(page, 'Konto utworzone', 'Zalogowano automatycznie.')
    await page.getByText('Witaj, nowa@example.test').waitFor()

    await visit(page, '/regulamin')
    await panelLink(page).click()
    await page.waitForURL('**/panel-klienta')
  })
})

test('the panel asks a first visitor to sign in, before anything else is offered', async ({ openVisitor }) => {
  const { page } = await openVisitor(STRANGER)
  await page.goto('/panel-klienta')
  const asked = page.getByRole('dialog', { name: 'Zaloguj się' })
  await asked.getByText(/^Zaloguj się, aby zobaczyć panel klienta\./).waitFor()
  const popup = page.getByRole('dialog', { name: promo_titles.women })
  expect(await popup.count()).toBe(0)
  await asked.getByRole('button', { name: 'Zamknij', exact: true }).click()
  await popup.waitFor()
})

describe('signing out', () => {
  test('in one tab signs out the others', async ({ visitor: { page, context } }) => {
    await signInByApi(context, 'karty@example.test')
    await visit(page, '/sklep?category=arabic')
    await putIntoCart(page, 'Ward Nahari')
    const cart = await openCart(page)
    await cart.getByText('Zalogowany').waitFor()
    const [panel, secondPanel] = [await context.newPage(), await context.newPage()]
    for (const tab of [panel, secondPanel]) await visit(tab, '/panel-klienta')
    await panel.getByRole('button', { name: 'Wyloguj' }).click()
    await seesToast(panel, 'Wylogowano')
    for (const tab of [panel, secondPanel]) await tab.waitForURL((url) => url.pathname === '/')
    await cart.getByRole('heading', { name: 'Twój e-mail' }).waitFor()
    expect(await cart.getByText('Zalogowany').count()).toBe(0)
  })
})
