import type { Locator, Page, Route } from 'playwright-core'
import { describe } from 'vitest'
import { SCREENS } from '#tests/support/accessible.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cardOf, seesToast, textOf, visit } from './storefront.ts'

const LIST = '/sklep?category=arabic&sort=name-asc'
const cardLink = (page: Page, name: string) => cardOf(page, name).getByRole('link', { name })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const pathOf = (page: Page) => new URL(page.url()).pathname

async function open(page: Page, name: string) {
  await cardLink(page, name).click()
  const dialog = dialogOf(page, name)
  await dialog.waitFor()
  return dialog
}

async function expectListAgain(page: Page, name: string): Promise<void> {
  await dialogOf(page, name).waitFor({ state: 'detached' })
  await page.waitForURL(`**${LIST}`)
  await eventually(async () =>
    expect(await cardLink(page, name).evaluate((link) => link === document.activeElement)).toBe(true),
  )
}

describe('product dialog', () => {
  test('opens over the list at its own address; Escape, the cross and back return to the same card', async ({
    visitor: { page },
  }) => {
    await visit(page, LIST)
    const name = 'Jabal Rawnaq'
    await cardLink(page, name).scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => window.scrollY)
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Zamknij', exact: true }).click(),
      () => page.goBack(),
    ]) {
      const dialog = await open(page, name)
      await page.waitForURL('**/produkt/jabal-rawnaq')
      await expect.poll(() => page.locator('main article').count()).toBe(22)
      await expect.poll(() => textOf(dialog)).toContain('104,90 zł')
      await dialog.getByText('Dostawa od').waitFor()
      await dialog.getByRole('heading', { name: 'Nuty zapachowe' }).waitFor()
      await close()
      await expectListAgain(page, name)
      expect(await page.evaluate(() => window.scrollY)).toBe(place)
    }
    await page.goForward()
    await dialogOf(page, name).waitFor()
    expect(pathOf(page)).toBe('/produkt/jabal-rawnaq')
  })

  test('is a page of its own after a reload, and Back leads to the list, also before hydration', async ({
    visitor: { page },
  }) => {
    await visit(page, LIST)
    await open(page, 'Anbar Sahili')
    const alive = page.waitForResponse((response) => response.url().endsWith('/api/me'))
    await page.reload()
    await alive
    await page.getByRole('heading', { level: 1, name: 'Anbar Sahili' }).waitFor()
    expect(pathOf(page)).toBe('/produkt/anbar-sahili')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.goBack()
    await page.waitForURL(`**${LIST}`)
    await cardLink(page, 'Anbar Sahili').waitFor()

    await open(page, 'Anbar Sahili')
    const { promise: waiting, resolve } = Promise.withResolvers<Route>()
    await page.route('**/assets/framework-*.js', (route) => resolve(route), { times: 1 })
    await page.reload({ waitUntil: 'commit' })
    await waiting
    await page.goBack({ waitUntil: 'commit' })
    await cardLink(page, 'Anbar Sahili').waitFor()
    expect(await page.getByRole('heading', { level: 1, name: 'Anbar Sahili' }).count()).toBe(0)
  })

  test('reloaded over the end of a list, alone or with its picture enlarged, becomes a page that begins at its top', async ({
    visitor: { page },
  }) => {
    for (const isEnlarged of [false, true]) {
      await visit(page, LIST)
      const last = page.getByRole('article').last()
      await last.scrollIntoViewIfNeeded()
      const behind = await page.evaluate(() => scrollY)
      expect(behind).toBeGreaterThan(500)
      await last.getByRole('link').first().click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      if (isEnlarged) {
        await dialog.getByRole('button', { name: /Powiększ zdjęcie/ }).click()
        await expect.poll(() => page.locator('[role=dialog]').count()).toBe(2)
      }
      const alive = page.waitForResponse((response) => response.url().endsWith('/api/me'))
      await page.reload()
      await alive
      await page.locator('h1').waitFor()
      await expect.poll(() => page.evaluate(() => scrollY), { message: `enlarged: ${isEnlarged}` }).toBe(0)
    }
  })

  test('a link opened in a new tab is a page of its own there', async ({ visitor: { page, context } }) => {
    await visit(page, LIST)
    const link = cardLink(page, 'Anbar Sahili')
    for (const modifier of ['ctrlKey', 'metaKey', 'shiftKey'] as const) {
      // Headless browsers do not open every requested tab, so it is opened by hand below.
      const taken = await link.evaluate((anchor, key) => {
        let prevented = false
        const judge = (event: Event) => {
          prevented = event.defaultPrevented
          event.preventDefault()
        }
        addEventListener('click', judge, { once: true })
        anchor.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true }))
        return prevented
      }, modifier)
      expect(taken, modifier).toBe(false)
    }
    expect(pathOf(page)).toBe('/sklep')
    expect(await page.getByRole('dialog').count()).toBe(0)
    const tab = await context.newPage()
    await tab.goto((await link.getAttribute('href')) ?? '')
    await tab.getByRole('heading', { level: 1, name: 'Anbar Sahili' }).waitFor()
    expect(pathOf(tab)).toBe('/produkt/anbar-sahili')
  })

  test('opens over the landing page, adds the product to the cart, and its brand is a link to the brand’s list', async ({
    phone: { page },
  }) => {
    await visit(page, '/')
    const dialog = await open(page, 'Anbar Sahili')
    expect(pathOf(page)).toBe('/produkt/anbar-sahili')
    await dialog.getByRole('button', { name: 'Dodaj do koszyka' }).click()
    await seesToast(page, 'Produkt dodany do koszyka', 'Anbar Sahili')
    await dialog.getByRole('link', { name: 'Perfumy Arabskie' }).click()
    await page.waitForURL('**/sklep?brand=perfumy-arabskie')
    await dialog.waitFor({ state: 'detached' })
    await page.goBack()
    await dialogOf(page, 'Anbar Sahili').waitFor()
    await page.goBack()
    await dialogOf(page, 'Anbar Sahili').waitFor({ state: 'detached' })
    expect(pathOf(page)).toBe('/')
  })
})

test('the page of an unknown product is a 404 with a link to all; that of a sold-out one says so and does not sell it', async ({
  visitor: { page },
}) => {
  const answer = await page.goto('/produkt/nie-ma-takiego')
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Nie znaleziono produktu' }).waitFor()
  expect(await page.title()).toBe('Nie znaleziono produktu')
  await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await page.getByRole('link', { name: 'Zobacz wszystkie perfumy' }).click()
  await page.waitForURL('**/sklep')
  await page.getByText('64 produkty').waitFor()

  await visit(page, '/produkt/luban-sarmad')
  await page.getByRole('heading', { level: 1, name: 'Luban Sarmad' }).waitFor()
  await expect.poll(() => page.getByText('Produkt wyprzedany').filter({ visible: true }).count()).toBe(2)
  const main = page.getByRole('main')
  expect(await main.getByRole('button', { name: /Dodaj do koszyka|Kup teraz/ }).count()).toBe(0)
  expect(await main.getByRole('link', { name: 'Kup teraz' }).count()).toBe(0)
})

/** Whether one element comes before another for keyboards and screen readers. */
async function comesBefore(first: Locator, second: Locator): Promise<boolean> {
  const before = await first.elementHandle()
  return second.evaluate(
    (after, before) => before !== null && after.compareDocumentPosition(before) === Node.DOCUMENT_POSITION_PRECEDING,
    before,
  )
}

/** Clicks the stars next to the product's name, in its page or dialog. */
async function pressRating(place: Locator): Promise<void> {
  const reviews = place.getByRole('heading', { name: 'Opinie', exact: true })
  await reviews.waitFor()
  const isSeen = () =>
    reviews.evaluate((heading) => {
      const { top, bottom } = heading.getBoundingClientRect()
      return top >= 0 && bottom < window.innerHeight / 2
    })
  expect(await isSeen()).toBe(false)
  await place
    .getByRole('link', { name: /^Ocena \d,\d na 5/ })
    .first()
    .click()
  await expect.poll(isSeen).toBe(true)
}

/** Opens and closes the enlarged picture by keyboard alone. */
async function enlargeByKeyboard(page: Page): Promise<void> {
  const picture = page.getByRole('button', { name: /Powiększ zdjęcie/ }).first()
  await picture.focus()
  await page.keyboard.press('Enter')
  const viewer = dialogOf(page, 'Anbar Sahili, zdjęcie')
  await viewer.waitFor()
  const zoom = viewer.getByRole('button', { name: /zdjęcie/ })
  await zoom.focus()
  await page.keyboard.press('Enter')
  await viewer.getByRole('button', { name: 'Pomniejsz zdjęcie', pressed: true }).waitFor()
  await page.keyboard.press('Space')
  await viewer.getByRole('button', { name: 'Powiększ zdjęcie', pressed: false }).waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  await eventually(async () => expect(await picture.evaluate((button) => button === document.activeElement)).toBe(true))
}

test('page of a product: price before button, stars link to the reviews, picture and checkout open by keyboard', async ({
  visitor: { page },
}) => {
  await visit(page, '/produkt/anbar-sahili')
  const main = page.getByRole('main')
  const buy = main.getByRole('link', { name: 'Kup teraz' }).filter({ visible: true })
  for (const size of Object.values(SCREENS)) {
    await page.setViewportSize(size)
    expect(await comesBefore(main.locator('.price').first(), buy)).toBe(true)
    expect(await comesBefore(buy, page.getByRole('region', { name: 'Nuty zapachowe' }))).toBe(true)
  }
  await enlargeByKeyboard(page)
  expect(await dialogOf(page, 'Anbar Sahili').count()).toBe(0)
  await pressRating(main)
  expect(new URL(page.url()).hash).toBe('#opinie')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.goBack()

  await buy.click()
  await dialogOf(page, 'Anbar Sahili').getByText('Krok 1 z 3').waitFor()
  expect(pathOf(page)).toBe('/produkt/anbar-sahili')
  await page.goBack()
  await dialogOf(page, 'Anbar Sahili').waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe('/produkt/anbar-sahili')
  await page.getByRole('heading', { level: 1, name: 'Anbar Sahili' }).waitFor()
})

test('dialog of a product: price before button, stars link to the reviews, and the picture opens by keyboard', async ({
  visitor: { page },
}) => {
  await visit(page, LIST)
  const dialog = await open(page, 'Anbar Sahili')
  const buy = dialog.getByRole('button', { name: 'Kup teraz' })
  for (const size of Object.values(SCREENS)) {
    await page.setViewportSize(size)
    expect(await comesBefore(dialog.locator('.price').first(), buy)).toBe(true)
    expect(await comesBefore(buy, dialog.getByRole('button', { name: /Powiększ zdjęcie/ }))).toBe(true)
  }
  await enlargeByKeyboard(page)
  await expect.poll(() => dialogOf(page, 'Anbar Sahili').count()).toBe(1)
  await pressRating(dialog)
  expect(new URL(page.url()).hash).toBe('')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
})
