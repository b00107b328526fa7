import { expectAccessible } from '#tests/support/accessible.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cardOf, seesToast, textOf, visit } from './storefront.ts'

test('the owner adds a sample of a scent; on a phone its card leads to the sizes, and one of them is bought', async ({
  visitor: { page, context },
  shop,
}) => {
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/produkty?search=Kuthban')
  await page.getByRole('link', { name: 'Edytuj: Kuthban Dahab' }).click()
  await page.getByRole('link', { name: 'Dodaj rozmiar' }).click()
  const form = page.getByRole('dialog', { name: 'Dodaj rozmiar' })
  await expect.poll(() => form.getByLabel('Nazwa produktu').inputValue()).toBe('Kuthban Dahab')
  await form.getByLabel('Rodzaj').selectOption('sample')
  await form.getByLabel('Kto napełnił').selectOption('shop')
  await form.getByLabel('Numer partii').fill('KD-2611')
  await form.getByLabel('Cena (zł)').fill('8,90')
  await form.getByLabel('Pojemność w ml').fill('2')
  await form.getByLabel('Stan magazynowy').fill('3')
  await expectAccessible(page, 'form of a sample')
  await form.getByRole('button', { name: 'Dodaj produkt' }).click()
  await seesToast(page, 'Produkt dodany', 'Kuthban Dahab, próbka 2 ml: synchronizacja ze Stripe nastąpi za chwilę.')

  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/sklep?search=kuthban')
  const card = cardOf(page, 'Kuthban Dahab')
  await expect.poll(() => textOf(card)).toContain('od 8,90 zł')
  expect(await textOf(card)).toContain('2 pojemności')
  await card.getByRole('link').click()
  const dialog = page.getByRole('dialog', { name: 'Kuthban Dahab', exact: true })
  const sizes = dialog.getByRole('navigation', { name: 'Pojemności tego zapachu' })
  await expectAccessible(page, 'dialog with sizes')
  const bottle = sizes.getByRole('link', { name: /^100.ml/ })
  const sample = sizes.getByRole('link', { name: /^próbka 2.ml/ })
  expect(await bottle.getAttribute('aria-current')).toBe('true')
  await sample.click()
  await page.waitForURL(/\/produkt\/kuthban-dahab-/)
  await expect.poll(() => sample.getAttribute('aria-current')).toBe('true')
  expect(await sample.evaluate((link) => link === document.activeElement)).toBe(true)
  await dialog.getByText('Bezpieczeństwo i skład').click()
  await dialog.getByText('KD-2611').waitFor()
  await dialog.getByText('Próbkę napełniono w naszym sklepie z oryginalnego flakonu.').waitFor()
  await dialog.getByRole('button', { name: 'Dodaj do koszyka' }).click()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/sklep')

  await page.getByRole('button', { name: /^Koszyk/ }).click()
  const cart = page.getByRole('dialog', { name: 'Koszyk' })
  await expect.poll(() => textOf(cart)).toContain('8,90 zł')
})
