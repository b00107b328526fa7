import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, SCREENS } from '#tests/support/accessible.ts'

/** From the narrowest phone to a desktop, px. At 640 three products stand beside each other, on the narrowest cards. */
const WIDTHS = [1440, 768, 640, 390, 320]

/**
 * Elements that can be scrolled sideways: the page, a dialog, or a scrolling part of it. Text for screen readers alone
 * does not count.
 */
function findPushable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.scrollingElement ?? document.documentElement
    const found = root.scrollWidth > window.innerWidth ? [`the page: ${root.scrollWidth}`] : []
    const boxes = document.querySelectorAll('[role=dialog], dialog[open]')
    for (const dialog of boxes) {
      for (const box of [dialog, ...dialog.querySelectorAll('*')]) {
        const { overflowX, overflowY } = getComputedStyle(box)
        // Strips of pictures scroll sideways on purpose.
        const scrollsDown = box.scrollHeight > box.clientHeight && /auto|scroll/.test(overflowY)
        if ((box === dialog && overflowX !== 'visible') || scrollsDown) {
          if (box.scrollWidth > box.clientWidth) {
            const name = box.getAttribute('aria-label') ?? box.textContent?.slice(0, 40)
            found.push(`${box.tagName} "${name}": ${box.scrollWidth} in ${box.clientWidth}`)
          }
        }
      }
    }
    return found
  })
}

/** Fields with a text below 16 px: an iPhone zooms into the page when one is touched, and does not zoom out. */
function findZooming(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pressed = ['checkbox', 'radio', 'file', 'range', 'hidden', 'submit', 'button']
    return [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select, textarea')]
      .filter((field) => !pressed.includes(field.type) && field.checkVisibility({ visibilityProperty: true }))
      .map((field) => [Number.parseFloat(getComputedStyle(field).fontSize), field.name || field.ariaLabel] as const)
      .filter(([size]) => size < 16)
      .map(([size, name]) => `${name}: ${size} px`)
  })
}

/** Badges that the edge of their picture cuts off. */
function findCutBadges(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('ul[aria-label=Oznaczenia] > li')]
      .filter((badge) => {
        const edge = badge.parentElement?.parentElement?.getBoundingClientRect().right ?? 0
        return badge.getBoundingClientRect().right > edge
      })
      .map(({ textContent }) => textContent ?? ''),
  )
}

/**
 * Checks that the page and its dialogs fit into every width, and that no field makes a phone zoom.
 *
 * @param look a further check at each width
 */
export async function expectToFit(
  page: Page,
  where: string,
  look: (whereAtWidth: string) => Promise<void> = async () => {},
): Promise<void> {
  for (const width of WIDTHS) {
    const message = `${where} at ${width} px`
    await page.setViewportSize({ width, height: 844 })
    // A chart resizes a moment after the window.
    await expect.poll(() => findPushable(page), { message }).toEqual([])
    await expect.poll(() => findCutBadges(page), { message }).toEqual([])
    await look(message)
  }
  await expect.poll(() => findZooming(page), { message: `${where}: fields that zoom` }).toEqual([])
}

/** Makes the window wide, so that all buttons are visible. */
export function widen(page: Page): Promise<void> {
  return page.setViewportSize({ width: 1440, height: 844 })
}

/** Whether the window has one of the widths at which screens are checked for accessibility, too. */
const isScreen = (page: Page) => Object.values(SCREENS).some(({ width }) => width === page.viewportSize()?.width)

/** Checks every width, and accessibility on a desktop and on a phone, for which the page is walked through once. */
export function expectToFitAccessibly(page: Page, where: string, options = {}): Promise<void> {
  return expectToFit(page, where, async (whereAtWidth) => {
    if (isScreen(page)) await expectAccessible(page, whereAtWidth, options)
  })
}
