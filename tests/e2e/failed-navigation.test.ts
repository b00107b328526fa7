import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { openCart, signInByApi, visit } from './storefront.ts'

const SENTENCE = 'Nie udało się wczytać strony.'
const sentence = (page: Page) => page.getByRole('alert').getByText(SENTENCE)
const retry = (page: Page) => page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
/** Does what any visitor does before the first click on a link. */
const touchThePage = (page: Page) => page.keyboard.press('Shift')
const pathOf = (page: Page) => new URL(page.url()).pathname

describe('a link without a connection', () => {
  test('keeps the page, says so, and navigates once the connection is restored', async ({ visitor }) => {
    visitor.expectErrors(/Failed to load resource/)
    const { page, context } = visitor
    await visit(page, '/')
    const loaded = page.waitForResponse('**/assets/shop-*.js')
    await touchThePage(page)
    const code = (await loaded).url()
    // With everything it imports.
    await page.evaluate(`import('${code}').then(() => undefined)`)
    // The notice of a lost connection loads once the page is interactive.
    await page.getByTitle('Wyślij wiadomość').waitFor()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'SKLEP', exact: true }).click()
    await sentence(page).waitFor()
    expect(pathOf(page)).toBe('/')
    await page.getByRole('heading', { level: 1, name: 'Zmieniasz cenę, nie jakość.' }).waitFor()
    await retry(page)
    await sentence(page).waitFor()
    await page.getByText('Brak połączenia z internetem. Gdy wróci, spróbujemy ponownie.').waitFor()
    await page.route('**/sklep.data*', (route) => route.abort('internetdisconnected'), { times: 1 })
    await context.setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Sklep' }).waitFor()
    expect(await sentence(page).count()).toBe(0)
    expect(pathOf(page)).toBe('/sklep')
  })
})

test('a search in the header without a connection keeps its words, and runs once it is back, also when the page reloads', async ({
  visitor,
}) => {
  // React reports that the alert of the missing part replaces what the server rendered.
  visitor.expectErrors(/Failed to load resource/, /React error #418/)
  const { page, context } = visitor
  // Its suggestions, which search as well, have not loaded.
  await page.route('**/assets/search-suggestions-*.js', (route) => route.abort())
  await page.route('**/assets/brand-picker-*.js', (route) => route.abort())
  await visit(page, '/')
  const loaded = page.waitForResponse('**/assets/shop-*.js')
  await touchThePage(page)
  const code = (await loaded).url()
  await page.evaluate(`import('${code}').then(() => undefined)`)
  await page.getByText('Nie udało się wczytać tej części strony.').waitFor()
  await context.setOffline(true)
  await page.getByRole('banner').getByLabel('Szukaj', { exact: true }).click()
  const field = page.getByRole('banner').locator('input[name=search]')
  await field.fill('róża')
  await field.press('Enter')
  await sentence(page).waitFor()
  expect(pathOf(page)).toBe('/')
  expect(await field.inputValue()).toBe('róża')
  // The missing part reloads the page before the search is answered.
  await page.route('**/sklep.data?**', () => undefined)
  await context.setOffline(false)
  await page.waitForURL((url) => url.pathname === '/sklep' && url.searchParams.get('search') === 'róża')
})

describe('a filter that the shop cannot answer', () => {
  test('keeps the list and the choice, works on a retry, and can be chosen again', async ({ visitor }) => {
    visitor.expectErrors(/Failed to load resource/)
    const { page } = visitor
    await visit(page, '/sklep')
    await page.route('**/sklep.data?**', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
    const brand = page.getByRole('combobox', { name: 'Marka' })
    await brand.selectOption('Orsolay')
    await sentence(page).waitFor()
    expect(page.url()).toMatch(/\/sklep$/)
    await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBe(24)
    await expect.poll(() => brand.inputValue()).toBe('orsolay')
    await retry(page)
    await page.waitForURL('**/sklep?brand=orsolay')
    await page.getByRole('link', { name: 'Usuń filtr Orsolay' }).waitFor()
    expect(await sentence(page).count()).toBe(0)

    await page.route('**/sklep.data?**', (route) => route.abort(), { times: 1 })
    await page.getByRole('combobox', { name: 'Sortuj' }).selectOption('price-asc')
    await sentence(page).waitFor()
    await page.getByRole('button', { name: 'Zamknij komunikat' }).click()
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL('**/sklep?brand=orsolay&sort=price-asc')
  })
})

test('Back without a connection shows a page that says so and loads once it is back', async ({ visitor }) => {
  visitor.expectErrors(/Failed to load resource/)
  const { page, context } = visitor
  await visit(page, '/sklep?gender=women')
  await page.getByRole('link', { name: 'Perfumeria', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Zmieniasz cenę, nie jakość.' }).waitFor()
  await context.setOffline(true)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Nie udało się wczytać strony' }).waitFor()
  await page.getByRole('button', { name: /^Koszyk, / }).waitFor()
  // As just restored connections behave.
  await page.route('**/sklep.data?**', (route) => route.abort('internetdisconnected'), { times: 1 })
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Sklep' }).waitFor()
  await page.getByRole('link', { name: 'Usuń filtr Damskie' }).waitFor()
})

test('opening dialogs requests no page from the shop', async ({ visitor }) => {
  const { page } = visitor
  for (const path of ['/', '/sklep?gender=men', '/produkt/anbar-sahili', '/regulamin']) {
    await visit(page, path)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('.data') && asked.push(request.url()))
    const cart = await openCart(page)
    await page.goBack()
    await cart.waitFor({ state: 'detached' })
    expect(asked, path).toEqual([])
    page.removeAllListeners('request')
  }
})

describe('the frame of the shop', () => {
  test('surrounds the page of an unknown address, also after a link inside the shop, and names its path', async ({
    visitor,
  }) => {
    visitor.expectErrors(/^404: nieznany adres \/sklep\/dalej$/, /^404: nieznany adres \/nie-ma-takiej$/)
    const { page } = visitor
    const told: string[] = []
    page.on('console', (message) => message.type() === 'error' && told.push(message.text()))
    for (const path of ['/sklep/dalej', '/nie-ma-takiej']) {
      const alive = page.waitForResponse((response) => response.url().endsWith('/api/me'))
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await alive
      await page.getByRole('heading', { level: 1, name: 'Nie ma takiej strony' }).waitFor()
      expect(await page.title()).toBe('Nie ma takiej strony')
      await page.getByText('Oops! Page not found').waitFor()
      await page.getByRole('button', { name: /^Koszyk, / }).waitFor()
    }
    await page.getByRole('link', { name: 'Wróć na stronę główną' }).click()
    await page.getByRole('heading', { level: 1, name: 'Zmieniasz cenę, nie jakość.' }).waitFor()
    const before = told.length
    const loaded = await page.evaluate(() => performance.timeOrigin)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Nie ma takiej strony' }).waitFor()
    expect(await page.title()).toBe('Nie ma takiej strony')
    await page.getByText('Oops! Page not found').waitFor()
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)
    await expect.poll(() => told.slice(before)).toContain('404: nieznany adres /nie-ma-takiej')
  })

  test("surrounds the customer's panel, which no cache stores", async ({ phone }) => {
    const { page, context } = phone
    await signInByApi(context, 'panel-w-ramie@example.test')
    const answer = await page.goto('/panel-klienta')
    expect(answer?.headers()['cache-control']).toBe('private, no-store')
    await page.getByRole('button', { name: /^Koszyk, / }).waitFor()
    await page.getByRole('contentinfo').waitFor()
    await expect.poll(() => page.getByRole('main').count()).toBe(1)
    expect(await page.getByRole('banner').getByText('Zmieniasz cenę, nie jakość.').isVisible()).toBe(true)
  })
})
