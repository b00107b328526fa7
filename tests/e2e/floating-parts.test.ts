import type { Page } from 'playwright-core'
import { DESKTOP, PHONE, STRANGER } from '#tests/support/browser.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { visit } from './storefront.ts'

const SIZES = [
  { ...PHONE, ...STRANGER },
  { ...DESKTOP, ...STRANGER, viewport: { width: 1366, height: 768 } },
  { ...DESKTOP, ...STRANGER },
]
const PAGES = ['/', '/sklep', '/produkt/anbar-sahili', '/odstapienie', '/reklamacja', '/newsletter', '/kontakt']

/**
 * What has one of its corners or its middle under a part that floats over the page: actions, fields, addresses and
 * prices under the contact links, prices under the privacy notice, or also the rest.
 */
const listCovered = (page: Page, underNotice: 'prices' | 'everything' = 'prices') =>
  page.evaluate((kept) => {
    const INSET = 5
    const EVERYTHING = 'a, button, input, select, textarea, summary, label, address, .price'
    // Not what lies in a closed part of the page, which has a box, too.
    const all = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      )
    const hasPartUnder = (element: Element, floating: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const points = [
        [(left + right) / 2, (top + bottom) / 2],
        ...[left + INSET, right - INSET].flatMap((x) => [
          [x, top + INSET],
          [x, bottom - INSET],
        ]),
      ]
      return points.some(([x = 0, y = 0]) => document.elementsFromPoint(x, y).some((found) => floating.contains(found)))
    }
    const listUnder = (floating: string, kept: string) =>
      all(floating).flatMap((part) =>
        all(kept)
          .filter((element) => !element.closest('[aria-label=Kontakt], [aria-label="Informacja o prywatności"]'))
          .filter((element) => hasPartUnder(element, part))
          .map((element) => `${element.tagName} ${element.textContent.trim().slice(0, 40)}`),
      )
    return [
      ...listUnder('aside[aria-label=Kontakt]', EVERYTHING),
      ...listUnder('[aria-label="Informacja o prywatności"]', kept === 'prices' ? '.price' : EVERYTHING),
    ]
  }, underNotice)

test.for(SIZES)(
  'a first visit at $viewport.width x $viewport.height: nothing that floats lies over an action, a field or a price',
  async (size, { openVisitor }) => {
    const { page, context } = await openVisitor(size)
    await context.addInitScript(() => localStorage.setItem('promo_dismissed', 'yes'))
    const covered: Record<string, string[]> = {}
    for (const path of PAGES) {
      await visit(page, path)
      await page.locator('aside[aria-label=Kontakt]').waitFor({ state: 'attached' })
      const height = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
      for (const share of [0, 0.1, 0.25, 0.5, 0.75, 1]) {
        await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), share * height)
        const free = expect.poll(() => listCovered(page)).toEqual([])
        await free.catch(async () => (covered[`${path} scrolled by ${share}`] = await listCovered(page)))
      }
    }
    expect(covered).toEqual({})
  },
)

test('the privacy notice on a desktop: on the list it leaves the filters for a place over no action', async ({
  openVisitor,
}) => {
  const { page, context } = await openVisitor({ ...DESKTOP, ...STRANGER })
  await context.addInitScript(() => localStorage.setItem('promo_dismissed', 'yes'))
  await visit(page, '/sklep')
  await page.getByRole('region', { name: 'Informacja o prywatności' }).waitFor()
  await expect.poll(() => listCovered(page, 'everything')).toEqual([])
})

test('contact on a desktop: two circles in the margin, gone while the page moves down', async ({ openVisitor }) => {
  const { page } = await openVisitor({ ...DESKTOP, viewport: { width: 1366, height: 768 } })
  await visit(page, '/sklep')
  const contact = page.locator('aside[aria-label=Kontakt]')
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
  await contact.waitFor()
  for (const link of await contact.locator('button, a').all()) {
    const box = await link.boundingBox()
    expect(box).toMatchObject({ width: 44, height: 44 })
    const end = await page.locator('main article').last().boundingBox()
    expect(box?.x).toBeGreaterThan((end?.x ?? 0) + (end?.width ?? Number.NaN))
  }
  await page.evaluate(() => {
    Object.assign(window, { wasHidden: false })
    const look = () => {
      const hidden = getComputedStyle(document.querySelector('aside[aria-label=Kontakt]') as Element).pointerEvents
      if (hidden === 'none') Object.assign(window, { wasHidden: true })
      requestAnimationFrame(look)
    }
    look()
    window.scrollTo({ top: 2000, behavior: 'smooth' })
  })
  await expect.poll(() => page.evaluate('window.wasHidden')).toBe(true)
  await contact.waitFor()
})
