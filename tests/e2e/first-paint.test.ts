import type { Page, Route } from 'playwright-core'
import { DESKTOP } from '#tests/support/browser.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cardOf } from './storefront.ts'

const HERO = '**/hero/hero-mobile-*'
const SCRIPTS = /\/assets\/.*\.js$/

/** Holds the hero's picture back. `scripts`: those requested so far, in order. */
async function holdHero(page: Page): Promise<{ held: Promise<Route>; scripts: string[] }> {
  const scripts: string[] = []
  page.on('request', (request) => SCRIPTS.test(request.url()) && scripts.push(request.url()))
  const { promise: held, resolve } = Promise.withResolvers<Route>()
  await page.route(HERO, (route) => resolve(route))
  return { held, scripts }
}

/** Opens the landing page, up to its last inline script, with the hero's picture missing. */
async function openWithoutHero(page: Page, held: Promise<Route>): Promise<Route> {
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  return held
}

/** Later than any clock that runs until it is stopped, ms. */
const STOPPED_AT = 3_600_000

/** Stops the page's timers; only `runFor` advances them. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(STOPPED_AT)
}

const haveBegun = (scripts: string[]) => expect.poll(() => scripts.length).toBeGreaterThan(0)

test('landing page: is painted before any script or style sheet is requested', async ({ phone: { page } }) => {
  await stopClock(page)
  const { held, scripts } = await holdHero(page)
  const route = await openWithoutHero(page, held)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(
    await page.getByRole('heading', { level: 1 }).evaluate((heading) => getComputedStyle(heading).fontFamily),
  ).toMatch(/EB Garamond/)
  expect(await page.locator('link[rel="stylesheet"]').count()).toBe(0)
  expect(scripts).toEqual([])
  await route.continue()
  await page.locator('#hero img').evaluate((picture: HTMLImageElement) => picture.decode())
  await page.clock.runFor(100)
  await haveBegun(scripts)
})

test('landing page: a phone paints the hero from top to bottom, as its document arrives', async ({
  phone: { page },
}) => {
  await page.goto('/')
  const tops = await page
    .locator('#hero h1')
    .evaluate(({ parentElement }) =>
      [...(parentElement?.children ?? [])].map((part) => part.getBoundingClientRect().top),
    )
  expect(tops).toHaveLength(7)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
})

test('landing page: a touch starts the scripts although the picture is still missing', async ({ phone: { page } }) => {
  await stopClock(page)
  const { held, scripts } = await holdHero(page)
  await openWithoutHero(page, held)
  expect(scripts).toEqual([])
  const alive = page.waitForResponse((response) => response.url().endsWith('/api/me'))
  await page.getByRole('heading', { level: 1 }).dispatchEvent('pointerdown')
  await haveBegun(scripts)
  await page.clock.resume()
  await alive
  await page.getByRole('button', { name: 'Koszyk, pusty' }).click()
  await page.getByRole('dialog', { name: 'Koszyk', exact: true }).waitFor()
})

test('landing page: a picture that never loads delays the scripts by 1.5 seconds at most', async ({
  phone: { page },
}) => {
  await stopClock(page)
  const { held, scripts } = await holdHero(page)
  await openWithoutHero(page, held)
  await page.clock.runFor(1_000)
  expect(scripts).toEqual([])
  await page.clock.runFor(600)
  await haveBegun(scripts)
})

test('a button pressed before hydration is pressed again once, after it', async ({ phone: { page } }) => {
  const { promise: held, resolve } = Promise.withResolvers<Route>()
  await page.route('**/assets/framework-*.js', (route) => resolve(route))
  await page.goto('/sklep?category=arabic', { waitUntil: 'commit' })
  const button = cardOf(page, 'Anbar Sahili').getByRole('button', { name: /Do koszyka/ })
  await button.click()
  const framework = await held
  await button.click()
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
  await framework.continue()
  await page.getByRole('button', { name: 'Koszyk, sztuk: 1' }).waitFor()
  expect(await page.locator('button[aria-busy="true"]').count()).toBe(0)
})

test('PANEL KLIENTA pressed before hydration opens the login dialog on the same page', async ({ openVisitor }) => {
  const { page } = await openVisitor(DESKTOP)
  const { promise: held, resolve } = Promise.withResolvers<Route>()
  await page.route('**/assets/framework-*.js', (route) => resolve(route))
  await page.goto('/sklep', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click()
  await (await held).continue()
  await page.getByRole('dialog', { name: 'Zaloguj się' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/sklep')
})

test('PANEL KLIENTA works as a link when the page’s code never loads', async ({ openVisitor }) => {
  const { page } = await openVisitor(DESKTOP)
  await stopClock(page)
  await page.route('**/assets/framework-*.js', () => {})
  await page.goto('/sklep', { waitUntil: 'commit' })
  const asked = page.waitForRequest('**/panel-klienta')
  await page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click()
  await page.clock.runFor(5_000)
  await asked
})

test('a menu opened before hydration stays open', async ({ phone: { page } }) => {
  const { promise: held, resolve } = Promise.withResolvers<Route>()
  await page.route('**/assets/framework-*.js', (route) => resolve(route))
  await page.goto('/sklep', { waitUntil: 'commit' })
  await page.getByLabel('Menu', { exact: true }).first().click()
  const alive = page.waitForResponse((response) => response.url().endsWith('/api/me'))
  await (await held).continue()
  await alive
  await page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click()
  await page.getByRole('dialog', { name: 'Zaloguj się' }).waitFor()
})
