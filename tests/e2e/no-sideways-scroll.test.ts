import type { Page } from 'playwright-core'
import { expect, test } from '#tests/support/fixtures.ts'

const WIDTHS = [320, 390, 768, 1440]
const PAGES = [
  '/',
  '/sklep',
  '/produkt/layali-zahran',
  '/regulamin',
  '/polityka-prywatnosci',
  '/payment-cancel',
  '/ocena/layali-zahran?gwiazdki=4',
  '/admin',
]

/** Widths of the window at which the page is wider than it. */
async function findTooWide(page: Page): Promise<string[]> {
  const wrong: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    const needed = await page.evaluate(() => document.documentElement.scrollWidth)
    if (needed !== width) wrong.push(`${width}: ${needed}`)
  }
  return wrong
}

test.for(PAGES)('%s can be pushed sideways on no screen', async (path, { visitor: { page } }) => {
  await page.goto(path)
  expect(await findTooWide(page)).toEqual([])
})

test('a chosen scent family widens no page and is seen', async ({ phone: { page } }) => {
  await page.goto('/sklep')
  const addresses = await page
    .getByRole('main')
    .locator('a[href*="family="]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.length).toBeGreaterThan(10)
  for (const address of addresses) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(address)
    const chosen = page.getByRole('link', { name: /wybrane: pokaż wszystkie$/ })
    await expect
      .poll(() =>
        chosen.evaluate((tile) => {
          const { left, right } = tile.getBoundingClientRect()
          return left >= 0 && right <= window.innerWidth
        }),
      )
      .toBe(true)
    expect(await findTooWide(page), address).toEqual([])
  }
})

test.for([
  ['cart', /^Koszyk, /],
  ['saved', 'Ulubione'],
] as const)('the dialog %s can be pushed sideways on no screen', async ([, button], { visitor: { page } }) => {
  await page.goto('/sklep')
  await page.getByRole('button', { name: button, exact: typeof button === 'string' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await findTooWide(page)).toEqual([])
})
