import type { Page, Route } from 'playwright-core'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import {
  byName,
  type DemoProduct,
  expectProductList,
  namesOf,
  newestFirst,
  productList,
  products,
} from './product-list.ts'
import { textOf, visit } from './storefront.ts'

const EMPTY_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"/>'

/** The badges of each product of the page, by its name. */
async function shownBadges(page: Page): Promise<Record<string, string[]>> {
  const worn = await productList(page)
    .getByRole('article')
    .evaluateAll((cards) =>
      cards.map((card) => [
        card.querySelector('h2, h3, h4')?.textContent ?? '',
        [...card.querySelectorAll('ul[aria-label=Oznaczenia] > li')].map(({ textContent }) => textContent ?? ''),
      ]),
    )
  return Object.fromEntries(worn)
}

test('product list: keeps the chosen sort order on the next pages, and shows each product with its badges', async ({
  visitor: { page },
}) => {
  await visit(page, '/sklep')
  await page.getByRole('combobox', { name: 'Sortuj' }).selectOption('name-desc')
  const list = products.toSorted((a, b) => byName(b, a))
  await expectProductList(page, '?sort=name-desc', list)
  const worn = await shownBadges(page)
  for (const number of [2, 3]) {
    await page.getByRole('link', { name: `Strona ${number}`, exact: true }).click()
    await expectProductList(page, `?sort=name-desc&page=${number}`, list.slice((number - 1) * 24))
    await expect.poll(() => textOf(productList(page).getByRole('status'))).toBe(`64 produkty, strona ${number} z 3`)
    Object.assign(worn, await shownBadges(page))
  }
  const expected = products.map(({ name, brand, gender, out_of_stock }) => [
    name,
    [
      ...(brand.name === 'Perfumy Arabskie' ? [] : ['ZAMIENNIK']),
      ...(gender === 'women' || gender === 'unisex' ? ['+GRATIS'] : []),
      ...(out_of_stock ? ['WYPRZEDANE'] : []),
    ],
  ])
  expect(worn).toEqual(Object.fromEntries(expected))
  await page.getByRole('combobox', { name: 'Sortuj' }).selectOption('newest')
  await expectProductList(page, '', products.toSorted(newestFirst))
})

test('product list: back and forward restore the list and the scroll position', async ({ visitor: { page } }) => {
  // The test catalogue has no picture files, and a failed picture takes no space.
  await page.route('**/media/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: EMPTY_PICTURE }))
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  const scrollTo = async (top: number) => {
    await page.evaluate((to) => window.scrollTo(0, to), top)
    await expect.poll(scrolled).toBe(top)
  }
  const women = products.filter(({ gender }) => gender === 'women').toSorted(newestFirst)
  const second = products.toSorted(newestFirst).slice(24)

  await visit(page, '/sklep')
  await scrollTo(900)
  // Dispatched as an event, because a real click would scroll first.
  await page.getByRole('link', { name: 'Następna strona' }).dispatchEvent('click')
  await expectProductList(page, '?page=2', second)
  await expect.poll(scrolled).toBe(0)
  await scrollTo(700)
  await page.getByRole('link', { name: 'Perfumeria', exact: true }).dispatchEvent('click')
  await page.getByRole('heading', { level: 1, name: 'Zmieniasz cenę, nie jakość.' }).waitFor()
  await expect.poll(scrolled).toBe(0)
  await page.getByRole('link', { name: /^Zobacz w sklepie ?: Damskie/ }).click()
  await expectProductList(page, '?gender=women', women)

  await page.goBack()
  await page.goBack()
  await expectProductList(page, '?page=2', second)
  await expect.poll(scrolled).toBe(700)
  await page.goBack()
  await expectProductList(page, '', products.toSorted(newestFirst))
  await expect.poll(scrolled).toBe(900)
  await page.goForward()
  await expectProductList(page, '?page=2', second)
  await expect.poll(scrolled).toBe(700)
})

test('product list: shows 12 skeletons while it loads', async ({ visitor: { page } }) => {
  await visit(page, '/sklep')
  let held: Route | undefined
  await page.route('**/sklep.data?**', (route) => {
    held = route
  })
  await page.getByRole('combobox', { name: 'Marka' }).selectOption('Orsolay')
  const skeletons = page.locator('section[aria-busy=true] > ul[aria-hidden=true] > li')
  await expect.poll(() => skeletons.count()).toBe(12)
  expect(await productList(page).getByRole('article').count()).toBe(0)
  await held?.continue()
  const list = products.filter(({ brand }) => brand.name === 'Orsolay').toSorted(newestFirst)
  await expectProductList(page, '?brand=orsolay', list)
  expect(await skeletons.count()).toBe(0)
})

test('landing page: lists 18 products, the original line first and then by name', async ({ visitor: { page } }) => {
  const original = ({ brand }: DemoProduct) => brand.name === 'Perfumy Arabskie'
  const order = [
    ...products.filter(original).toSorted(byName),
    ...products.filter((product) => !original(product)).toSorted(byName),
  ]
  const wall = page.getByRole('region', { name: 'Nasze perfumy' })
  const shown = () => wall.getByRole('article').getByRole('heading').allTextContents()
  await visit(page, '/')
  expect(await shown()).toEqual(namesOf(order).slice(0, 18))
  const pages = page.getByRole('navigation', { name: 'Strony perfum' })
  expect(await pages.getByRole('link', { name: /^Strona \d/ }).allTextContents()).toEqual(['1', '2', '3', '4'])
  await pages.getByRole('link', { name: 'Strona 2', exact: true }).click()
  await page.waitForURL('**/?page=2#perfumy')
  await eventually(async () => expect(await shown()).toEqual(namesOf(order).slice(18, 36)))
  await eventually(async () => expect((await wall.boundingBox())?.y).toBeLessThan(200))
})
