import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestDatabase } from '#tests/support/database.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { totpCode } from '#tests/support/totp.ts'
import { ADDRESS, fill, openCart, PASSWORD, PERSON, putIntoCart, signInByApi, visit } from './storefront.ts'

/** Labels of the courier form. */
export const COURIER_FIELDS = [...Object.keys(PERSON), ...Object.keys(ADDRESS)]

/** The open cart with one product of the original line, after it has called the shop. */
export async function cartWith(page: Page, product: string): Promise<Locator> {
  await visit(page, '/sklep?category=arabic')
  await putIntoCart(page, product)
  const checked = page.waitForResponse((response) => response.url().endsWith('/api/cart'))
  const cart = await openCart(page)
  await checked
  return cart
}

/** The dialog of a product of the Arabic list, at the first step of its checkout. */
export async function buyNow(page: Page, product: string): Promise<Locator> {
  await visit(page, '/sklep?category=arabic')
  await page.getByRole('link', { name: product, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: product })
  await dialog.getByRole('button', { name: 'Kup teraz' }).click()
  return dialog
}

/** A signed-in customer's product dialog at its last step, with the courier form filled in. */
export async function readyToOrder(page: Page, product: string): Promise<Locator> {
  const dialog = await buyNow(page, product)
  await dialog.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await fill(dialog, { ...PERSON, ...ADDRESS })
  return dialog
}

export function confirmation(page: Page): Locator {
  return page.getByRole('heading', { name: 'Dziękujemy za zamówienie' })
}

export function ordersOf({ db }: TestDatabase, email: string) {
  return db.selectFrom('orders').selectAll().where('email', '=', email).execute()
}

export function field(within: Locator, label: string): Locator {
  return within.getByRole('textbox', { name: label, exact: true })
}

export async function hasFocus(input: Locator): Promise<void> {
  await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true)
}

/**
 * Creates an account that asks for a code at every sign-in. Returns the present code. Nobody is signed in afterwards.
 */
export async function enrolSecondFactor(
  context: BrowserContext,
  email: string,
  db: TestDatabase['db'],
): Promise<() => string> {
  await signInByApi(context, email)
  await proveAddresses(db, email)
  const enabled = await context.request.post('/api/auth/two-factor/enable', { data: { password: PASSWORD } })
  const { totpURI } = await enabled.json()
  const code = () => totpCode(totpURI)
  const confirmed = await context.request.post('/api/auth/two-factor/verify-totp', { data: { code: code() } })
  expect([enabled.status(), confirmed.status()]).toEqual([200, 200])
  await context.clearCookies()
  return code
}
