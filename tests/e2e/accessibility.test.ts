import { describe } from 'vitest'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { expectAccessible } from './accessible.ts'
import {
  cardOf,
  chooseLocker,
  fill,
  openCart,
  orderButton,
  orderQuietly,
  PASSWORD,
  putIntoCart,
  signInQuietly,
  visit,
} from './storefront.ts'

const PAGES = [
  '/',
  '/sklep',
  '/sklep?search=a&gender=women&category=substitutes&minPrice=16&maxPrice=60&sort=name-asc',
  '/sklep?search=nic-takiego&gender=men',
  '/produkt/fern-flint',
  '/produkt/luban-sarmad',
  '/produkt/nie-ma-takiego',
  '/ocena/fern-flint?gwiazdki=4',
  '/nie-ma-takiej',
  '/regulamin',
  '/polityka-prywatnosci',
] as const

describe.each([
  { size: 'phone', options: { ...PHONE, reducedMotion: 'reduce' } },
  { size: 'desktop', options: { ...DESKTOP, reducedMotion: 'reduce' } },
] as const)('on a $size', ({ size, options }) => {
  test.override('visitor', ({ openVisitor }) => openVisitor(options))

  test('every page is accessible', async ({ visitor }) => {
    const { page } = visitor
    visitor.expectErrors(/^404: nieznany adres \/nie-ma-takiej$/)
    for (const path of PAGES) {
      await page.goto(path)
      await expectAccessible(page, path)
    }
  })

  test('menu and filters, open, are accessible', async ({ visitor: { page } }) => {
    await visit(page, '/sklep')
    if (size === 'phone') {
      await page.locator('summary[aria-label=Menu]').tap()
      await expectAccessible(page, 'the menu')
      await page.keyboard.press('Escape')
      await page.getByText('Filtry', { exact: true }).tap()
      await page.getByRole('button', { name: 'Pokaż produkty' }).waitFor()
    }
    await expectAccessible(page, 'the filters')
  })

  test('the product dialog, its picture and its checkout are accessible', async ({ visitor: { page } }) => {
    await visit(page, '/sklep?search=nahari')
    await cardOf(page, 'Ward Nahari').getByRole('link').click()
    const dialog = page.getByRole('dialog', { name: 'Ward Nahari', exact: true })
    await dialog.getByRole('heading', { name: /^Opinie/ }).waitFor()
    await expectAccessible(page, 'the product dialog')
    await dialog.getByRole('button', { name: /Powiększ zdjęcie/ }).click()
    await page.getByRole('dialog', { name: 'Ward Nahari, zdjęcie' }).waitFor()
    await expectAccessible(page, 'the enlarged picture')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Kup teraz' }).click()
    await dialog.getByText('Krok 1 z 3').waitFor()
    await expectAccessible(page, 'step 1')
    await fill(dialog, { 'E-mail': `krok-${size}@example.test`, Hasło: PASSWORD })
    await dialog.getByRole('checkbox', { name: /Akceptuję/ }).check()
    await dialog.getByRole('button', { name: /^(Dalej|Zaloguj)/ }).click()
    await dialog
      .getByText(/Krok . z /)
      .and(dialog.getByText(/Krok (?!1 z 3)/))
      .waitFor()
    await expectAccessible(page, 'the choice of delivery')
    await dialog.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
    await dialog.getByRole('button', { name: 'Dalej' }).click()
    await orderButton(dialog).click()
    await dialog.locator('[aria-invalid=true]').first().waitFor()
    await expectAccessible(page, 'recipient and address with errors')
  })

  test('the cart, empty, as a guest, signed in, with both deliveries and with errors, is accessible', async ({
    visitor: { page },
  }) => {
    await visit(page, '/sklep?search=nahari')
    await openCart(page)
    await expectAccessible(page, 'the empty cart')
    await page.keyboard.press('Escape')
    await putIntoCart(page, 'Ward Nahari')
    await expectAccessible(page, 'the toasts')
    const cart = await openCart(page)
    await orderButton(cart).click()
    await cart.locator('[aria-invalid=true]').first().waitFor()
    await expectAccessible(page, 'the cart of a guest, with errors')
    await fill(cart, { 'E-mail': `koszyk-${size}@example.test`, Hasło: PASSWORD })
    await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
    await cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' }).click()
    await cart.getByText('Zalogowany').waitFor()
    await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
    await chooseLocker(cart, '00-020', 'DEMO-WAW-001')
    await expectAccessible(page, 'the cart with a chosen locker')
    await cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
    await orderButton(cart).click()
    await cart.locator('[aria-invalid=true]').first().waitFor()
    await expectAccessible(page, 'the cart with an address with errors')
  })

  test('login and registration, with errors, are accessible', async ({ visitor: { page } }) => {
    await visit(page, '/')
    if (size === 'phone') await page.locator('summary[aria-label=Menu]').tap()
    await page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click()
    const dialog = page.getByRole('dialog')
    await fill(dialog, { 'E-mail': 'nikt' })
    await expectAccessible(page, 'the login')
    await dialog.getByRole('button', { name: 'Zarejestruj się', exact: true }).click()
    await page.getByRole('dialog', { name: 'Zarejestruj się' }).waitFor()
    await dialog.getByRole('button', { name: 'Zarejestruj się', exact: true }).click()
    await dialog.locator('[aria-invalid=true]').first().waitFor()
    await expectAccessible(page, 'the registration')
  })

  test('the panel, empty and with orders and shipments, is accessible', async ({ visitor: { page, context } }) => {
    await signInQuietly(context, `panel-${size}@example.test`)
    await page.goto('/panel-klienta')
    await page.getByText('Brak zamówień').waitFor()
    await expectAccessible(page, 'the empty panel')
    await orderQuietly(context, ['ward-nahari', 'tamr-laylak'])
    await page.reload()
    await expectAccessible(page, 'the orders')
    await page.getByRole('tab', { name: 'Przesyłki' }).click()
    await page.getByRole('tabpanel', { name: 'Przesyłki' }).waitFor()
    await expectAccessible(page, 'the shipments')
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'Dostęp zabroniony' }).waitFor()
    await expectAccessible(page, 'no access')
  })

  test('the admin pages are accessible', async ({ visitor: { page, context }, openVisitor, shop, database }) => {
    await page.goto('/admin')
    await expectAccessible(page, 'the login of the admin')
    const customer = await openVisitor()
    await signInQuietly(customer.context, `lista-${size}@example.test`)
    await orderQuietly(customer.context, ['misk-fajri', 'tamr-laylak'])
    expect((await context.request.post('/api/admin-sign-in', { data: shop.admin })).status()).toBe(200)
    await page.goto('/admin/zamowienia')
    await page.getByRole('heading', { name: /^Zamówienia/ }).waitFor()
    await expectAccessible(page, 'the list of orders')
    const givenUp = { sent_at: null, failed_at: new Date(), failure_reason: 'refused', failure: '550' } as const
    await database.db.updateTable('mail_outbox').set(givenUp).execute()
    await page.goto('/admin/wiadomosci')
    await page.getByRole('article').first().waitFor()
    await expectAccessible(page, 'the list of mails that were given up')
  })
})
