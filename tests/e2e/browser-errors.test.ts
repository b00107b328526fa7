import type { Page } from 'playwright-core'
import { DESKTOP, openVisitor } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'

const FAULTS: Record<string, (page: Page) => Promise<unknown>> = {
  'an error thrown in the page': (page) => page.evaluate(() => reportError(new Error('fault'))),
  'an error logged in the page': (page) => page.evaluate(() => console.error('fault')),
  'what the content security policy refuses': (page) =>
    page.evaluate(() => document.body.setAttribute('style', 'top:0')),
  'an error of another tab': async (page) => {
    const tab = await page.context().newPage()
    await tab.goto('/regulamin')
    await tab.evaluate(() => console.error('fault'))
  },
}

test.for(Object.entries(FAULTS))('visitor: %s fails the test', async ([, fault], { browser, shop }) => {
  const visitor = await openVisitor(browser, shop.url, DESKTOP)
  await visitor.page.goto('/regulamin')
  expect(visitor.checkErrors).not.toThrow()
  await fault(visitor.page)
  await eventually(async () => expect(visitor.checkErrors).toThrow(/The browser reported: .*(fault|style-src)/))
  await visitor.context.close()
})

test('visitor: an expected error passes, its absence fails', async ({ browser, shop }) => {
  const visitor = await openVisitor(browser, shop.url, DESKTOP)
  await visitor.page.goto('/regulamin')
  visitor.expectErrors(/^fault$/)
  expect(visitor.checkErrors).toThrow('The browser never reported /^fault$/')
  await visitor.page.evaluate(() => console.error('fault'))
  await eventually(async () => expect(visitor.checkErrors).not.toThrow())
  await visitor.context.close()
})
