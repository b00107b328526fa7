import { PHONE } from '#tests/support/browser.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'

/** The page has some 1,280 elements; a dialog with what it shows about 150. */
const A_PART_OF_THE_PAGE = 600

// One rule with `:has()` or a sibling `*` that reaches down from <body> makes every tap restyle everything: 40 ms on a
// slow phone, and as much again when a dialog opens.
test('a tap recalculates the styles of what it changes, not of the whole page', async ({ openVisitor }) => {
  const { page } = await openVisitor(PHONE)
  await page.goto('/sklep')
  const code = page.waitForResponse(/product-dialog-.*\.js/)
  await page.mouse.wheel(0, 100)
  await code
  await page.waitForLoadState('networkidle')
  const browser = page.context().browser()
  if (!browser) throw new Error('The visitor has no browser')
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await page.locator('main article a').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Kup teraz' }).waitFor()
  await dialog.getByRole('button', { name: 'Zamknij' }).click()
  await dialog.waitFor({ state: 'detached' })
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  const restyled = trace.traceEvents.filter(isRestyling).map(({ args }) => args.elementCount ?? 0)
  expect(restyled.length).toBeGreaterThan(0)
  expect(Math.max(...restyled)).toBeLessThan(A_PART_OF_THE_PAGE)
})

type TraceEvent = { name: string; args: { elementCount?: number } }

const isRestyling = ({ name, args }: TraceEvent) => name === 'UpdateLayoutTree' && args.elementCount !== undefined
