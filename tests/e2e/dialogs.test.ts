import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cardOf, openCart, putIntoCart, signInByApi, visit } from './storefront.ts'

const LIST = '/sklep?category=arabic&sort=name-asc'
const NAME = 'Anbar Sahili'
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const cardLink = (page: Page, name: string) => cardOf(page, name).getByRole('link', { name })
const pathOf = (page: Page) => new URL(page.url()).pathname
const panelLink = (page: Page) => page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true })

async function openPicture(page: Page) {
  await page
    .getByRole('button', { name: /Powiększ zdjęcie/ })
    .first()
    .click()
  const viewer = dialogOf(page, `${NAME}, zdjęcie`)
  await viewer.waitFor()
  return viewer
}

describe('Back', () => {
  test('in the enlarged picture: leads to the product, then to the list; Forward reopens both', async ({ visitor }) => {
    const { page } = visitor
    await visit(page, LIST)
    await cardLink(page, NAME).click()
    await dialogOf(page, NAME).waitFor()
    const viewer = await openPicture(page)
    await page.goBack()
    await viewer.waitFor({ state: 'detached' })
    expect(await dialogOf(page, NAME).isVisible()).toBe(true)
    expect(pathOf(page)).toBe('/produkt/anbar-sahili')
    await page.goBack()
    await dialogOf(page, NAME).waitFor({ state: 'detached' })
    expect(page.url()).toContain(LIST)
    await page.goForward()
    await dialogOf(page, NAME).waitFor()
    await page.goForward()
    await viewer.waitFor()
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await dialogOf(page, NAME).waitFor({ state: 'detached' })
    expect(page.url()).toContain(LIST)
  })

  test('on a double press of the close button: closes the dialog and stays on the page', async ({ visitor }) => {
    const { page } = visitor
    await visit(page, '/regulamin')
    await visit(page, LIST)
    const cart = await openCart(page)
    await cart.getByRole('button', { name: 'Zamknij', exact: true }).dblclick()
    await cart.waitFor({ state: 'detached' })
    expect(page.url()).toContain(LIST)
  })
})

describe('on the page of a product', () => {
  test('Back from the enlarged picture stays there; a reload opens no dialog of the page before it', async ({
    phone,
  }) => {
    const { page } = phone
    await visit(page, '/sklep')
    await visit(page, '/produkt/anbar-sahili')
    const enlarged = await openPicture(page)
    await page.goBack()
    await enlarged.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor()
    expect(pathOf(page)).toBe('/produkt/anbar-sahili')
    await openCart(page)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor()
    const viewer = await openPicture(page)
    await page.goBack()
    await viewer.waitFor({ state: 'detached' })
    await eventually(async () => expect(await page.getByRole('dialog').count()).toBe(0))
    expect(pathOf(page)).toBe('/produkt/anbar-sahili')
  })
})

test('an address with ?produkt= leads to the page of that product', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/sklep?produkt=anbar-sahili')
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor()
  expect(pathOf(page)).toBe('/produkt/anbar-sahili')
})

test('PANEL KLIENTA, pressed before the session is known, leads a customer to the panel without a login', async ({
  visitor,
}) => {
  const { page, context } = visitor
  await signInByApi(context, 'powolna-sesja@example.test')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/me', async (route) => {
    await answer.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/me')
  await page.goto('/regulamin')
  await asked
  await panelLink(page).click()
  await expect.poll(() => panelLink(page).getAttribute('aria-busy')).toBe('true')
  expect(await page.getByRole('dialog').count()).toBe(0)
  answer.resolve()
  await page.waitForURL('**/panel-klienta')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('PANEL KLIENTA opens the login, which closes and leads to the panel if the visitor turns out to be signed in', async ({
  visitor,
}) => {
  const { page, context } = visitor
  await visit(page, '/regulamin')
  await panelLink(page).click()
  await dialogOf(page, 'Zaloguj się').waitFor()
  await signInByApi(context, 'inna-karta@example.test')
  const other = await context.newPage()
  await other.goto('/')
  await other.evaluate(() => new BroadcastChannel('session').postMessage('SIGNED_IN'))
  await page.waitForURL('**/panel-klienta')
  await page.getByText('Witaj, inna-karta@example.test').waitFor()
  await dialogOf(page, 'Zaloguj się').waitFor({ state: 'detached' })
})

test('dialogs: product, enlarged picture and cart are animated for 150 to 200 ms and remove confirmations', async ({
  visitor,
}) => {
  const { page } = visitor
  const expectCalmMotion = async (dialog: Locator) => {
    const durations = await dialog.evaluate((element) => getComputedStyle(element).transitionDuration.split(', '))
    for (const duration of durations) {
      expect(Number.parseFloat(duration) * 1000).toBeGreaterThanOrEqual(150)
      expect(Number.parseFloat(duration) * 1000).toBeLessThanOrEqual(200)
    }
  }
  await visit(page, LIST)
  await cardLink(page, NAME).click()
  await expectCalmMotion(dialogOf(page, NAME))
  await expectCalmMotion(await openPicture(page))
  await visit(page, LIST)
  await putIntoCart(page, NAME)
  const cart = await openCart(page)
  await expectCalmMotion(cart)
  // The toast of the previous action is closed.
  await page.getByText('Produkt dodany do koszyka').waitFor({ state: 'detached' })
  await cart.getByRole('listitem').filter({ hasText: NAME }).waitFor()
})
