import type { Locator } from 'playwright-core'
import type { Visitor } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cartWith, confirmation } from './checkout.ts'
import { chooseCourier, orderButton, putIntoCart, signInQuietly, textOf, visit } from './storefront.ts'

/** After how long a confirmation that nobody reads closes, ms. */
const CLOSES_AFTER_MS = 2500

/** A customer's confirmation of an order that has just been placed in the cart. */
async function orderedBy({ page, context }: Visitor, email: string): Promise<Locator> {
  await signInQuietly(context, email)
  const cart = await cartWith(page, 'Misk Fajri')
  await chooseCourier(cart)
  await orderButton(cart).click()
  await confirmation(page).waitFor()
  return page.getByRole('region', { name: 'Dziękujemy za zamówienie' })
}

test('confirmation nobody reads: closes by itself after 2.5 s', async ({ visitor }) => {
  const shown = await orderedBy(visitor, 'nikt@example.test')
  const since = Date.now()
  await shown.waitFor({ state: 'detached' })
  expect(Date.now() - since).toBeLessThan(CLOSES_AFTER_MS * 4)
  expect(new URL(visitor.page.url()).pathname).toBe('/sklep')
})

test('confirmation under a moving pointer: stays, and closes once the pointer has left', async ({ visitor }) => {
  const { page } = visitor
  const shown = await orderedBy(visitor, 'mysz@example.test')
  await shown.getByText('Do zapłaty przy odbiorze').hover()
  await stays(shown)
  await page.mouse.move(2, 2)
  await shown.waitFor({ state: 'detached' })
})

test('confirmation reached by the keyboard: stays; “Kontynuuj zakupy” closes it', async ({ visitor }) => {
  const { page } = visitor
  const shown = await orderedBy(visitor, 'klawiatura@example.test')
  await page.keyboard.press('Tab')
  await expect.poll(() => shown.locator(':focus').count()).toBe(1)
  await stays(shown)
  await shown.getByRole('button', { name: 'Kontynuuj zakupy' }).press('Enter')
  await shown.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/sklep')
})

test('confirmation touched on a phone: stays; “Zobacz zamówienie” leads to the panel', async ({ phone }) => {
  const { page } = phone
  const shown = await orderedBy(phone, 'dotyk@example.test')
  await shown.getByText('Do zapłaty przy odbiorze').tap()
  await stays(shown)
  await shown.getByRole('link', { name: 'Zobacz zamówienie' }).tap()
  await page.waitForURL('**/panel-klienta')
  await page.getByText('Misk Fajri').first().waitFor()
})

test('the toast of a placed order: leads to the panel', async ({ visitor }) => {
  const { page } = visitor
  await orderedBy(visitor, 'powiadomienie@example.test')
  await page.getByRole('button', { name: 'Zobacz zamówienie' }).click()
  await page.waitForURL('**/panel-klienta')
})

test('three orders of one cart: one parcel with one sum', async ({ visitor }) => {
  const { page, context } = visitor
  await signInQuietly(context, 'trzy@example.test')
  await visit(page, '/sklep?category=arabic')
  for (const product of ['Ward Nahari', 'Qamar al-Wadi']) await putIntoCart(page, product)
  const cart = await cartWith(page, 'Misk Fajri')
  await chooseCourier(cart)
  const total = /[\d,]+ zł$/.exec(await textOf(orderButton(cart)))?.[0] ?? 'no total'
  await orderButton(cart).click()
  const shown = page.getByRole('region', { name: 'Dziękujemy za zamówienie' })
  await shown.getByText('Jedna paczka, 3 zamówienia').waitFor()
  expect(await textOf(shown)).toMatch(/Numery zamówień(\d{8}, ){2}\d{8}/)
  expect(await textOf(shown)).toContain(`Do zapłaty przy odbiorze${total}`)
})

/** Does not go within well more time than it takes to close. */
async function stays(shown: Locator): Promise<void> {
  await expect(shown.waitFor({ state: 'detached', timeout: CLOSES_AFTER_MS + 1500 })).rejects.toThrow('Timeout')
}
