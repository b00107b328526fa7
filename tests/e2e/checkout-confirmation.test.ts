import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cartWith } from './checkout.ts'
import { chooseCourier, orderButton, signInByApi } from './storefront.ts'

test('confirmation of an order by the keyboard: stays open; “Kontynuuj zakupy” closes it', async ({ visitor }) => {
  const { page, context } = visitor
  await signInByApi(context, 'klawiatura@example.test')
  const cart = await cartWith(page, 'Misk Fajri')
  await chooseCourier(cart)
  await orderButton(cart).press('Enter')
  const heading = page.getByRole('heading', { name: 'Dziękujemy za zamówienie' })
  await expect.poll(() => heading.evaluate((element) => element.matches(':focus-visible'))).toBe(true)
  // It counts as read and no longer closes by itself, so the button to stay is gone.
  await page.getByRole('button', { name: 'Zostań na tej stronie' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Kontynuuj zakupy' }).press('Enter')
  await heading.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/sklep')
})

test('confirmation touched on a phone: stays open; “Zobacz zamówienie” leads to the panel', async ({
  phone: { page, context },
}) => {
  await signInByApi(context, 'dotyk@example.test')
  const cart = await cartWith(page, 'Misk Fajri')
  await chooseCourier(cart)
  await orderButton(cart).click()
  const shown = page.getByRole('region', { name: 'Dziękujemy za zamówienie' })
  await shown.getByText('Do zapłaty przy odbiorze').tap()
  await page.getByRole('button', { name: 'Zostań na tej stronie' }).waitFor({ state: 'hidden' })
  await shown.getByRole('link', { name: 'Zobacz zamówienie' }).tap()
  await page.waitForURL('**/panel-klienta')
  await page.getByText('Misk Fajri').first().waitFor()
})
