import type { Browser, Page } from 'playwright-core'
import { launchBrowser, PHONE } from '#tests/support/browser.ts'
import { defineBenchmark } from './benchmark.ts'
import { median } from './median.ts'

const SLOWER = 4
/** Visits per dialog, each in a new browser context. The median counts. */
const VISITS = 7

/** How each is opened, and an element that comes with its content. */
const DIALOGS = {
  'product dialog': { find: (page: Page) => page.locator('main article a').first(), content: 'h2' },
  cart: { find: (page: Page) => page.getByRole('button', { name: /^Koszyk, / }), content: 'p' },
}

/** What the visitor did before. The first activity fetches the code of dialogs. */
const BEFORE = {
  'the first activity of all': async () => undefined,
  'after a scroll': async (page: Page) => {
    const fetched = page.waitForResponse(/product-dialog-.*\.js/)
    await page.mouse.wheel(0, 100)
    await fetched
    await page.waitForLoadState('networkidle')
  },
}

type Opening = {
  prepare: (page: Page) => Promise<unknown>
  find: (page: Page) => ReturnType<Page['locator']>
  content: string
}

export default defineBenchmark({
  title: `dialogs opened for the first time, processor ${SLOWER} times slower`,
  async run(context) {
    const shop = await context.startShop()
    const browser = await launchBrowser()
    for (const [name, dialog] of Object.entries(DIALOGS)) {
      for (const [when, prepare] of Object.entries(BEFORE)) {
        const openings: Awaited<ReturnType<typeof openFirst>>[] = []
        for (let visit = 0; visit < VISITS; visit++)
          openings.push(await openFirst(browser, shop.url, { prepare, ...dialog }))
        const record = (what: string, times: number[]) => {
          const note = times.map((ms) => ms.toFixed(0)).join(', ')
          context.record({ name: `${name}, ${when}: ${what}`, value: median(times), unit: 'ms', better: 'lower', note })
        }
        record(
          'INP of the press',
          openings.map(({ inpMs }) => inpMs),
        )
        record(
          'until its content is painted',
          openings.map(({ contentMs }) => contentMs),
        )
      }
    }
    await browser.close()
  },
})

/** The interaction to next paint (INP) of the press, and the time from the press until the content is painted, ms. */
async function openFirst(browser: Browser, url: string, { prepare, find, content }: Opening) {
  const context = await browser.newContext({ ...PHONE, storageState: withoutNotices(url) })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(`${url}/sklep`, { waitUntil: 'networkidle' })
  await prepare(page)
  const shown = page.evaluate(
    (content) =>
      new Promise<{ inpMs: number; contentMs: number }>((resolve) => {
        let inpMs = 0
        let pressedAt = 0
        addEventListener('pointerup', () => (pressedAt ||= performance.now()), { capture: true })
        new PerformanceObserver((entries) => {
          for (const { duration } of entries.getEntries()) inpMs = Math.max(inpMs, duration)
        }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
        const look = () => {
          const visible = document
            .querySelector(`[role=dialog] ${content}`)
            ?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
          if (visible && pressedAt) requestAnimationFrame(() => done(performance.now() - pressedAt))
          else requestAnimationFrame(look)
        }
        // The browser reports an event some time after its paint.
        const done = (contentMs: number) => setTimeout(() => resolve({ inpMs, contentMs }), 1000)
        look()
      }),
    content,
  )
  await find(page).click()
  const times = await shown
  await context.close()
  return times
}

/** A browser in which the notices of a first visit are already closed. */
const withoutNotices = (origin: string) => ({
  cookies: [],
  origins: [
    { origin, localStorage: ['privacy_accepted', 'promo_dismissed'].map((name) => ({ name, value: '2026-01-01' })) },
  ],
})
