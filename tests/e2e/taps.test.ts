import type { Page } from 'playwright-core'
import { PHONE } from '#tests/support/browser.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { confirmation } from './checkout.ts'
import { orderAhead, reachPaymentPage } from './prepaid.ts'
import { orderButton, orderByApi, putIntoCart, signInByApi, visit } from './storefront.ts'

/** How many times the screen was touched since the page was opened. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.taps = '0'
    const count = () => {
      const { dataset } = document.documentElement
      dataset.taps = String(Number(dataset.taps) + 1)
    }
    window.addEventListener('pointerdown', count, true)
  })
  return async () => Number(await page.evaluate(() => document.documentElement.dataset.taps))
}

test('a returning buyer buys a product in two taps, orders a cart in two, and the same again in two', async ({
  openVisitor,
}) => {
  const { page, context } = await openVisitor(PHONE)
  await signInByApi(context, 'wraca-znow@example.test')
  await orderByApi(context, ['layali-zahran'])

  await visit(page, '/produkt/ward-nahari')
  const tapsOfProduct = await countTaps(page)
  await page.getByRole('link', { name: 'Kup teraz' }).locator('visible=true').tap()
  const dialog = page.getByRole('dialog', { name: 'Ward Nahari' })
  await dialog.getByText('Krok 1 z 2').waitFor()
  await orderButton(dialog).tap()
  await confirmation(page).waitFor()
  expect(await tapsOfProduct()).toBe(2)
  // It closes by going back, which would stop the way to the next page.
  await dialog.waitFor({ state: 'detached' })

  await visit(page, '/sklep?category=arabic')
  await putIntoCart(page, 'Ward Nahari')
  const tapsOfCart = await countTaps(page)
  await page.getByRole('button', { name: /^Koszyk, / }).tap()
  await sumIsKnown(page)
  await orderButton(page.getByRole('dialog', { name: 'Koszyk', exact: true })).tap()
  await confirmation(page).waitFor()
  expect(await tapsOfCart()).toBe(2)
  await confirmation(page).waitFor({ state: 'detached' })

  await visit(page, '/panel-klienta')
  const tapsOfAgain = await countTaps(page)
  await page.getByRole('button', { name: 'Zamów ponownie' }).first().tap()
  await sumIsKnown(page)
  await orderButton(page.getByRole('dialog', { name: 'Koszyk', exact: true })).tap()
  await confirmation(page).waitFor()
  expect(await tapsOfAgain()).toBe(2)
})

/** The data of earlier orders are filled in: the button says what is to be paid. */
async function sumIsKnown(page: Page): Promise<void> {
  const button = orderButton(page.getByRole('dialog', { name: 'Koszyk', exact: true }))
  await expect.poll(() => button.textContent()).toContain('zł')
}

/** Goals for a new buyer, by locker and paid on delivery. */
const MOST_TAPS = 11
const MOST_FIELDS = 5

test.for([
  ['a product’s page', '/produkt/ward-nahari'],
  ['the shop’s list', '/sklep?category=arabic'],
])(
  'from %s a new buyer orders to a parcel locker in at most 11 taps and 5 fields',
  async ([, path = ''], { openVisitor }) => {
    const { page } = await openVisitor(PHONE)
    await visit(page, path)
    const taps = await countTaps(page)
    let fields = 0
    /** Types at the cursor. `next`: the key of the phone's keyboard that moves to the next field. */
    const write = async (text: string, next?: 'next') => {
      fields += 1
      await page.keyboard.type(text)
      if (next) await page.keyboard.press('Tab')
    }
    const isIn = (label: string) =>
      expect.poll(() =>
        dialog.getByRole('textbox', { name: label }).evaluate((input) => input === document.activeElement),
      )
    const dialog = page.getByRole('dialog', { name: 'Ward Nahari' })
    if (path.startsWith('/sklep')) {
      await page.getByRole('link', { name: 'Ward Nahari', exact: true }).tap()
      await dialog.getByRole('button', { name: 'Kup teraz' }).tap()
    } else await page.getByRole('link', { name: 'Kup teraz' }).locator('visible=true').tap()

    await dialog.getByRole('textbox', { name: 'E-mail' }).tap()
    await write(path.startsWith('/sklep') ? 'nowa-z-listy@example.test' : 'nowa-klientka@example.test')
    // A password may be typed here, and nobody has to.
    expect(await dialog.getByLabel(/^Hasło/).inputValue()).toBe('')
    await dialog.getByRole('checkbox', { name: /Akceptuję/ }).tap()
    await dialog.getByRole('button', { name: 'Dalej' }).tap()
    await dialog.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).tap()
    await dialog.getByRole('button', { name: 'Dalej' }).tap()
    await dialog.getByRole('textbox', { name: 'Imię' }).tap()
    await write('Łucja', 'next')
    await write('Żółć', 'next')
    await isIn('Telefon').toBe(true)
    await write('600700800', 'next')
    await isIn('Znajdź paczkomat').toBe(true)
    await write('31009')
    await dialog.getByRole('radio', { name: /DEMO-KRK-006/ }).tap()
    await orderButton(dialog).tap()
    await confirmation(page).waitFor()
    expect(await taps()).toBeLessThanOrEqual(MOST_TAPS)
    expect(fields).toBeLessThanOrEqual(MOST_FIELDS)
  },
)

test('one tap leads from an unpaid order to its payment page', async ({ openVisitor }) => {
  const { page, context } = await openVisitor(PHONE)
  const sessionId = await orderAhead(page, context, 'Ward Nahari', 'placi-pozniej@example.test')
  await visit(page, '/sklep')
  await page.getByRole('link', { name: 'Dokończ płatność' }).tap()
  expect(await reachPaymentPage(page)).toBe(sessionId)
})
