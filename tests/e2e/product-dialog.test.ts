import type { Locator, Page, Route } from 'playwright-core'
import { describe, onTestFinished } from 'vitest'
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
      expect(await page.locator('main article').count()).toBe(22)
      expect(await textOf(dialog)).toContain('104,90 zł')
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

  test('is a page of its own after a reload, and back leads to the list', async ({ visitor: { page } }) => {
    await visit(page, LIST)
    await open(page, 'Anbar Sahili')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Anbar Sahili' }).waitFor()
    expect(pathOf(page)).toBe('/produkt/anbar-sahili')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.goBack()
    await page.waitForURL(`**${LIST}`)
    await cardLink(page, 'Anbar Sahili').waitFor()
  })

  test('back leads to the list also before the page is alive', async ({ visitor: { page } }) => {
    await visit(page, LIST)
    await open(page, 'Anbar Sahili')
    const { promise: waiting, resolve } = Promise.withResolvers<Route>()
    await page.route('**/assets/framework-*.js', (route) => resolve(route), { times: 1 })
    await page.reload({ waitUntil: 'commit' })
    await waiting
    await page.goBack({ waitUntil: 'commit' })
    await cardLink(page, 'Anbar Sahili').waitFor()
    expect(await page.getByRole('heading', { level: 1, name: 'Anbar Sahili' }).count()).toBe(0)
  })

  test('a link opened in a new tab is a page of its own there', async ({ visitor: { page, context } }) => {
    await visit(page, LIST)
    const link = cardLink(page, 'Anbar Sahili')
    for (const modifier of ['ctrlKey', 'metaKey', 'shiftKey'] as const) {
      // Headless browsers do not open every tab they are asked for, so the tab is opened by hand below.
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

  test('opens over the landing page, and its brand is a link to the brand’s list', async ({ phone: { page } }) => {
    await visit(page, '/')
    const dialog = await open(page, 'Anbar Sahili')
    expect(pathOf(page)).toBe('/produkt/anbar-sahili')
    await dialog.getByRole('link', { name: 'Perfumy Arabskie' }).click()
    await page.waitForURL('**/sklep?brand=perfumy-arabskie')
    await dialog.waitFor({ state: 'detached' })
    await page.goBack()
    await dialogOf(page, 'Anbar Sahili').waitFor()
    await page.goBack()
    await dialogOf(page, 'Anbar Sahili').waitFor({ state: 'detached' })
    expect(pathOf(page)).toBe('/')
  })

  test('adds the product to the cart', async ({ phone: { page } }) => {
    await visit(page, LIST)
    const dialog = await open(page, 'Anbar Sahili')
    await dialog.getByRole('button', { name: 'Dodaj do koszyka' }).click()
    await seesToast(page, 'Produkt dodany do koszyka', 'Anbar Sahili')
  })
})

describe('unknown product', () => {
  test('is a 404 page with a link to all products', async ({ visitor: { page } }) => {
    const answer = await page.goto('/produkt/nie-ma-takiego')
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'Nie znaleziono produktu' }).waitFor()
    expect(await page.title()).toBe('Nie znaleziono produktu')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await page.getByRole('link', { name: 'Zobacz wszystkie perfumy' }).click()
    await page.waitForURL('**/sklep')
    await page.getByText('64 produkty').waitFor()
  })

  test('withdrawn while the list was open: the dialog shows it', async ({ visitor: { page }, database }) => {
    await visit(page, LIST)
    const setActive = (active: boolean) =>
      database.db.updateTable('products').set({ active }).where('slug', '=', 'riyah-jazira').execute()
    onTestFinished(async () => void (await setActive(true)))
    await setActive(false)
    await cardLink(page, 'Riyah Jazira').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Nie znaleziono produktu' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Kup teraz' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.waitForURL(`**${LIST}`)
  })
})

test('sold-out product: is marked everywhere and can be bought nowhere', async ({ visitor: { page } }) => {
  await visit(page, LIST)
  const dialog = await open(page, 'Luban Sarmad')
  expect(await dialog.getByText('Produkt wyprzedany').count()).toBe(2)
  expect(await dialog.getByRole('list', { name: 'Oznaczenia' }).first().textContent()).toContain('WYPRZEDANE')
  expect(await dialog.getByRole('button', { name: /Dodaj do koszyka|Kup teraz/ }).count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Luban Sarmad' }).waitFor()
  expect(await page.getByText('Produkt wyprzedany').filter({ visible: true }).count()).toBe(2)
  expect(await page.getByRole('button', { name: /Dodaj do koszyka|Kup teraz/ }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Kup teraz' }).count()).toBe(0)
})

test("'Kup teraz' on the product's page opens its checkout, and back closes it", async ({ visitor: { page } }) => {
  await visit(page, '/produkt/anbar-sahili')
  await page.getByRole('link', { name: 'Kup teraz' }).filter({ visible: true }).click()
  await dialogOf(page, 'Anbar Sahili').getByText('Krok 1 z 3').waitFor()
  expect(pathOf(page)).toBe('/produkt/anbar-sahili')
  await page.goBack()
  await dialogOf(page, 'Anbar Sahili').waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe('/produkt/anbar-sahili')
  await page.getByRole('heading', { level: 1, name: 'Anbar Sahili' }).waitFor()
})

test.for(['phone', 'visitor'] as const)(
  'buying follows the price for keyboard and screen reader, on the page and in the dialog of a %s',
  async (who, { phone, visitor }) => {
    const { page } = who === 'phone' ? phone : visitor
    await visit(page, '/produkt/anbar-sahili')
    const comesBefore = async (first: Locator, second: Locator) => {
      const before = await first.elementHandle()
      return second.evaluate(
        (after, before) =>
          before !== null && after.compareDocumentPosition(before) === Node.DOCUMENT_POSITION_PRECEDING,
        before,
      )
    }
    const buyOn = page.getByRole('main').getByRole('link', { name: 'Kup teraz' }).filter({ visible: true })
    expect(await comesBefore(page.locator('main .price').first(), buyOn)).toBe(true)
    expect(await comesBefore(buyOn, page.getByRole('region', { name: 'Nuty zapachowe' }))).toBe(true)
    await visit(page, LIST)
    const dialog = await open(page, 'Anbar Sahili')
    const buyIn = dialog.getByRole('button', { name: 'Kup teraz' })
    expect(await comesBefore(dialog.locator('.price').first(), buyIn)).toBe(true)
    expect(await comesBefore(buyIn, dialog.getByRole('button', { name: /Powiększ zdjęcie/ }))).toBe(true)
  },
)

test.for(['page', 'dialog'])(
  'the rating of the %s leads to the reviews there',
  async (where, { visitor: { page } }) => {
    await visit(page, where === 'page' ? '/produkt/anbar-sahili' : LIST)
    const place = where === 'page' ? page.getByRole('main') : await open(page, 'Anbar Sahili')
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
    expect(new URL(page.url()).hash).toBe(where === 'page' ? '#opinie' : '')
    expect(await page.getByRole('dialog').count()).toBe(where === 'page' ? 0 : 1)
  },
)

test.for(['page', 'dialog'])(
  'the picture of the %s opens enlarged and closes again by keyboard alone',
  async (where, { visitor: { page } }) => {
    if (where === 'page') await visit(page, '/produkt/anbar-sahili')
    else {
      await visit(page, LIST)
      await open(page, 'Anbar Sahili')
    }
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
    expect(await dialogOf(page, 'Anbar Sahili').count()).toBe(where === 'page' ? 0 : 1)
    await eventually(async () =>
      expect(await picture.evaluate((button) => button === document.activeElement)).toBe(true),
    )
  },
)
