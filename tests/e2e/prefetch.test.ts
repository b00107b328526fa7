import type { Page } from 'playwright-core'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cardOf, visit } from './storefront.ts'

/** Records the requests of the page from now on. */
function watchRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    asked.push(pathname + search)
  })
  return asked
}

const LONGER_THAN_ANY_LINK_WAITS_MS = 1000

const ofProduct = (slug: string) => `/api/products/${slug}`

test('a product, a page of the list and a brand are prefetched when their link is pointed at', async ({
  visitor: { page },
}) => {
  const asked = watchRequests(page)
  const count = (wanted: RegExp) => asked.filter((url) => wanted.test(url)).length
  await visit(page, '/sklep?category=arabic&sort=name-asc')
  const card = cardOf(page, 'Anbar Sahili')
  await card.hover()
  await expect.poll(() => asked).toContain(ofProduct('anbar-sahili'))
  await card.getByRole('link', { name: 'Anbar Sahili' }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Nuty zapachowe' }).waitFor()
  expect(asked.filter((url) => url === ofProduct('anbar-sahili'))).toHaveLength(1)
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // Another one, by the keyboard, once the closed dialog has given the focus back.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Anbar Sahili')
  await cardOf(page, 'Jabal Rawnaq').getByRole('link', { name: 'Jabal Rawnaq' }).focus()
  await expect.poll(() => asked).toContain(ofProduct('jabal-rawnaq'))

  await visit(page, '/sklep')
  const next = page.getByRole('navigation', { name: 'Strony sklepu' }).getByRole('link', { name: 'Strona 2' })
  await next.hover()
  await expect.poll(() => count(/^\/sklep\.data\?.*page=2/)).toBe(1)
  await next.click()
  await page.getByText('64 produkty, strona 2 z 3').waitFor()

  await visit(page, '/')
  await page.mouse.move(3, 3)
  await page.mouse.move(6, 6)
  const panel = page.locator('.picker-panel').first()
  await panel.hover()
  await panel.getByRole('link', { name: /^Perfumy Arabskie/ }).hover()
  await expect.poll(() => count(/^\/api\/products\?.*brand=perfumy-arabskie/)).toBe(1)
})

test('with data saver nothing is prefetched', async ({ openVisitor }) => {
  for (const options of [PHONE, DESKTOP]) {
    const { page, context } = await openVisitor(options)
    await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await page.clock.install()
    await visit(page, '/sklep')
    const asked = watchRequests(page)
    const code = page.waitForResponse('**/assets/product-dialog-*.js')
    const links = page.getByRole('main').getByRole('article').getByRole('link')
    await links.first().focus()
    await (await code).finished()
    await links.nth(1).focus()
    await page.getByRole('link', { name: 'Strona 2' }).hover()
    await page.getByRole('link', { name: 'Strona 3' }).focus()
    await page.clock.runFor(LONGER_THAN_ANY_LINK_WAITS_MS)
    expect(asked.filter((url) => url.startsWith('/api/products/') || url.includes('.data'))).toEqual([])
  }
})
