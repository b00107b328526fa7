import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** What a person does in the storefront, in their words; every journey is made of these. */

export async function putIntoCart(page: Page, product: string): Promise<void> {
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: product, exact: true }) })
  await card.getByRole('button', { name: /Do koszyka/ }).click()
  await page.getByText('Produkt dodany do koszyka').first().waitFor()
}

export async function openCart(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Koszyk, / }).click()
  const dialog = page.getByRole('dialog', { name: 'Koszyk', exact: true })
  await dialog.waitFor()
  return dialog
}

/** Fills a field as a person does and leaves it, so that its check on blur runs. */
export async function fill(within: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = within.getByRole('textbox', { name: label, exact: true })
    await field.fill(value)
    await field.blur()
  }
}

export async function chooseLocker(within: Locator, search: string, lockerId: string): Promise<void> {
  await within.getByLabel('Znajdź paczkomat').fill(search)
  await within.getByRole('radio', { name: new RegExp(lockerId) }).check()
}

export function orderButton(within: Locator): Locator {
  return within.getByRole('button', { name: /Zamawiam z obowiązkiem zapłaty/ })
}

/** Normalised text of an element: amounts are written with no-break spaces. */
export async function textOf(locator: Locator): Promise<string> {
  return ((await locator.textContent()) ?? '').replaceAll(/\s+/g, ' ')
}

/** Waits until the condition holds, and fails with the last reason when it never does. */
export async function eventually(check: () => Promise<void>, withinMs = 15_000): Promise<void> {
  await expect.poll(async () => check().then(() => 'held', String), { timeout: withinMs, interval: 100 }).toBe('held')
}
