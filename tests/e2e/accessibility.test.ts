import { expectAccessible, expectAccessibleOnBoth, SCREENS } from '#tests/support/accessible.ts'
import { DESKTOP } from '#tests/support/browser.ts'
import { testOnSharedShop as base } from '#tests/support/fixtures.ts'
import {
  cardOf,
  chooseCourier,
  chooseLocker,
  fill,
  openCart,
  orderButton,
  orderByApi,
  PASSWORD,
  putIntoCart,
  signInByApi,
  visit,
} from './storefront.ts'

const test = base.extend('visitor', ({ openVisitor }) => openVisitor({ ...DESKTOP, reducedMotion: 'reduce' }))

test('menu and filters, open, are accessible', async ({ visitor: { page } }) => {
  await visit(page, '/sklep')
  await expectAccessible(page, 'the filters on a desktop')
  await page.setViewportSize(SCREENS.phone)
  await page.locator('summary[aria-label=Menu]').click()
  await expectAccessible(page, 'the menu')
  await page.keyboard.press('Escape')
  await page.getByText('Filtry', { exact: true }).click()
  await page.getByRole('button', { name: 'Pokaż produkty' }).waitFor()
  await expectAccessible(page, 'the filters on a phone')
})

test('the product dialog, its picture and its checkout are accessible', async ({ visitor: { page } }) => {
  await visit(page, '/sklep?search=nahari')
  await cardOf(page, 'Ward Nahari').getByRole('link').click()
  const dialog = page.getByRole('dialog', { name: 'Ward Nahari', exact: true })
  await dialog.getByRole('heading', { name: /^Opinie/ }).waitFor()
  await expectAccessibleOnBoth(page, 'the product dialog')
  await dialog.getByRole('button', { name: /Powiększ zdjęcie/ }).click()
  await page.getByRole('dialog', { name: 'Ward Nahari, zdjęcie' }).waitFor()
  await expectAccessibleOnBoth(page, 'the enlarged picture')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Kup teraz' }).click()
  await dialog.getByText('Krok 1 z 3').waitFor()
  await expectAccessibleOnBoth(page, 'step 1')
  await fill(dialog, { 'E-mail': `krok@example.test`, Hasło: PASSWORD })
  await dialog.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await dialog.getByRole('button', { name: /^(Dalej|Zaloguj)/ }).click()
  await dialog
    .getByText(/Krok . z /)
    .and(dialog.getByText(/Krok (?!1 z 3)/))
    .waitFor()
  await expectAccessibleOnBoth(page, 'the choice of delivery')
  await dialog.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await orderButton(dialog).click()
  await dialog.locator('[aria-invalid=true]').first().waitFor()
  await expectAccessibleOnBoth(page, 'recipient and address with errors')
})

test('the cart is accessible when empty, as a guest, signed in, with both deliveries and with errors', async ({
  visitor: { page },
}) => {
  await visit(page, '/sklep?search=nahari')
  await openCart(page)
  await expectAccessibleOnBoth(page, 'the empty cart')
  await page.keyboard.press('Escape')
  await putIntoCart(page, 'Ward Nahari')
  await expectAccessibleOnBoth(page, 'the toasts')
  const cart = await openCart(page)
  await orderButton(cart).click()
  await cart.locator('[aria-invalid=true]').first().waitFor()
  await expectAccessibleOnBoth(page, 'the cart of a guest, with errors')
  await fill(cart, { 'E-mail': `koszyk@example.test`, Hasło: PASSWORD })
  await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' }).click()
  await cart.getByText('Zalogowany').waitFor()
  await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
  await chooseLocker(cart, '00-020', 'DEMO-WAW-002')
  await expectAccessibleOnBoth(page, 'the cart with a chosen locker')
  await cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  await orderButton(cart).click()
  await cart.locator('[aria-invalid=true]').first().waitFor()
  await expectAccessibleOnBoth(page, 'the cart with an address with errors')
})

test('the comparison of scents and the bar about an order are accessible', async ({ visitor: { page, context } }) => {
  await signInByApi(context, `pasek@example.test`)
  await visit(page, '/sklep?category=arabic')
  for (const product of ['Layali Zahran', 'Misk Fajri']) {
    await cardOf(page, product)
      .getByRole('button', { name: /ulubion/i })
      .click()
  }
  await page.getByRole('button', { name: 'Ulubione', exact: true }).click()
  const saved = page.getByRole('dialog', { name: 'Ulubione' })
  for (const product of ['Layali Zahran', 'Misk Fajri']) await saved.getByLabel(`Porównaj: ${product}`).check()
  await saved.getByRole('button', { name: /^Porównaj zapachy/ }).click()
  await page.getByRole('table').waitFor()
  await expectAccessibleOnBoth(page, 'the comparison')
  await visit(page, '/sklep?category=arabic')
  await putIntoCart(page, 'Layali Zahran')
  const cart = await openCart(page)
  await chooseCourier(cart)
  await orderButton(cart).press('Enter')
  await page.getByRole('button', { name: 'Kontynuuj zakupy' }).click()
  await page.getByRole('complementary', { name: 'Twoje zamówienie' }).waitFor()
  await expectAccessibleOnBoth(page, 'the bar that lasts', { bestPractice: true })
})

test('login and registration, with errors, are accessible', async ({ visitor: { page } }) => {
  await visit(page, '/')
  await page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog')
  await fill(dialog, { 'E-mail': 'nikt' })
  await expectAccessibleOnBoth(page, 'the login')
  await dialog.getByRole('button', { name: 'Zarejestruj się', exact: true }).click()
  await page.getByRole('dialog', { name: 'Zarejestruj się' }).waitFor()
  await dialog.getByRole('button', { name: 'Zarejestruj się', exact: true }).click()
  await dialog.locator('[aria-invalid=true]').first().waitFor()
  await expectAccessibleOnBoth(page, 'the registration')
})

test('the panel, empty and with orders and shipments, is accessible', async ({ visitor: { page, context } }) => {
  await signInByApi(context, `panel@example.test`)
  await page.goto('/panel-klienta')
  await page.getByText('Brak zamówień').waitFor()
  await expectAccessibleOnBoth(page, 'the empty panel')
  await orderByApi(context, ['ward-nahari', 'tamr-laylak'])
  await page.reload()
  await expectAccessibleOnBoth(page, 'the orders')
  await page.getByRole('tab', { name: 'Przesyłki' }).click()
  await page.getByRole('tabpanel', { name: 'Przesyłki' }).waitFor()
  await expectAccessibleOnBoth(page, 'the shipments')
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Dostęp zabroniony' }).waitFor()
  await expectAccessibleOnBoth(page, 'no access')
})
