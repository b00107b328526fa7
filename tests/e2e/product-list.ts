import type { Page } from 'playwright-core'
import { readDemo } from '#db/demo/demo-data.ts'
import { eventually, expect } from '#tests/support/fixtures.ts'

/** The expected lists of the shop page, computed from the demo catalogue. */

const demo = readDemo()
const brandNames = new Map(demo.brands.map(({ slug, name }) => [slug, name]))
/** `prices`: of all sizes; `price_grosze`: the lowest. */
export const products = demo.products.map((product) => {
  const sizes = demo.sizes.filter(({ of }) => of === product.slug)
  const prices = [product, ...sizes].map(({ price_grosze }) => price_grosze)
  return {
    ...product,
    prices,
    price_grosze: Math.min(...prices),
    brand: { name: brandNames.get(product.brand) ?? '' },
  }
})
export type DemoProduct = (typeof products)[number]

const collator = new Intl.Collator('pl')
export const byName = (a: DemoProduct, b: DemoProduct) => collator.compare(a.name, b.name)
export const newestFirst = (a: DemoProduct, b: DemoProduct) => a.created_days_ago - b.created_days_ago

export const namesOf = (list: DemoProduct[]) => list.map(({ name }) => name)
export const productList = (page: Page) => page.getByRole('region', { name: 'Produkty', exact: true })
export const shownNames = (page: Page) => productList(page).getByRole('article').getByRole('heading').allTextContents()
export const filters = (page: Page) => page.getByRole('search', { name: 'Szukaj i filtruj produkty' })

/** Waits for the address and for its list. */
export async function expectProductList(page: Page, query: string, list: DemoProduct[]): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/sklep' && url.search === query)
  await eventually(async () => expect(await shownNames(page)).toEqual(namesOf(list).slice(0, 24)))
}
