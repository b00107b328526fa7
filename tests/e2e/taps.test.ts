import type { Page } from 'playwright-core'
import { PHONE } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { confirmation } from './checkout.ts'
import { orderButton, orderQuietly, putIntoCart, signInQuietly, visit } from './storefront.ts'

/** How often the screen was touched since the page was opened. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.taps = '0'
    const count = () => {
      const { dataset } = document.documentElement
      dataset.taps = String(Number(dataset.taps) + 1)
    }
    window.addEventListener('pointerdown', count, true)
  })
  return async () => Number(await page.evaluate(() => document.documentElement.dataset.taps))
}

test('whoever ordered before buys a product in two taps, orders a cart in two, and the same again in two', async ({
  openVisitor,
}) => {
  const { page, context } = await openVisitor(PHONE)
  await signInQuietly(context, 'wraca@example.test')
  await orderQuietly(context, ['layali-zahran'])

  await visit(page, '/produkt/ward-nahari')
  const tapsOfProduct = await countTaps(page)
  await page.getByRole('link', { name: 'Kup teraz' }).locator('visible=true').tap()
  const dialog = page.getByRole('dialog', { name: 'Ward Nahari' })
  await dialog.getByText('Kurier, płatność przy odbiorze').waitFor()
  await orderButton(dialog).tap()
  await confirmation(page).waitFor()
  expect(await tapsOfProduct()).toBe(2)

  await visit(page, '/sklep?category=arabic')
  await putIntoCart(page, 'Ward Nahari')
  const tapsOfCart = await countTaps(page)
  await page.getByRole('button', { name: /^Koszyk, / }).tap()
  await orderButton(page.getByRole('dialog', { name: 'Koszyk', exact: true })).tap()
  await confirmation(page).waitFor()
  expect(await tapsOfCart()).toBe(2)

  await visit(page, '/panel-klienta')
  const tapsOfAgain = await countTaps(page)
  await page.getByRole('button', { name: 'Zamów ponownie' }).first().tap()
  await orderButton(page.getByRole('dialog', { name: 'Koszyk', exact: true })).tap()
  await confirmation(page).waitFor()
  expect(await tapsOfAgain()).toBe(2)
})
