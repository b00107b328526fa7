import type { Page } from 'playwright-core'
import { DESKTOP } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { visit } from './storefront.ts'

/** What has the focus, and whether it can be seen that it has. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return { name: '', seen: false }
    // A choice shows the focus on its label; everything else on itself.
    const shown = element instanceof HTMLInputElement && element.type === 'radio' ? element.closest('label') : element
    const { outlineStyle, outlineWidth } = getComputedStyle(shown ?? element)
    const { width, height, bottom, top } = (shown ?? element).getBoundingClientRect()
    const onScreen = width > 0 && height > 0 && bottom > 0 && top < window.innerHeight
    return {
      name: element.getAttribute('aria-label') ?? element.textContent ?? '',
      seen: outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 && onScreen,
    }
  })

async function tabTo(page: Page, wanted: RegExp, key = 'Tab', atMost = 60): Promise<void> {
  const passed: string[] = []
  while (passed.length < atMost) {
    await page.keyboard.press(key)
    const { name } = await focused(page)
    passed.push(name)
    await expect.poll(() => focused(page), { message: `the focus is seen on: ${name}` }).toEqual({ name, seen: true })
    if (wanted.test(name)) return
  }
  expect.fail(`${wanted} cannot be reached; passed: ${passed.join(' | ')}`)
}

test('keyboard: leads from the top of the product list into an opened cart and out again', async ({ openVisitor }) => {
  const { page } = await openVisitor({ ...DESKTOP, reducedMotion: 'reduce' })
  await visit(page, '/sklep')
  await tabTo(page, /^Przejdź do treści$/, 'Tab', 1)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('tresc')
  await tabTo(page, /^Szukaj perfum lub marki$/)
  await page.keyboard.type('ward nahari')
  await page.waitForURL('**/sklep?search=ward+nahari')
  await page.getByText('1 produkt', { exact: true }).waitFor()
  await tabTo(page, /^Do koszyka: Ward Nahari$/)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Koszyk, sztuk: 1' }).waitFor()
  await tabTo(page, /^Koszyk, sztuk: 1$/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const cart = page.getByRole('dialog', { name: 'Koszyk', exact: true })
  await cart.waitFor()
  await tabTo(page, /^Zamawiam z obowiązkiem zapłaty/)
  // The focus stays with the dialog and the notices, all the way round.
  const strayed = () =>
    page.evaluate(() => {
      const element = document.activeElement
      if (element?.closest('[role=dialog], [aria-label=Powiadomienia], [data-base-ui-focus-guard]')) return null
      return element?.outerHTML.slice(0, 200)
    })
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Tab')
    await expect.poll(strayed).toBe(null)
  }
  await page.keyboard.press('Escape')
  await cart.waitFor({ state: 'detached' })
  await expect.poll(async () => (await focused(page)).name).toBe('Koszyk, sztuk: 1')
})

test('skip link: leads to the content of every page with a header', async ({ visitor: { page } }) => {
  for (const path of ['/', '/produkt/ward-nahari', '/regulamin']) {
    await visit(page, path)
    await tabTo(page, /^Przejdź do treści$/, 'Tab', 1)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('tresc')
  }
})
