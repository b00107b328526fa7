import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { openCart, orderButton, putIntoCart, seesToast, visit } from './storefront.ts'

const LIST = '/sklep?category=arabic&sort=name-asc'
const [FIRST, SECOND, THIRD] = ['Anbar Sahili', 'Asal Nuwara', 'Bakhur Mirzan']
const toasts = (page: Page) =>
  page
    .getByRole('region', { name: 'Powiadomienia' })
    .locator('[role=dialog], [role=alertdialog]')
    .filter({ visible: true })

/** Toasts that are not closing. With a stopped clock a closed one is still drawn. */
const standing = (page: Page) => toasts(page).and(page.locator(':not([inert])'))

/** Stops the page's clock. */
async function freezeClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
}

type Box = { x: number; y: number; width: number; height: number }

/** How many toasts cover one of these elements at this moment. */
async function covering(page: Page, elements: Locator[]): Promise<number> {
  const boxes = await Promise.all(elements.map((element) => element.boundingBox()))
  return toasts(page).evaluateAll((cards, boxes) => {
    const isOver = (card: DOMRect, box: Box | null) =>
      box !== null &&
      card.x < box.x + box.width &&
      box.x < card.x + card.width &&
      card.y < box.y + box.height &&
      box.y < card.y + card.height
    return cards.filter((card) => boxes.some((box) => isOver(card.getBoundingClientRect(), box))).length
  }, boxes)
}

/** Whether the middle of an element can be clicked, or something covers it. */
const canBePressed = (element: Locator) =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return found !== null && node.contains(found)
  })

describe.for(['phone', 'desktop'] as const)('on a %s', (size) => {
  test('after several adds the last toast counts all; in the open cart toasts cover no button, form or summary', async ({
    openVisitor,
  }) => {
    const { page } = await openVisitor(size === 'phone' ? PHONE : DESKTOP)
    await visit(page, LIST)
    for (const name of [FIRST, SECOND, THIRD]) await putIntoCart(page, name)
    await expect.poll(() => toasts(page).count()).toBe(1)
    const cart = await openCart(page)
    await cart.getByRole('button', { name: `Usuń z koszyka: ${FIRST}` }).click()
    await seesToast(page, 'Produkt usunięty z koszyka', FIRST)
    await orderButton(cart).click()
    await seesToast(page, 'Wypełnij wszystkie pola')
    const close = cart.getByRole('button', { name: 'Zamknij', exact: true })
    expect(await covering(page, [orderButton(cart), close])).toBe(0)
    expect(await canBePressed(orderButton(cart))).toBe(true)
    const email = cart.getByRole('textbox', { name: 'E-mail', exact: true })
    await email.scrollIntoViewIfNeeded()
    expect(await canBePressed(email)).toBe(true)
    const summary = cart.getByRole('region', { name: 'Podsumowanie' }).getByText('Razem')
    await summary.scrollIntoViewIfNeeded()
    expect(await canBePressed(summary)).toBe(true)
  })
})

test("on a phone's product page toasts stand above the bar with its buttons", async ({ phone }) => {
  const { page } = phone
  await visit(page, '/produkt/anbar-sahili')
  const add = page.getByRole('button', { name: 'Dodaj do koszyka' }).filter({ visible: true })
  await add.click()
  await seesToast(page, 'Produkt dodany do koszyka', FIRST)
  const buy = page.getByRole('link', { name: 'Kup teraz' }).filter({ visible: true })
  expect(await covering(page, [buy])).toBe(0)
  expect(await canBePressed(buy)).toBe(true)
})

test('a toast disappears after 4 seconds, but not while the pointer is on it', async ({ visitor }) => {
  const { page } = visitor
  await page.clock.install()
  await visit(page, LIST)
  await freezeClock(page)
  await putIntoCart(page, FIRST)
  await page.clock.runFor(3000)
  await expect.poll(() => standing(page).count()).toBe(1)
  await toasts(page).first().hover()
  await page.clock.runFor(20_000)
  await expect.poll(() => standing(page).count()).toBe(1)
  await page.mouse.move(700, 300)
  await page.clock.runFor(4000)
  await page.clock.resume()
  await eventually(async () => expect(await toasts(page).count()).toBe(0))
})

test('on a phone a toast disappears after 4 seconds, although the browser still reports a pointer on it', async ({
  phone: { page },
}) => {
  await page.clock.install()
  await visit(page, LIST)
  await freezeClock(page)
  await putIntoCart(page, FIRST)
  await toasts(page).first().hover()
  await page.clock.runFor(4500)
  await page.clock.resume()
  await eventually(async () => expect(await toasts(page).count()).toBe(0))
})
