import { expectAccessible } from '#tests/support/accessible.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false).extend('shopEnv', { scope: 'file' }, { DEMO: 'no' })

test('a shop without the demo begins empty: buyers read why, and its owner finds a link to add a product', async ({
  shop,
  visitor: { page, context },
}) => {
  for (const path of ['/', '/sklep']) {
    await page.goto(path)
    await page.getByText(/^Sklep dopiero się urządza\./).waitFor()
    expect(await page.getByRole('link', { name: 'Dodaj pierwszy produkt' }).count()).toBe(0)
    await expectAccessible(page, path)
  }
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  for (const path of ['/', '/sklep', '/admin', '/admin/produkty']) {
    await page.goto(path)
    await page.getByRole('link', { name: 'Dodaj pierwszy produkt' }).waitFor()
  }
  await page.getByRole('link', { name: 'Dodaj pierwszy produkt' }).click()
  await page.getByRole('dialog').waitFor()
  await page.goto('/admin')
  await page.getByText('Pokaż listę').click()
  await page.getByText('Ustal koszty wysyłki').waitFor()
  const proposal = 'Propozycja na początek: sprawdź i zapisz.'
  await page.getByRole('region', { name: 'Koszty wysyłki' }).getByText(proposal).waitFor()
  await page.goto('/admin/ustawienia/gratisy')
  await page.getByRole('region', { name: 'Reguła +GRATIS' }).getByText(proposal).waitFor()
})
