import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { cartWith } from './checkout.ts'
import { ADDRESS, fill, orderButton, PERSON, signInByApi } from './storefront.ts'

/** Actions of a buyer who pays ahead, from the cart to the sandbox's payment page and back. */

const RECEIVED = 'Dziękujemy, płatność przyjęta'

export async function chooseCourierAhead(within: Locator): Promise<void> {
  await within.getByRole('radio', { name: /Kurier.*online/ }).check()
  await fill(within, { ...PERSON, ...ADDRESS })
}

/** Waits for the payment page. Returns the id of its session. */
export async function reachPaymentPage(page: Page): Promise<string> {
  await page.waitForURL(/\/pay\/cs_/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Orders this product ahead from a signed-in customer's cart. Returns the session of the payment page. */
export async function orderAhead(page: Page, context: BrowserContext, product: string, email: string): Promise<string> {
  await signInByApi(context, email)
  const cart = await cartWith(page, product)
  await chooseCourierAhead(cart)
  await orderButton(cart).click()
  return reachPaymentPage(page)
}

export async function payByBlik(page: Page): Promise<void> {
  await page.getByLabel('Kod BLIK').fill('123456')
  await page.getByRole('button', { name: /^Zapłać/ }).click()
  await page.getByRole('button', { name: 'Potwierdź', exact: true }).click()
}

export async function payByCard(page: Page, number: string): Promise<void> {
  await page.getByRole('link', { name: 'Karta' }).click()
  await page.getByLabel('Numer karty').fill(number)
  await page.getByLabel('Ważna do').fill('12/39')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Zapłać/ }).click()
}

export async function seesReceived(page: Page): Promise<void> {
  await page.getByRole('heading', { name: RECEIVED }).waitFor()
}

export async function expectCart(page: Page, pieces: number): Promise<void> {
  const name = pieces === 0 ? 'Koszyk, pusty' : `Koszyk, sztuk: ${pieces}`
  await page.getByRole('button', { name, exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /^Koszyk, / }).count()).toBe(1)
}
