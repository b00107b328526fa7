import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    /** The global `axe`, once its source was run in the page. */
    axe: typeof axe
  }
}

/** Half as long as `axe.source`, which every page has to read anew. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/**
 * Checks every machine-testable rule of WCAG 2.0 to 2.2 A and AA on the visible page. `bestPractice`: landmarks,
 * headings and table heads as well. A violation must be found twice, because a list may have been dimmed for loading
 * after the page was seen at rest.
 */
export async function expectAccessible(page: Page, where: string, { bestPractice = false } = {}): Promise<void> {
  const rules = bestPractice ? [...WCAG, 'best-practice'] : WCAG
  let found = await findViolations(page, where, rules)
  if (found.length > 0) found = await findViolations(page, where, rules)
  expect(found.join('\n'), where).toBe('')
}

async function findViolations(page: Page, where: string, rules: string[]): Promise<string[]> {
  // A list is dimmed while it loads. A button may wait for the dialog above it.
  const waiting = page.locator('[aria-busy=true]:not(button)')
  await expect.poll(() => waiting.count(), { message: `${where}: loads forever` }).toBe(0)
  // Asked again and again: in a page at rest the promise that an animation makes of its end may stay open.
  const countMoving = () =>
    page.evaluate(() => {
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      return ending.filter(({ playState }) => playState === 'running').length
    })
  await expect.poll(countMoving, { message: `${where}: moves forever` }).toBe(0)
  // Loaded into the page once, by its source, since there are no frames of other origins.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const options: RunOptions = { resultTypes: ['violations'], runOnly: rules }
  const { violations } = await page.evaluate((run) => window.axe.run(run), options)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  )
}

/** The screen sizes of a phone and of a desktop. */
export const SCREENS = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

/** Checks both screens. The window is wide afterwards. */
export async function expectAccessibleOnBoth(page: Page, where: string, options = {}): Promise<void> {
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    await page.setViewportSize(viewport)
    await expectAccessible(page, `${where} on a ${screen}`, options)
  }
}
