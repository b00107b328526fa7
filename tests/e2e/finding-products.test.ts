import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/accessible.ts'
import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { cardOf, openCart, putIntoCart, seesToast, signInByApi, textOf, textsOf, visit } from './storefront.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const searchButton = (page: Page) => page.locator('summary[aria-label=Szukaj]')
const searchField = (page: Page) => page.getByLabel('Szukaj perfum, marki lub nuty')

test('search in the header: suggests products, brands and notes, works by keyboard and without scripts', async ({
  visitor: { page },
  openVisitor,
}) => {
  await visit(page, '/regulamin')
  await searchButton(page).focus()
  await page.keyboard.press('Enter')
  await eventually(async () =>
    expect(await searchField(page).evaluate((field) => field === document.activeElement)).toBe(true),
  )
  await searchField(page).pressSequentially('layali')
  const options = page.getByRole('option')
  await options.filter({ hasText: 'Layali Zahran' }).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /Podpowiedzi: 1 produkt.*Wybierz strzałkami/ })
    .waitFor()
  await expectAccessible(page, 'the suggestions')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { selected: true }).filter({ hasText: 'Layali Zahran' }).waitFor()
  const active = await searchField(page).getAttribute('aria-activedescendant')
  await expect.poll(() => page.getByRole('option', { selected: true }).getAttribute('id')).toBe(active)
  await page.keyboard.press('Enter')
  await dialogOf(page, 'Layali Zahran').waitFor()
  expect(new URL(page.url()).pathname).toBe('/produkt/layali-zahran')
  // A product counts as viewed once its page is complete.
  const viewed = () => page.evaluate(() => localStorage.getItem('viewed_products'))
  await eventually(async () => expect(await viewed()).toContain('layali-zahran'))
  await page.goBack()
  await dialogOf(page, 'Layali Zahran').waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/regulamin')

  await searchButton(page).click()
  await searchField(page).fill('')
  await page.getByRole('group', { name: 'Ostatnio oglądane' }).getByRole('option').first().waitFor()
  await searchField(page).fill('szafran')
  await page.getByRole('group', { name: 'Nuty' }).getByRole('option', { name: 'szafran', exact: true }).waitFor()
  await searchField(page).fill('bakur mirza')
  await page.getByText('Nie ma „bakur mirza”. Pokazujemy wyniki dla „Bakhur mirza”.').last().waitFor()
  await options.filter({ hasText: 'Bakhur Mirzan' }).waitFor()
  await searchField(page).fill('nic takiego')
  await page.getByText('Nie znamy słów „nic”, „takiego”.').first().waitFor()
  await searchField(page).press('Escape')
  await searchField(page).waitFor({ state: 'hidden' })
  expect(await searchButton(page).evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await searchField(page).fill('oud')
  await searchField(page).press('Enter')
  await page.waitForURL('**/sklep?search=oud')

  const { page: plain } = await openVisitor({ ...PHONE, javaScriptEnabled: false })
  await plain.goto('/regulamin')
  await searchButton(plain).click()
  await searchField(plain).fill('layali')
  await searchField(plain).press('Enter')
  await plain.waitForURL('**/sklep?search=layali')
  await cardOf(plain, 'Layali Zahran').waitFor()
})

test('a product has popups, an enlarged picture, similar scents with their shared notes, and viewed products', async ({
  phone: { page },
}) => {
  await visit(page, '/sklep?search=anbar%20sahili')
  await cardOf(page, 'Anbar Sahili').getByRole('link', { name: 'Anbar Sahili' }).tap()
  const dialog = dialogOf(page, 'Anbar Sahili')
  for (const [button, popup] of [
    ['Cały opis', 'Opis produktu'],
    ['Zobacz nuty na zdjęciach', 'Nuty zapachowe'],
  ] as const) {
    await dialog.getByRole('button', { name: button }).tap()
    await dialogOf(page, popup).getByText('Anbar Sahili').first().waitFor()
    await expectAccessible(page, popup)
    await page.goBack()
    await dialogOf(page, popup).waitFor({ state: 'detached' })
    await dialog.waitFor()
  }
  await dialog
    .getByText(/^wspólne: /)
    .first()
    .waitFor()

  await dialog.getByRole('button', { name: /Powiększ zdjęcie/ }).tap()
  const viewer = dialogOf(page, 'Anbar Sahili, zdjęcie')
  await viewer.getByRole('button', { name: 'Większe' }).tap()
  await viewer.getByText('150%').waitFor()
  await page.keyboard.press('+')
  await viewer.getByText('200%').waitFor()
  await page.keyboard.press('0')
  await viewer.getByText('100%').waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })

  await visit(page, '/produkt/layali-zahran')
  const similar = page.getByRole('region', { name: 'Podobne zapachy' })
  expect((await textsOf(similar.getByText(/^wspólne: /)))[0]).toMatch(/^wspólne: \S/)
  await page.getByRole('region', { name: 'Ostatnio oglądane' }).getByRole('heading', { name: 'Anbar Sahili' }).waitFor()
  await expect.poll(() => textOf(page.locator('main'))).toMatch(/\d zł\/100 ml/)
})

test('saved products: are equal in all tabs, show current data, and without storage last as long as the page', async ({
  visitor: { page, context },
  openVisitor,
  database: { db },
}) => {
  const heart = (on: Page, name: string) => cardOf(on, name).getByRole('button', { name: `Ulubione: ${name}` })
  await visit(page, '/sklep?category=arabic&sort=name-asc')
  const other = await context.newPage()
  await visit(other, '/sklep?category=arabic&sort=name-asc')
  for (const name of ['Anbar Sahili', 'Jabal Rawnaq']) {
    await heart(page, name).click()
    await seesToast(page, 'Dodano do ulubionych', name)
    await expect.poll(() => heart(other, name).getAttribute('aria-pressed')).toBe('true')
  }
  await db.updateTable('products').set({ active: false }).where('slug', '=', 'anbar-sahili').execute()
  await other.getByRole('button', { name: 'Ulubione', exact: true }).click()
  const panel = dialogOf(other, 'Ulubione')
  await panel.getByText('Produkt nie jest już dostępny').waitFor()
  expect(await textsOf(panel.getByRole('heading', { level: 3 }))).toEqual(['Jabal Rawnaq', 'Anbar Sahili'])
  await expectAccessible(other, 'the saved products')
  await panel.getByRole('button', { name: 'Ulubione: Anbar Sahili' }).click()
  await panel.getByRole('heading', { name: 'Anbar Sahili' }).waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: 'Dodaj do koszyka' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Koszyk, sztuk: 1' }).count()).toBe(1)
  await db.updateTable('products').set({ active: true }).where('slug', '=', 'anbar-sahili').execute()

  const full = await openVisitor()
  full.expectErrors(/saved_products cannot be stored/)
  await full.page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await visit(full.page, '/sklep?category=arabic&sort=name-asc')
  await heart(full.page, 'Jabal Rawnaq').click()
  await full.page.getByText('zniknie po zamknięciu strony').waitFor()
  await expect.poll(() => heart(full.page, 'Jabal Rawnaq').getAttribute('aria-pressed')).toBe('true')
})

test('the cart says how far free delivery is, and finds lockers nearby when the browser tells its position', async ({
  phone: { page, context },
  database: { db },
}) => {
  const { price_grosze } = await db
    .selectFrom('products')
    .select('price_grosze')
    .where('slug', '=', 'anbar-sahili')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('shipping_costs')
    .set({ free_delivery_from_grosze: price_grosze + 1 })
    .execute()
  await signInByApi(context, 'dostawa@example.test')
  await visit(page, '/sklep?search=anbar%20sahili')
  await putIntoCart(page, 'Anbar Sahili')
  const cart = await openCart(page)
  await cart.getByText(/Do darmowej dostawy brakuje 0,01\szł/).waitFor()
  await cart.getByRole('button', { name: 'Więcej' }).click()
  await cart.getByText('Masz darmową dostawę').waitFor()
  await cart.getByRole('radio', { name: /Paczkomat.*online/ }).check()
  await cart.getByText('za darmo').first().waitFor()

  await cart.getByRole('button', { name: 'Paczkomaty w pobliżu' }).click()
  await cart.getByText('Przeglądarka nie udostępnia położenia.').waitFor()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 52.2297, longitude: 21.0122 })
  await cart.getByRole('button', { name: 'Paczkomaty w pobliżu' }).click()
  const nearest = cart.getByRole('radiogroup', { name: 'Paczkomaty' }).getByRole('radio').first()
  await nearest.check()
  await cart.getByText('Wybrany paczkomat:').waitFor()
  await expectAccessible(page, 'the lockers around')
  await db.updateTable('shipping_costs').set({ free_delivery_from_grosze: null }).execute()
})

test('search in the header: Enter opens the only brand found if there is no product', async ({
  shop,
  visitor: { page },
}) => {
  await shop.database.db.insertInto('brands').values({ name: 'Pustynna Cisza', slug: 'pustynna-cisza' }).execute()
  await visit(page, '/regulamin')
  await searchButton(page).click()
  await searchField(page).fill('pustynna')
  await page.getByRole('group', { name: 'Marki' }).getByRole('option', { name: 'Pustynna Cisza' }).waitFor()
  await searchField(page).press('Enter')
  await page.waitForURL('**/sklep?brand=pustynna-cisza')
})
