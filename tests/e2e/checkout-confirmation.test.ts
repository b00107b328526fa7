import type { Locator } from 'playwright-core'
import type { Visitor } from '#tests/support/browser.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cartWith, confirmation } from './checkout.ts'
import { chooseCourier, orderButton, putIntoCart, signInQuietly, textOf, visit } from './storefront.ts'

/** A customer's confirmation of an order that has just been placed in the cart. */
async function orderedBy({ page, context }: Visitor, email: string): Promise<Locator> {
  await signInQuietly(context, email)
  const cart = await cartWith(page, 'Misk Fajri')
  await chooseCourier(cart)
  await orderButton(cart).click()
  await confirmation(page).waitFor()
  return page.getByRole('region', { name: 'Dziękujemy za zamówienie' })
}

test('confirmation nobody reads: closes by itself, and a bar keeps the number', async ({ visitor }) => {
  const { page } = visitor
  const shown = await orderedBy(visitor, 'nikt@example.test')
  await shown.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/sklep')
  const bar = page.getByRole('complementary', { name: 'Twoje zamówienie' })
  await bar.getByText(/^Zamówienie \d{8} przyjęte/).waitFor()
})

test('confirmation of an order by the keyboard: stays; “Kontynuuj zakupy” closes it', async ({ visitor }) => {
  const { page, context } = visitor
  await signInQuietly(context, 'klawiatura@example.test')
  const cart = await cartWith(page, 'Misk Fajri')
  await chooseCourier(cart)
  await orderButton(cart).press('Enter')
  const heading = page.getByRole('heading', { name: 'Dziękujemy za zamówienie' })
  await expect.poll(() => heading.evaluate((element) => element.matches(':focus-visible'))).toBe(true)
  // It counts as being read, so nothing is left to wait for: the way to stay is gone.
  await page.getByRole('button', { name: 'Zostań na tej stronie' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Kontynuuj zakupy' }).press('Enter')
  await heading.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/sklep')
})

test('confirmation touched on a phone: stays; “Zobacz zamówienie” leads to the panel', async ({ phone }) => {
  const { page } = phone
  const shown = await orderedBy(phone, 'dotyk@example.test')
  await shown.getByText('Do zapłaty przy odbiorze').tap()
  await page.getByRole('button', { name: 'Zostań na tej stronie' }).waitFor({ state: 'hidden' })
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
