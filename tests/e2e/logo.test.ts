import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expectAccessible } from '#tests/support/accessible.ts'
import { DESKTOP } from '#tests/support/browser.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { expectToFit } from './sideways.ts'
import { seesToast, visit } from './storefront.ts'

const NIGHT = '#171310'
/** As long as a logo can be. */
const makeLogo = () =>
  sharp({ create: { width: 1000, height: 100, channels: 3, background: NIGHT } })
    .png()
    .toBuffer()

/** Right edges of what stands in the header, from left to right. */
const readEdges = (page: Page) =>
  page.locator('header a:visible, header summary:visible, header button[aria-haspopup]:visible').evaluateAll((all) =>
    all
      .map((one) => one.getBoundingClientRect())
      .filter(({ top, width }) => width > 0 && top >= 28)
      .map(({ left, right, width }) => ({ left, right, width })),
  )

test('a logo is published and removed; in the header it links home, fits on a phone and shifts nothing', async ({
  openVisitor,
  shop,
}) => {
  const { page, context } = await openVisitor(DESKTOP)
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/ustawienia/wyglad')
  const file = page.getByLabel('Plik ze zdjęciem')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg })
  await page.getByText('Plików SVG nie przyjmujemy, bo mogą zawierać skrypty.').waitFor()
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await makeLogo() })
  await page.getByRole('img', { name: 'Logo sklepu' }).waitFor()
  await expectAccessible(page, 'the look')
  await page.getByRole('button', { name: 'Opublikuj' }).click()
  await seesToast(page, 'Opublikowano. W sklepie widać to od razu.')

  const buyer = (await openVisitor(DESKTOP)).page
  const home = buyer.locator('header').getByRole('link', { name: 'Perfumeria', exact: true })
  await eventually(async () => {
    await visit(buyer, '/sklep')
    expect(await home.locator('img').count()).toBe(1)
  })
  for (const width of [320, 390, 1024, 1440]) {
    await buyer.setViewportSize({ width, height: 844 })
    const edges = await readEdges(buyer)
    expect(edges.length).toBeGreaterThan(3)
    for (const [index, { right }] of edges.entries()) {
      expect(right).toBeLessThanOrEqual(width)
      const next = edges[index + 1]
      // The icons of the phone stand closer than the squares that take their taps.
      if (next) expect(next.left, `${width}: ${index}`).toBeGreaterThanOrEqual(right - 10)
    }
    const cart = await buyer.getByRole('button', { name: /^Koszyk/ }).boundingBox()
    expect(cart?.width).toBeGreaterThan(47)
  }
  const img = home.locator('img')
  const size = await img.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.width, one.height])
  expect(size).toEqual([480, 240, 24])
  await expectToFit(buyer, 'a page with a logo')
  await expectAccessible(buyer, 'a page with a logo')
  await home.click()
  await buyer.waitForURL(`${shop.url}/`)

  await page.getByRole('button', { name: 'Usuń logo' }).click()
  await page.getByRole('button', { name: 'Opublikuj' }).click()
  await page.getByText('Wersja 2').waitFor()
  await eventually(async () => {
    await visit(buyer, '/sklep')
    expect(await home.textContent()).toBe('Perfumeria')
  })
})
