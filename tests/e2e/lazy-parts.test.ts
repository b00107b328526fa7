import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cardOf, fill, openCart, putIntoCart, visit } from './storefront.ts'

const CART_CODE = '**/assets/cart-dialog-*.js'
const SENTENCE = 'Nie udało się wczytać tej części strony.'
const cartButton = (page: Page) => page.getByRole('button', { name: /^Koszyk, / })
/** A number that differs for every page load. */
const loads = (page: Page) => page.evaluate(() => performance.timeOrigin)

/** Opens a product whose every part has loaded but the cart. */
async function visitWithoutCart(page: Page): Promise<void> {
  await page.route(CART_CODE, (route) => route.abort())
  await visit(page, '/produkt/anbar-sahili')
  const host = page.waitForResponse('**/assets/dialog-host-*.js')
  // The first activity loads parts of the page and what shows dialogs.
  await page.keyboard.press('Shift')
  await (await host).finished()
  await page.waitForLoadState('networkidle')
}

describe('code that cannot be loaded', () => {
  test('once: an error is shown in its place, and a retry opens the cart', async ({ phone }) => {
    phone.expectErrors(/Failed to load resource/)
    const { page } = phone
    // Set before the visit, because an idle page prefetches the code.
    await page.route(CART_CODE, (route) => route.abort())
    await visit(page, '/sklep?category=arabic')
    await cartButton(page).click()
    await page.getByRole('alert').getByText(SENTENCE).waitFor()
    await page.unroute(CART_CODE)
    await expect.poll(() => page.getByRole('heading', { level: 1, name: 'Sklep' }).count()).toBe(1)
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await page.getByRole('dialog', { name: 'Koszyk', exact: true }).getByText('Pusty koszyk').waitFor()
    expect(new URL(page.url()).pathname).toBe('/sklep')
  })

  test('without a connection: error and page stay, and the dialog can be closed', async ({ visitor }) => {
    visitor.expectErrors(/Failed to load resource/)
    const { page, context } = visitor
    await visitWithoutCart(page)
    await context.setOffline(true)
    await cartButton(page).click()
    await page.getByText(SENTENCE).waitFor()
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await page.getByText(SENTENCE).waitFor()
    await page.getByRole('button', { name: 'Zamknij', exact: true }).click()
    await page.getByText(SENTENCE).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Anbar Sahili' }).waitFor()
  })

  test('until the connection is back: the part then loads by itself', async ({ visitor }) => {
    visitor.expectErrors(/Failed to load resource/)
    const { page, context } = visitor
    await visitWithoutCart(page)
    await context.setOffline(true)
    await cartButton(page).click()
    await page.getByText(SENTENCE).waitFor()
    await page.unroute(CART_CODE)
    await context.setOffline(false)
    await page.getByRole('dialog', { name: 'Koszyk', exact: true }).getByText('Pusty koszyk').waitFor()
  })

  test.for([
    {
      part: "the product's dialog",
      code: '**/assets/product-dialog-*.js',
      open: (page: Page) => cardOf(page, 'Anbar Sahili').getByRole('link', { name: 'Anbar Sahili' }).click(),
    },
    {
      part: 'the login',
      code: '**/assets/account-*.js',
      open: (page: Page) => page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click(),
    },
  ])('of $part: says so in its place', async ({ code, open }, { visitor }) => {
    visitor.expectErrors(/Failed to load resource/)
    const { page } = visitor
    await page.route(code, (route) => route.abort())
    await visit(page, '/sklep?category=arabic')
    await open(page)
    await page.getByText(SENTENCE).waitFor()
    await page.unroute(code)
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await page.getByText(SENTENCE).waitFor({ state: 'detached' })
    expect(await page.getByText('Unexpected Application Error!').count()).toBe(0)
  })
})

describe('after a deploy', () => {
  /** From now on the shop serves another build, whose files have other names. */
  async function deploy(page: Page): Promise<void> {
    await page.route(CART_CODE, (route) => route.fulfill({ status: 404, body: '' }))
    await page.route('**/sklep.data*', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace(/"build","[^"]+"/, '"build","next"')
      await route.fulfill({ response: answer, body })
    })
    await page.route(
      (url) => url.pathname === '/',
      async (route) => {
        const answer = await route.fetch()
        const body = (await answer.text()).replaceAll(/assets\/shell-[\w-]+\.js/g, 'assets/shell-of-the-next-build.js')
        await route.fulfill({ response: answer, body })
      },
    )
  }

  test('the page reloads once and opens what was clicked; nothing typed is lost', async ({ visitor }) => {
    const { page } = visitor
    await visit(page, '/sklep?category=arabic')
    await putIntoCart(page, 'Anbar Sahili')
    const cart = await openCart(page)
    await fill(cart, { 'E-mail': 'pisze@example.test' })
    // A page that has not loaded the cart's code yet.
    await visit(page, '/sklep?category=arabic')
    const before = await loads(page)
    await deploy(page)
    await cartButton(page).click()
    await page.getByText(SENTENCE).waitFor()
    // The files are still missing afterwards, so further reloads would never end.
    const after = await loads(page)
    expect(after).not.toBe(before)
    await page.getByRole('button', { name: 'Zamknij', exact: true }).click()
    await cartButton(page).click()
    await page.getByText(SENTENCE).waitFor()
    expect(await loads(page)).toBe(after)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    const again = page.getByRole('dialog', { name: 'Koszyk', exact: true })
    await expect.poll(() => again.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe('pisze@example.test')
  })

  test('a page whose data need newer code is loaded again with that code', async ({ visitor }) => {
    const { page } = visitor
    await visit(page, '/regulamin')
    const first = await loads(page)
    await deploy(page)
    const alive = page.waitForResponse((response) => response.url().endsWith('/api/me'))
    await page.getByRole('link', { name: 'SKLEP', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Sklep', exact: true }).waitFor()
    await alive
    const second = await loads(page)
    expect(second).not.toBe(first)
    await page.getByRole('link', { name: 'Perfumeria', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Zmieniasz cenę, nie jakość.' }).waitFor()
    expect(await loads(page)).toBe(second)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Sklep', exact: true }).waitFor()
    expect(await loads(page)).not.toBe(second)
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('a page that cannot show the shop’s answer reloads once, and then says what failed', async ({
    visitor,
    database: { db },
  }) => {
    visitor.expectErrors(/TypeError/)
    const { page } = visitor
    const search = async () => {
      await page.locator('summary[aria-label=Szukaj]').click()
      await page.getByLabel('Szukaj perfum, marki lub nuty').pressSequentially('oud')
    }
    await visit(page, '/regulamin')
    const before = await loads(page)
    await deploy(page)
    await page.route('**/api/suggestions?**', (route) => route.fulfill({ json: { products: 5 } }))
    const alive = page.waitForResponse((response) => response.url().endsWith('/api/me'))
    await search()
    await alive
    const after = await loads(page)
    expect(after).not.toBe(before)
    // The answer still belongs to the same build, which a second reload would not change.
    await search()
    await page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }).waitFor()
    expect(await loads(page)).toBe(after)
    await page.unrouteAll({ behavior: 'wait' })
    await eventually(async () =>
      expect(await db.selectFrom('failures').select(['source', 'name', 'place']).execute()).toContainEqual({
        source: 'browser',
        name: 'TypeError',
        place: '/regulamin',
      }),
    )
  })
})
