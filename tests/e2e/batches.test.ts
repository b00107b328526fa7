import { expectAccessible } from '#tests/support/accessible.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { orderByApi, seesToast, signInByApi, textOf, visit } from './storefront.ts'

test('a packer reads code and batch from the bottle on the phone, and the owner recalls the batch', async ({
  phone: { page, context },
  shop,
  database: { db },
}) => {
  await db.updateTable('products').set({ product_code: '5901234123457' }).where('slug', '=', 'layali-zahran').execute()
  await signInByApi(context, 'partia@example.test')
  await orderByApi(context, ['layali-zahran'])
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/pakowanie')
  await page.getByRole('button', { name: /^Wpisz partię: Layali Zahran/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Layali Zahran/ })
  await dialog.getByRole('textbox', { name: 'Kod EAN z opakowania' }).fill('5900000000008')
  await dialog.getByRole('textbox', { name: 'Numer partii' }).fill('l23 11a')
  await dialog.getByRole('button', { name: 'Zapisz partię' }).click()
  await dialog
    .getByText(/^To inny produkt: ten kod nie należy do „Layali Zahran, \d+\sml”\.$/)
    .first()
    .waitFor()
  await expectAccessible(page, 'a wrong bottle')
  await dialog.getByRole('textbox', { name: 'Kod EAN z opakowania' }).fill('5901234123457')
  await dialog.getByRole('textbox', { name: 'Numer partii' }).fill('l2311a')
  await dialog.getByRole('button', { name: 'Zapisz partię' }).click()
  await seesToast(page, 'Partia zapisana')
  await page.getByRole('button', { name: /^Partia L2311A: Layali Zahran/ }).waitFor()
  expect(await page.getByRole('checkbox', { name: /^Layali Zahran/ }).isChecked()).toBe(true)

  await visit(page, '/admin/partie')
  const row = page.getByRole('article').filter({ hasText: 'L2311A' })
  expect(await textOf(row)).toContain('1 zamówienie')
  await expectAccessible(page, 'the batches')
  await row.getByRole('button', { name: 'Wycofaj partię' }).click()
  const recall = page.getByRole('dialog', { name: 'Wycofać partię L2311A?' })
  await recall.getByRole('button', { name: 'Wycofaj i ostrzeż kupujących' }).click()
  await recall.getByText('Napisz, na czym polega zagrożenie.').first().waitFor()
  await recall.getByRole('textbox', { name: /^Na czym polega zagrożenie/ }).fill('Może podrażnić skórę.')
  await recall.getByRole('button', { name: 'Wycofaj i ostrzeż kupujących' }).click()
  await seesToast(page, 'Partia wycofana')
  await row.getByText(/^Wycofana/).waitFor()

  await visit(page, '/admin/pakowanie')
  await page
    .getByText(/^W paczce jest wycofana partia L2311A: Layali Zahran/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Partia L2311A: Layali Zahran/ }).click()
  await dialog.getByRole('button', { name: 'Zapisz partię' }).click()
  await dialog.getByText('Partia L2311A jest wycofana. Nie wysyłaj jej.').first().waitFor()
  await page.goBack()
})
