import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from '#tests/support/browser.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'

/** The shop and the browser of this test file, once `openShop` has run. */
export let shop: RunningShop
export let browser: Browser

/** Starts one shop and one browser before the tests of a file, and ends both after them. */
export function openShop(): void {
  beforeAll(async () => {
    shop = await startRunningShop()
    browser = await launchBrowser()
  }, 90_000)

  afterAll(async () => {
    await browser?.close()
    await shop?.stop()
  })
}
