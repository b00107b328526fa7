import type { Locator } from 'playwright-core'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cartWith } from './checkout.ts'
import { chooseCourier, closesToast, orderButton, seesToast, signInByApi, visit } from './storefront.ts'

/** Whether the element is completely visible without scrolling. */
async function isInView(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isOnTop = middle !== null && (element.contains(middle) || middle.contains(element))
    return isOnTop && top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth
  })
}

/** How many elements of the dialog have scroll bars of their own. */
const countScrollers = (dialog: Locator) =>
  dialog.evaluate(
    (root) =>
      [...root.querySelectorAll('*')].filter((element) => {
        const { overflowY } = getComputedStyle(element)
        return /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight
      }).length,
  )

const DESKTOPS = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
]

test('cart on a desktop: total, chosen method and button stay visible at any scroll position', async ({
  visitor: { page, context },
}) => {
  await signInByApi(context, 'szeroki@example.test')
  const cart = await cartWith(page, 'Misk Fajri')
  await chooseCourier(cart)
  const summary = cart.getByRole('region', { name: 'Podsumowanie' })
  const decisive = {
    total: summary.getByText('Razem'),
    way: summary.getByText('Kurier, płatność przy odbiorze'),
    button: orderButton(cart),
  }
  const field = cart.getByRole('textbox', { name: 'Miejscowość' })
  for (const size of DESKTOPS) {
    await page.setViewportSize(size)
    for (const place of [cart.getByRole('listitem').first(), field]) {
      await place.scrollIntoViewIfNeeded()
      for (const [name, part] of Object.entries(decisive)) {
        expect(await isInView(part), `${name} is in view at ${size.width} px`).toBe(true)
      }
    }
    expect(await countScrollers(cart)).toBeLessThanOrEqual(1)
  }
})

test('order button: has at most two lines on a phone, also on a small one', async ({ phone: { page, context } }) => {
  await signInByApi(context, 'waski@example.test')
  const cart = await cartWith(page, 'Misk Fajri')
  await cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  await cart.getByRole('button', { name: /^Zamawiam z obowiązkiem zapłaty.*\d,\d\d/ }).waitFor()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const lines = await orderButton(cart).evaluate((button) => {
      const range = document.createRange()
      const tops: number[] = []
      const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        range.selectNodeContents(node)
        tops.push(...[...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4)))
      }
      return new Set(tops).size
    })
    expect(lines, `at ${width} px`).toBeLessThanOrEqual(2)
  }
})

test('a toast in a dialog does not cover the element pressed at the lower edge of the content', async ({
  phone: { page },
}) => {
  await visit(page, '/sklep?category=arabic')
  for (const name of ['Qamar al-Wadi', 'Layali Zahran', 'Ward Nahari']) {
    await page.getByRole('button', { name: `Ulubione: ${name}` }).click()
    await closesToast(page, 'Dodano do ulubionych', name)
  }
  await page.setViewportSize({ width: 390, height: 600 })
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Ulubione/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Ulubione', exact: true })
  const row = dialog.getByRole('listitem').filter({ hasText: 'Layali Zahran' })
  const pressed = row.getByRole('button', { name: /koszyka/ })
  await pressed.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }))
  expect(await isInView(pressed)).toBe(true)
  await pressed.click()
  await seesToast(page, 'Produkt dodany do koszyka')
  await expect.poll(() => isInView(pressed)).toBe(true)
  const toast = page.getByRole('region', { name: 'Powiadomienia' }).getByRole('dialog')
  expect((await pressed.boundingBox())?.y).toBeLessThan((await toast.boundingBox())?.y ?? 0)
})
