import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    /** The examiner, once its source was run in the page. */
    axe: typeof axe
  }
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/**
 * Every rule of WCAG 2.0 to 2.2 A and AA that a machine can judge, on what stands on the screen now; `bestPractice`: landmarks,
 * headings and heads of tables as well.
 */
export async function expectAccessible(page: Page, where: string, { bestPractice = false } = {}): Promise<void> {
  // A list that waits for an answer is dimmed. A button may wait for a dialog over it.
  const waiting = page.locator('[aria-busy=true]:not(button)')
  await expect.poll(() => waiting.count(), { message: `${where}: loads for ever` }).toBe(0)
  // One that is taken away with its element is over as well.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(ending.map((animation) => animation.finished))
  })
  // Into the page once; by its own source, since there are no frames of other origins to look into.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = { resultTypes: ['violations'], runOnly: bestPractice ? [...WCAG, 'best-practice'] : WCAG }
  const { violations } = await page.evaluate((run) => window.axe.run(run), options)
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  )
  expect(found, where).toEqual([])
}

/** The sizes of a phone and of a desktop. */
export const SCREENS = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

/** The same on both screens; the window is wide afterwards. */
export async function expectAccessibleOnBoth(page: Page, where: string, options = {}): Promise<void> {
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    await page.setViewportSize(viewport)
    await expectAccessible(page, `${where} on a ${screen}`, options)
  }
}
