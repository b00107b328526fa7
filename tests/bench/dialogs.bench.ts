import type { Browser, Page } from 'playwright-core'
import { launchBrowser, PHONE } from '#tests/support/browser.ts'
import { defineBenchmark } from './benchmark.ts'
import { median } from './median.ts'

const SLOWER = 4
/** Visits per dialog, each in a new browser context. The median counts. */
const VISITS = 7

const DIALOGS = {
  'product dialog': (page: Page) => page.locator('main article a').first(),
  cart: (page: Page) => page.getByRole('button', { name: /^Koszyk, / }),
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

type Opening = { prepare: (page: Page) => Promise<unknown>; find: (page: Page) => ReturnType<Page['locator']> }

export default defineBenchmark({
  title: `dialogs opened for the first time, processor ${SLOWER} times slower`,
  async run(context) {
    const shop = await context.startShop()
    const browser = await launchBrowser()
    for (const [name, find] of Object.entries(DIALOGS)) {
      for (const [when, prepare] of Object.entries(BEFORE)) {
        const times: number[] = []
        for (let visit = 0; visit < VISITS; visit++) times.push(await openFirst(browser, shop.url, { prepare, find }))
        const note = times.map((ms) => ms.toFixed(0)).join(', ')
        context.record({ name: `${name}, ${when}`, value: median(times), unit: 'ms', better: 'lower', note })
      }
    }
    await browser.close()
  },
})

/** Time from the click until the dialog is painted, ms. The page is idle before. */
async function openFirst(browser: Browser, url: string, { prepare, find }: Opening) {
  const context = await browser.newContext({ ...PHONE, storageState: withoutNotices(url) })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(`${url}/sklep`, { waitUntil: 'networkidle' })
  await prepare(page)
  const shown = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pressedAt = 0
        addEventListener('pointerup', () => (pressedAt ||= performance.now()), { capture: true })
        const look = () => {
          const dialog = document.querySelector('[role=dialog]')
          const visible = dialog?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
          if (visible && pressedAt) requestAnimationFrame(() => resolve(performance.now() - pressedAt))
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
  await find(page).click()
  const ms = await shown
  await context.close()
  return ms
}

/** A browser in which the notices of a first visit are already closed. */
const withoutNotices = (origin: string) => ({
  cookies: [],
  origins: [
    { origin, localStorage: ['privacy_accepted', 'promo_dismissed'].map((name) => ({ name, value: '2026-01-01' })) },
  ],
})
