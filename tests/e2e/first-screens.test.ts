import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { DESKTOP } from '#tests/support/browser.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { visit } from './storefront.ts'

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not shown`)
  return { ...box, bottom: box.y + box.height }
}
const buying = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Dodaj do koszyka' })
const bar = (page: Page) => page.locator('main [data-bottom-bar]')

describe.each([
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
])('a window of $width x $height', (viewport) => {
  test('a product: buttons right under the price and the whole picture above the fold; a bar follows', async ({
    openVisitor,
  }) => {
    const { page } = await openVisitor({ ...DESKTOP, viewport })
    await visit(page, '/produkt/anbar-sahili')
    const price = await boxOf(page.locator('main .price').first())
    const button = await boxOf(buying(page).first())
    expect(button.y).toBeLessThan(560)
    expect(button.y - price.bottom).toBeLessThan(60)
    const picture = await boxOf(page.locator('main .slides').first())
    expect(picture.width).toBe(520)
    expect(picture.bottom).toBeLessThan(viewport.height)
    expect(await bar(page).isVisible()).toBe(false)

    await page.locator('#opinie').scrollIntoViewIfNeeded()
    await bar(page).waitFor()
    const follows = await boxOf(bar(page).getByRole('button', { name: 'Dodaj do koszyka' }))
    expect(follows.bottom).toBeLessThan(viewport.height)
    // The contact links make room for the bar.
    await expect
      .poll(async () => (await boxOf(page.locator('aside[aria-label=Kontakt]'))).bottom)
      .toBeLessThanOrEqual((await boxOf(bar(page))).y)
    await bar(page).getByRole('button', { name: 'Dodaj do koszyka' }).click()
    await page.getByRole('button', { name: 'Koszyk, sztuk: 1' }).waitFor()
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await bar(page).waitFor({ state: 'hidden' })
  })

  test('the shop: families in one row, four cards in a row, the first names above the fold', async ({
    openVisitor,
  }) => {
    const { page } = await openVisitor({ ...DESKTOP, viewport })
    await visit(page, '/sklep')
    const families = page.getByRole('region', { name: 'Rodziny zapachów' })
    expect((await boxOf(families)).height).toBeLessThanOrEqual(104)
    const tops = await families
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().y))
    expect(new Set(tops).size).toBe(1)
    const names = await page
      .locator('main article h3')
      .evaluateAll((found) => found.slice(0, 5).map((name) => name.getBoundingClientRect().toJSON()))
    expect(names.filter(({ y }) => y === names[0].y)).toHaveLength(4)
    expect(names[0].bottom).toBeLessThan(viewport.height)
  })
})

test('the notice of the guarantee is one line of 64 px, which opens it', async ({ visitor: { page } }) => {
  await visit(page, '/produkt/anbar-sahili')
  const notice = page.getByRole('complementary', { name: 'Gwarancja prawna' })
  await notice.scrollIntoViewIfNeeded()
  expect((await boxOf(notice)).height).toBe(64)
  await notice.getByText('Czytaj').click()
  await notice.getByRole('link', { name: /^Twoje prawa/ }).waitFor()
})

test('the landing page of a phone: eight perfumes and folded texts, which a press unfolds', async ({
  phone: { page },
}) => {
  await visit(page, '/')
  const cards = page.locator('#perfumy article').filter({ visible: true })
  expect(await cards.count()).toBe(8)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(10_500)
  await page.getByRole('button', { name: 'Zobacz wszystkie' }).tap()
  await expect.poll(() => cards.count()).toBe(18)
  await page.getByRole('navigation', { name: 'Strony perfum' }).waitFor()
  const about = page.locator('#ofirmie')
  const before = (await boxOf(about)).height
  await about.getByRole('button', { name: 'Czytaj dalej' }).tap()
  await expect.poll(async () => (await boxOf(about)).height).toBeGreaterThan(before)
  await page.goto('/?page=2')
  expect(await cards.count()).toBe(18)
})
