import type { Page } from 'playwright-core'
import { DESKTOP } from '#tests/support/browser.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { confirmation } from './checkout.ts'
import { visit } from './storefront.ts'

/** The focused element, and whether its focus is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return { name: '', seen: false }
    // Radio buttons show the focus on their label, all other elements on themselves.
    const isRadio = element instanceof HTMLInputElement && element.type === 'radio'
    const shown = isRadio ? element.closest('label') : element
    const { outlineStyle, outlineWidth } = getComputedStyle(shown ?? element)
    const { width, height, bottom, top } = (shown ?? element).getBoundingClientRect()
    const onScreen = width > 0 && height > 0 && bottom > 0 && top < window.innerHeight
    return {
      // Fields are named by their labels.
      name:
        element.getAttribute('aria-label') ??
        (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent) ??
        '',
      seen: outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 && onScreen,
    }
  })

async function tabTo(page: Page, wanted: RegExp, key = 'Tab', atMost = 60): Promise<void> {
  const passed: string[] = []
  while (passed.length < atMost) {
    await page.keyboard.press(key)
    // The edges of dialogs and notices pass the focus on.
    const message = `the focus is seen after: ${passed.at(-1)}`
    await expect.poll(() => focused(page), { message }).toMatchObject({ seen: true })
    const { name } = await focused(page)
    passed.push(name)
    if (wanted.test(name)) return
  }
  expect.fail(`${wanted} cannot be reached; passed: ${passed.join(' | ')}`)
}

test('keyboard: reaches the first product of the list by few presses, by the link that skips the filters', async ({
  openVisitor,
}) => {
  const { page } = await openVisitor({ ...DESKTOP, reducedMotion: 'reduce' })
  await visit(page, '/sklep')
  await tabTo(page, /^Przejdź do produktów$/, 'Tab', 2)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('produkty')
  const first = (await page.getByRole('article').first().getByRole('heading').textContent()) ?? ''
  await tabTo(page, new RegExp(first), 'Tab', 4)
})

test('keyboard: leads from the top of the product list into an open cart and back', async ({ openVisitor }) => {
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
  // The focus stays within the dialog and the notices, all the way round.
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

/** Most tabs from the top of a product's page to the placed order. */
const MOST_TABS = 35

test('a new buyer orders to a parcel locker by the keyboard alone, in at most 35 Tabs', async ({ openVisitor }) => {
  const { page } = await openVisitor({ ...DESKTOP, reducedMotion: 'reduce' })
  await visit(page, '/produkt/ward-nahari')
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    const count = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') dataset.tabs = String(Number(dataset.tabs ?? 0) + 1)
    }
    window.addEventListener('keydown', count, true)
  })
  const enter = async (wanted: RegExp) => {
    await tabTo(page, wanted)
    await page.keyboard.press('Enter')
  }
  const write = async (label: RegExp, text: string) => {
    await tabTo(page, label)
    await page.keyboard.type(text)
  }
  const step = (progress: string, title: string) =>
    expect.poll(async () => (await focused(page)).name).toBe(`${progress} ${title}`)
  await enter(/^Przejdź do treści$/)
  await enter(/^Kup teraz$/)
  const dialog = page.getByRole('dialog', { name: 'Ward Nahari' })
  await step('Krok 1 z 3', 'Twój e-mail')
  await write(/^E-mail/, 'klawisze@example.test')
  await tabTo(page, /^Akceptuję/)
  await page.keyboard.press('Space')
  await enter(/^Dalej$/)
  await step('Krok 2 z 3', 'Dostawa i płatność')
  await tabTo(page, /^Paczkomat InPost/)
  for (let key = 0; key < 2; key += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await focused(page)).name).toMatch(/Paczkomat.*przy odbiorze/)
  await enter(/^Dalej$/)
  await step('Krok 3 z 3', 'Odbiorca i adres')
  await write(/^Imię/, 'Łucja')
  await write(/^Nazwisko/, 'Żółć')
  await write(/^Telefon/, '600700800')
  await write(/^Znajdź paczkomat/, '31009')
  await dialog
    .getByRole('radio', { name: /DEMO-KRK/ })
    .first()
    .waitFor()
  await tabTo(page, /^DEMO-KRK/)
  await page.keyboard.press('Space')
  await expect.poll(async () => (await focused(page)).name).toBe('Zmień')
  await enter(/^Zamawiam z obowiązkiem zapłaty/)
  await confirmation(page).waitFor()
  const tabs = Number(await page.evaluate(() => document.documentElement.dataset.tabs))
  expect(tabs).toBeLessThanOrEqual(MOST_TABS)
})

test('skip link: leads to the content of every page with a header', async ({ visitor: { page } }) => {
  for (const path of ['/', '/produkt/ward-nahari', '/regulamin']) {
    await visit(page, path)
    await tabTo(page, /^Przejdź do treści$/, 'Tab', 1)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('tresc')
  }
})
