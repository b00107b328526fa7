import type { Locator, Page } from 'playwright-core'
import { promo_titles } from '#app/copy.json'
import { expectAccessible } from '#tests/support/accessible.ts'
import { DESKTOP, PHONE, STRANGER } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { coversNoOffer, touching } from './layout.ts'
import { openCart, seesToast, signInByApi, visit } from './storefront.ts'

const pill = (page: Page) => page.getByRole('region', { name: 'Informacja o prywatności' })
const popup = (page: Page) => page.getByRole('dialog', { name: promo_titles.women })
const message = (page: Page) => page.getByTitle('Wyślij wiadomość')
const call = (page: Page) => page.getByRole('link', { name: /^Zadzwoń, zapytaj!/ })
const contact = (page: Page) => page.locator('aside[aria-label=Kontakt]')
const pathOf = (page: Page) => new URL(page.url()).pathname

/** Records when the popup first opens, ms after the load of the page, and how far the layout shifted. */
const watchOpening = `
  window.moved = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver(() => {
    if (window.openedAfter || !document.querySelector('dialog[open]')) return
    window.openedAfter = performance.now() - performance.getEntriesByType('navigation')[0].loadEventStart
  }).observe(document, { attributes: true, childList: true, subtree: true })`

test('a new visitor on a phone sees one notice and, after a second, one popup; once closed, neither returns', async ({
  openVisitor,
}) => {
  const { page } = await openVisitor({ ...PHONE, ...STRANGER })
  await page.addInitScript(watchOpening)
  await visit(page, '/sklep')
  await popup(page).waitFor()
  expect(await page.evaluate('window.openedAfter')).toBeGreaterThanOrEqual(1000)
  expect(await page.evaluate('window.moved')).toBeLessThan(0.01)
  await expectAccessible(page, 'the popup')
  await expect.poll(() => popup(page).textContent()).toContain('+GRATIS')
  expect(await popup(page).evaluate((dialog) => getComputedStyle(dialog).transitionDuration)).toMatch(/^0\.3s/)
  expect(pathOf(page)).toBe('/sklep')
  await page.goBack()
  await popup(page).waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe('/sklep')
  await page.goForward()
  await page.getByRole('link', { name: 'Perfumeria', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await popup(page).count()).toBe(0)

  await expect
    .poll(() => pill(page).textContent())
    .toMatch(/^Korzystając z serwisu akceptujesz politykę prywatności \(nowa karta\)\.OK$/)
  await expectAccessible(page, 'pill and widget')
  await pill(page).getByRole('button', { name: 'OK' }).tap()
  await pill(page).waitFor({ state: 'detached' })
  await visit(page, '/regulamin')
  await message(page).waitFor()
  expect(await pill(page).count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('promo_dismissed'))).not.toBeNull()
})

test("on a desktop 'Zobacz ofertę' leads to the brands; the popup waits for open dialogs; Escape closes it", async ({
  openVisitor,
}) => {
  const { page, context } = await openVisitor({ ...DESKTOP, ...STRANGER })
  const released = Promise.withResolvers<void>()
  // The popup's time starts when the whole page has loaded.
  await page.route('**/media/**', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto('/produkt/anbar-sahili', { waitUntil: 'commit' })
  const cart = await openCart(page)
  released.resolve()
  await page.waitForLoadState('load')
  // Longer than its delay after that.
  await page.waitForFunction(() => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return load !== undefined && performance.now() > load.loadEventStart + 1200
  })
  expect(await popup(page).count()).toBe(0)
  await cart.getByRole('button', { name: 'Zamknij', exact: true }).click()
  await popup(page).waitFor()
  await popup(page).getByRole('button', { name: 'Zobacz ofertę' }).click()
  await page.waitForURL('**/#marki')
  await popup(page).waitFor({ state: 'detached' })
  await expect
    .poll(() => page.locator('#marki').evaluate((section) => Math.abs(section.getBoundingClientRect().top)))
    .toBeLessThan(200)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Anbar Sahili' }).waitFor()

  await context.clearCookies()
  await page.evaluate(() => localStorage.removeItem('promo_dismissed'))
  await visit(page, '/regulamin')
  await popup(page).waitFor()
  await page.keyboard.press('Escape')
  await popup(page).waitFor({ state: 'detached' })
  await message(page).click()
  await page.waitForURL('**/#kontakt')
  await eventually(async () => {
    expect(await page.evaluate(() => document.activeElement?.closest('section')?.id)).toBe('kontakt')
  })
  await expect.poll(() => call(page).getAttribute('href')).toMatch(/^tel:\+?\d+$/)
})

test('a popup that the browser closes by itself does not return either', async ({ openVisitor }) => {
  const { page } = await openVisitor({ ...PHONE, ...STRANGER })
  await visit(page, '/regulamin')
  await popup(page).waitFor()
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).toContain('promo')
  await popup(page).evaluate((dialog: HTMLDialogElement) => dialog.close())
  await expect.poll(() => page.evaluate(() => localStorage.getItem('promo_dismissed'))).not.toBeNull()
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain('promo')
  expect(pathOf(page)).toBe('/regulamin')
})

test('notices are on every page of a narrow phone, and cover no control', async ({ openVisitor }) => {
  const narrow = { ...PHONE, ...STRANGER, viewport: { width: 320, height: 640 } }
  const visitor = await openVisitor(narrow)
  const { page, context } = visitor
  visitor.expectErrors(/^404: nieznany adres \/nie-ma-takiej$/)
  await context.addInitScript(() => localStorage.setItem('promo_dismissed', 'yes'))
  await signInByApi(context, 'na-kazdej@example.test')
  const parts = {
    pill: pill(page),
    message: message(page),
    call: call(page),
    cart: page.getByRole('button', { name: /^Koszyk, / }),
    add: page.getByRole('button', { name: 'Dodaj do koszyka' }).filter({ visible: true }),
  }
  for (const path of [
    '/',
    '/sklep',
    '/produkt/anbar-sahili',
    '/nie-ma-takiej',
    '/polityka-prywatnosci',
    '/panel-klienta',
    '/odstapienie',
    '/reklamacja',
    '/ocena/anbar-sahili',
    '/payment-success',
    '/payment-cancel',
  ]) {
    await page.goto(path)
    // The contact links may give way to what lies below them.
    await parts.pill.waitFor()
    await contact(page).waitFor({ state: 'attached' })
    await eventually(async () => expect(await touching(parts), path).toEqual([]))
    const { width, right } = await page.evaluate(() => ({
      width: window.innerWidth,
      right: document.documentElement.scrollWidth,
    }))
    expect(right, path).toBeLessThanOrEqual(width)
  }
})

test('first visit to a product on a small phone: the popup blocks nothing and leaves three fifths of the page free', async ({
  openVisitor,
}) => {
  const height = 640
  const { page } = await openVisitor({ ...PHONE, ...STRANGER, viewport: { width: 320, height } })
  await visit(page, '/produkt/anbar-sahili')
  const bar = page.locator('main [data-bottom-bar]').filter({ visible: true })
  /** How much of the screen these elements cover. */
  const covered = async (...parts: Locator[]) => {
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
    return boxes.reduce((sum, box) => sum + (box?.height ?? Number.NaN), 0) / height
  }
  const line = pill(page).getByText(/^Korzystając/)
  const lines = () => line.evaluate((text) => text.getClientRects()[0]?.height ?? 0).then((tall) => tall / 12)
  await popup(page).waitFor()
  await eventually(async () => expect(await covered(bar, popup(page))).toBeLessThan(0.4))
  await coversNoOffer(page, popup(page))
  await page.getByRole('button', { name: 'Dodaj do koszyka' }).filter({ visible: true }).tap()
  await seesToast(page, 'Produkt dodany do koszyka', 'Anbar Sahili')
  await popup(page).getByRole('button', { name: 'Zamknij' }).tap()
  await line.waitFor()
  expect(await lines()).toBeLessThan(2)
  // Once the toast in the bar is gone.
  await eventually(async () => expect(await covered(bar, pill(page), message(page))).toBeLessThan(0.4))
})

test('with forced colours floating elements have a border', async ({ openVisitor }) => {
  const { page } = await openVisitor({ ...PHONE, ...STRANGER, forcedColors: 'active' })
  await visit(page, '/produkt/anbar-sahili')
  const edge = (part: Locator) =>
    part.evaluate((node) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(node)
      return `${borderTopWidth} ${borderTopColor}`
    })
  await popup(page).waitFor()
  expect(await edge(popup(page))).toMatch(/^1px rgb\(/)
  // The popup hides the privacy notice while it is open.
  await popup(page).getByRole('button', { name: 'Zamknij' }).tap()
  await pill(page).waitFor()
  expect(await edge(pill(page))).toMatch(/^1px rgb\(/)
  await page.getByRole('button', { name: 'Dodaj do koszyka' }).filter({ visible: true }).tap()
  const toast = page.getByRole('region', { name: 'Powiadomienia' }).getByRole('dialog').first()
  expect(await edge(toast)).toMatch(/^1px rgb\(/)
})

test("the owner's panel and its login have no floating notices", async ({ openVisitor, shop }) => {
  const { page, context } = await openVisitor({ ...PHONE, ...STRANGER })
  const nothing = async () => {
    await page.waitForLoadState('networkidle')
    for (const part of [pill(page), message(page), call(page)]) expect(await part.count()).toBe(0)
  }
  await page.goto('/admin')
  await nothing()
  expect((await context.request.post('/api/admin-sign-in', { data: shop.admin })).status()).toBe(200)
  await page.goto('/admin')
  await nothing()
  await page.clock.install()
  await page.goto('/')
  await pill(page).waitFor()
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(10_000)
  expect(await popup(page).count(), 'the popup').toBe(0)
})

test('above the purchase bar the phone link has no caption, so that the price can be read', async ({
  phone: { page },
}) => {
  await page.goto('/')
  await expect.poll(async () => (await call(page).boundingBox())?.width).toBeGreaterThan(100)
  await page.goto('/produkt/anbar-sahili')
  await expect.poll(async () => (await call(page).boundingBox())?.width).toBe(44)
  const [price, widget] = await Promise.all([
    page.locator('main .price').first().boundingBox(),
    message(page).boundingBox(),
  ])
  if (!price || !widget) throw new Error('Neither price nor button may be missing')
  expect(price.x + price.width).toBeLessThanOrEqual(widget.x)
})

test('the notices appear on a phone without a layout shift', async ({ openVisitor }) => {
  const { page, context } = await openVisitor({ ...PHONE, ...STRANGER })
  await context.addInitScript(() => localStorage.setItem('promo_dismissed', 'yes'))
  for (const path of ['/produkt/anbar-sahili', '/sklep', '/']) {
    // The notices come with the scripts.
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator('body > footer').waitFor()
    // Document and fonts may move something, the notices may not.
    await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise(requestAnimationFrame)
      const moved = { sum: 0 }
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ('value' in entry) moved.sum += Number(entry.value)
      }).observe({ type: 'layout-shift' })
    })
    held.resolve()
    await pill(page).waitFor()
    await contact(page).waitFor({ state: 'attached' })
    await expect.poll(() => page.locator('body > footer').getAttribute('style')).toContain('--dock-height')
    // After two more frames were painted and reported.
    const shift = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
      await new Promise((resolve) => setTimeout(resolve))
      return 'moved' in window ? (window.moved as { sum: number }).sum : Number.NaN
    })
    expect(shift, path).toBeLessThan(0.01)
  }
})
