import { PHONE } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { chooseLocker, fill, openCart, orderButton, PERSON, seesToast, textOf, visit } from './storefront.ts'

test('the owner takes an order on the phone, and its buyer orders it by the link in the one checkout', async ({
  shop,
  database: { db },
  openVisitor,
}) => {
  await db
    .updateTable('products')
    .set({ stock_quantity: 2, out_of_stock: false })
    .where('slug', '=', 'layali-zahran')
    .execute()
  const owner = await openVisitor()
  await owner.context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(owner.page, '/admin/zamowienia')
  await owner.page.getByRole('link', { name: 'Przez telefon' }).click()
  await owner.page.getByText('Nie ma jeszcze zamówień przez telefon').waitFor()
  await owner.page.getByRole('button', { name: 'Przygotuj zamówienie' }).click()
  const dialog = owner.page.getByRole('dialog', { name: 'Zamówienie przez telefon' })
  await dialog.getByRole('button', { name: 'Przygotuj i odłóż produkty' }).click()
  await dialog.getByText('Dodaj co najmniej jeden produkt.').waitFor()
  await dialog.getByRole('textbox', { name: 'Dodaj produkt' }).fill('Layali')
  await dialog
    .getByRole('button', { name: /^Dołóż Layali Zahran/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Więcej' }).click()
  await dialog.getByRole('combobox', { name: 'Dostawa' }).selectOption('Paczkomat')
  await fill(dialog, { ...PERSON, 'E-mail odbiorcy': 'lucja@example.test' })
  await chooseLocker(dialog, '00-020', 'DEMO-WAW-003')
  await dialog.getByRole('button', { name: 'Przygotuj i odłóż produkty' }).click()
  await seesToast(owner.page, 'Zamówienie przygotowane')
  const row = owner.page.getByRole('article').filter({ hasText: 'Layali Zahran' })
  expect(await textOf(row)).toContain('2 × Layali Zahran')
  const sms = await row.getByRole('link', { name: 'Napisz SMS' }).getAttribute('href')
  const link = /\/zamowienie-dla-ciebie#[\w-]+/.exec(decodeURIComponent(sms ?? ''))?.[0] ?? ''
  expect(sms).toMatch(/^sms:\+48600700800\?&body=/)

  const { page } = await openVisitor(PHONE)
  await visit(page, '/produkt/layali-zahran')
  await page.getByText('Wyprzedane').first().waitFor()
  await page.goto(link)
  await page.getByText(/^Odłożyliśmy te produkty do/).waitFor()
  await page.getByRole('button', { name: 'Przejdź do zamówienia' }).click()
  let cart = page.getByRole('dialog', { name: 'Koszyk' })
  await cart.getByRole('textbox', { name: 'Imię' }).waitFor()
  await page.reload()
  cart = await openCart(page)
  expect(await cart.getByRole('textbox', { name: 'Imię' }).inputValue()).toBe(PERSON.Imię)
  expect(await textOf(cart)).toContain('DEMO-WAW-003')
  expect(await cart.getByText('Produkt wyprzedany').count()).toBe(0)
  expect(await cart.getByRole('textbox', { name: 'E-mail', exact: true }).inputValue()).toBe('lucja@example.test')
  await cart.getByRole('checkbox', { name: /regulamin/i }).check()
  await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
  await orderButton(cart).click()
  await page
    .getByRole('heading', { name: /Dziękujemy|Zamówienie złożone/ })
    .first()
    .waitFor()

  await owner.page.reload()
  await row.getByText('Złożone').waitFor()
  await row.getByRole('link', { name: /^Zamówienie \d{8}$/ }).click()
  await owner.page.getByRole('heading', { name: /^Zamówienie \d{8}$/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Przejdź do zamówienia' }).click()
  await page.getByText(/Ten link już nie działa/).waitFor()
  expect(
    await page
      .getByRole('button', { name: /^Koszyk/ })
      .first()
      .textContent(),
  ).not.toContain('2')
})
