import { expectAccessibleOnBoth } from '#tests/support/accessible.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { visit } from './storefront.ts'

test('scent finder: the map by keys alone, accessible with and without answers', async ({ visitor: { page } }) => {
  await visit(page, '/znajdz-zapach')
  const map = page.getByRole('navigation', { name: 'Mapa zapachów' })
  await page.getByRole('button', { name: 'Pokaż zapachy' }).focus()
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  await expect.poll(focused).toMatch(/\szł, /)
  const first = await focused()
  await page.keyboard.press('End')
  await expect.poll(focused).not.toBe(first)
  const last = await focused()
  // To every scent from the last one, by arrows alone.
  const seen = new Set([last])
  for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) {
    await page.keyboard.press(key)
    seen.add(await focused())
  }
  expect(seen.size).toBeGreaterThan(2)
  const [chosen = ''] = (await focused()).split(',')
  await page.getByRole('link', { name: chosen, exact: true }).first().waitFor()
  // The next Tab leaves the map.
  await page.keyboard.press('Tab')
  expect(await map.evaluate((element) => element.contains(document.activeElement))).toBe(false)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: chosen }).waitFor()

  await visit(page, '/znajdz-zapach?jak=layali-zahran&ale=lzejszy&maxPrice=80')
  await expectAccessibleOnBoth(page, 'the answers of the scent finder', { bestPractice: true })
})

test('scent finder: a finger chooses the point nearest to it, and the page scrolls over the map', async ({
  phone: { page },
}) => {
  await visit(page, '/znajdz-zapach')
  const point = page.getByRole('navigation', { name: 'Mapa zapachów' }).getByRole('link').nth(7)
  const [name = ''] = ((await point.getAttribute('aria-label')) ?? '').split(',')
  await point.scrollIntoViewIfNeeded()
  const box = await point.boundingBox()
  if (!box) throw new Error('the point is not shown')
  // Beside the point, where no link is.
  await page.touchscreen.tap(box.x + box.width / 2 + 9, box.y + box.height / 2 + 3)
  await page.getByRole('link', { name, exact: true }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/znajdz-zapach')
})
