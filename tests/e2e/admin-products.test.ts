import type { BrowserContext, Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/accessible.ts'
import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { closesToast, complaintAt, seesToast, textOf, visit } from './storefront.ts'

async function enter(context: BrowserContext, page: Page, data: object, path: string): Promise<void> {
  await context.request.post('/api/admin-sign-in', { data })
  await visit(page, path)
  await page.getByRole('article').first().waitFor()
}
const rowOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: false }) })

test('products: are added with errors in words, edited, renamed, deleted', async ({ visitor, shop }) => {
  const { page, context } = visitor
  await enter(context, page, shop.admin, '/admin/produkty')
  await expect.poll(() => textOf(page.getByRole('main'))).toContain('79z maksymalnie 200')
  await page.getByRole('heading', { name: 'Zarządzanie produktami' }).waitFor()
  await expectAccessible(page, 'list')

  await page.getByRole('button', { name: 'Dodaj produkt' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dodaj produkt' })
  const submit = dialog.getByRole('button', { name: 'Dodaj produkt' })
  const field = (label: string) => dialog.getByLabel(label, { exact: false }).first()
  await submit.click()
  await dialog.getByText('Popraw zaznaczone pola i zapisz ponownie.').waitFor()
  expect(await complaintAt(field('Nazwa produktu'))).toBe('Nazwa produktu jest wymagana')
  expect(await complaintAt(field('Marka'))).toBe('Wybierz markę')
  expect(await complaintAt(field('Cena'))).toBe('Cena jest wymagana')
  await expect.poll(() => field('Płeć').inputValue()).toBe('unisex')
  await expectAccessible(page, 'form with errors')

  await field('Nazwa produktu').fill('Mgła nad Odrą')
  await field('Marka').selectOption({ label: 'Perfumy Arabskie' })
  await field('Cena').fill('89,90')
  await field('Opis').fill('Chłodny poranek.')
  await dialog.getByText('16/500').waitFor()
  const note = dialog.getByRole('textbox', { name: 'Nowa nuta' })
  for (const typed of ['  irys ', 'Irys', '', 'mech']) {
    await note.fill(typed)
    await note.press('Enter')
  }
  await note.fill('cedr')
  await dialog.getByRole('button', { name: 'Dodaj nutę' }).click()
  expect(await dialog.getByRole('list', { name: 'Nuty' }).getByRole('listitem').allTextContents()).toEqual([
    'irys',
    'mech',
    'cedr',
  ])
  await dialog.getByRole('button', { name: 'Usuń nutę mech' }).click()
  await dialog.getByText('Niezapisane zmiany').waitFor()

  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Porzucić niezapisane zmiany?' })
  await question.getByRole('button', { name: 'Wróć do edycji' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => field('Nazwa produktu').inputValue()).toBe('Mgła nad Odrą')
  await submit.click()
  await seesToast(page, 'Produkt dodany', 'Mgła nad Odrą: synchronizacja ze Stripe nastąpi za chwilę.')
  const row = rowOf(page, 'Mgła nad Odrą')
  await expect.poll(() => textOf(row)).toContain('Perfumy Arabskie · irys, cedr')
  for (const shown of ['89,90 zł', 'Unisex', 'bez limitu']) await expect.poll(() => textOf(row)).toContain(shown)
  expect(new URL(page.url()).search).toBe('')

  await row.getByRole('link', { name: 'Edytuj: Mgła nad Odrą' }).click()
  const edit = page.getByRole('dialog', { name: 'Edytuj produkt' })
  await expect.poll(() => edit.getByLabel('Cena (zł)').inputValue()).toBe('89,90')
  await edit.getByLabel('Nazwa produktu').fill('Mgła nad Wisłą')
  await edit.getByRole('button', { name: 'Zaktualizuj produkt' }).click()
  await seesToast(page, 'Produkt zaktualizowany', 'Mgła nad Wisłą: synchronizacja ze Stripe nastąpi za chwilę.')
  const earlier = await context.request.get('/produkt/mgla-nad-odra', { maxRedirects: 0 })
  expect([earlier.status(), earlier.headers().location]).toEqual([301, '/produkt/mgla-nad-wisla'])

  const renamed = rowOf(page, 'Mgła nad Wisłą')
  await renamed.getByRole('button', { name: 'Usuń: Mgła nad Wisłą' }).click()
  const removal = page.getByRole('dialog', { name: 'Usuń produkt' })
  await removal
    .getByText(
      'Czy na pewno chcesz usunąć produkt „Mgła nad Wisłą”? Ta operacja dezaktywuje produkt także u dostawcy płatności.',
    )
    .waitFor()
  await removal.getByRole('button', { name: 'Usuń produkt' }).click()
  await seesToast(page, 'Produkt usunięty')
  await renamed.waitFor({ state: 'detached' })

  await page.getByRole('searchbox', { name: 'Szukaj produktów' }).fill('nie-ma-takich')
  await page.getByText('Brak produktów pasujących do kryteriów').waitFor()
  await page.reload()
  await page.getByText('Brak produktów pasujących do kryteriów').waitFor()
  await page.getByRole('searchbox', { name: 'Szukaj produktów' }).fill('')
  await page.getByRole('button', { name: 'Męskie' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?gender=men')
  await page.getByRole('button', { name: 'Synchronizuj ze Stripe' }).click()
  await page.getByText('Synchronizacja zakończona').waitFor()
})

test('products on the phone: the admin changes stock and sold-out mark, with a question before risky changes', async ({
  openVisitor,
  shop,
}) => {
  const { page, context } = await openVisitor(PHONE)
  await enter(context, page, shop.admin, '/admin/produkty?search=layali')
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  const row = rowOf(page, 'Layali Zahran')
  const stock = row.getByRole('spinbutton', { name: /Stan magazynowy/ })
  const save = row.getByRole('button', { name: 'Zapisz stan: Layali Zahran' })
  const set = async (typed: string) => {
    await stock.fill(typed)
    await save.click()
  }
  await set('-1')
  await seesToast(page, 'Błąd aktualizacji', 'Stan magazynowy nie może być ujemny')
  expect(await complaintAt(stock)).toBe('Stan magazynowy nie może być ujemny')
  await set('3')
  await seesToast(page, 'Stan magazynowy zaktualizowany', 'Layali Zahran, 100 ml: 3 szt.')
  await set('')
  const question = page.getByRole('dialog', { name: 'Sprzedawać bez limitu?' })
  await question.waitFor()
  await page.goBack()
  await question.waitFor({ state: 'detached' })
  await save.click()
  await question.getByRole('button', { name: 'Anuluj' }).click()
  await expect.poll(() => stock.inputValue()).toBe('3')
  await set('0')
  await row.getByText('WYPRZEDANE').waitFor()
  await row.getByText('0 szt.', { exact: true }).waitFor()
  await closesToast(page, 'Stan magazynowy zaktualizowany', 'Layali Zahran, 100 ml: 0 szt.')

  await row.getByRole('switch', { name: 'Wyprzedany: Layali Zahran' }).click()
  const pieces = page.getByRole('dialog', { name: 'Ile sztuk jest w magazynie?' })
  await pieces.getByRole('button', { name: 'Wróć do sprzedaży' }).click()
  await pieces.getByText('Podaj, ile sztuk jest w magazynie: co najmniej 1.').waitFor()
  await expectAccessible(page, 'question')
  await pieces.getByLabel('Liczba sztuk').fill('5')
  await pieces.getByRole('button', { name: 'Wróć do sprzedaży' }).click()
  await row.getByText('5 szt.', { exact: true }).waitFor()
  await closesToast(page, 'Stan magazynowy zaktualizowany', 'Layali Zahran, 100 ml: 5 szt.')
  await row.getByRole('switch').click()
  await row.getByText('WYPRZEDANE').waitFor()
  await closesToast(page, 'Produkt oznaczony jako wyprzedany', 'Layali Zahran, 100 ml')

  // A sale was faster: the number is reset, the other typed values stay.
  await shop.database.db
    .updateTable('products')
    .set({ stock_quantity: 2, out_of_stock: false })
    .where('slug', '=', 'layali-zahran')
    .execute()
  await set('9')
  await seesToast(
    page,
    'Błąd aktualizacji',
    'Stan zmienił się w międzyczasie: teraz wynosi 2 szt. Sprawdź i zapisz ponownie.',
  )
  await row.getByText('2 szt.', { exact: true }).waitFor()
  await expect.poll(() => stock.inputValue()).toBe('9')
})

test('two windows that edit one product overwrite nothing unseen and lose nothing typed', async ({
  visitor: { page, context },
  shop,
}) => {
  await enter(context, page, shop.admin, '/admin/produkty?search=misk')
  const other = await context.newPage()
  await visit(other, '/admin/produkty?search=misk')
  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: 'Edytuj: Misk Fajri' }).click()
    await tab.getByRole('dialog', { name: 'Edytuj produkt' }).getByLabel('Cena (zł)').waitFor()
  }
  const first = page.getByRole('dialog', { name: 'Edytuj produkt' })
  await first.getByLabel('Cena (zł)').fill('55')
  await first.getByLabel('Opis', { exact: true }).fill('Z pierwszego okna.')
  await first.getByRole('button', { name: 'Zaktualizuj produkt' }).click()
  await seesToast(page, 'Produkt zaktualizowany')

  const second = other.getByRole('dialog', { name: 'Edytuj produkt' })
  await second.getByLabel('Cena (zł)').fill('66')
  await second.getByRole('button', { name: 'Zaktualizuj produkt' }).click()
  await second.getByText('Ten produkt zmieniono w międzyczasie w innym oknie.').first().waitFor()
  await second.getByText('w sklepie jest teraz „55,00”').waitFor()
  await expect.poll(() => second.getByLabel('Cena (zł)').inputValue()).toBe('66')
  await expect.poll(() => second.getByLabel('Opis', { exact: true }).inputValue()).toBe('Z pierwszego okna.')
  await second.getByRole('button', { name: 'Zaktualizuj produkt' }).click()
  await seesToast(other, 'Produkt zaktualizowany')
  const stored = await (await context.request.get('/api/products/misk-fajri')).json()
  expect(stored).toMatchObject({ current_price_cents: 6600, description: 'Z pierwszego okna.' })
})

test('a nearly full shop warns, pages its list and supports keys; an empty shop says so', async ({
  visitor: { page, context },
  shop,
}) => {
  const { pool } = shop.database
  await pool.query(`
    insert into products (slug, name, brand_id, gender, price_grosze)
    select 'zapach-' || n, 'Zapach ' || n, (select id from brands limit 1), 'unisex', 1000
    from generate_series(1, 180 - (select count(*)::int from products where active)) as n`)
  await enter(context, page, shop.admin, '/admin/produkty')
  await page.getByText('Możesz dodać jeszcze 20 produktów.').waitFor()
  await expect.poll(() => page.getByRole('article').count()).toBe(100)
  const rows = page.getByRole('link', { name: /^Edytuj: / })
  await page.getByRole('heading', { name: 'Zarządzanie produktami' }).click()
  for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key)
  const second = (await rows.nth(1).getAttribute('aria-label')) ?? ''
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Edytuj produkt' })
  await dialog.getByLabel('Nazwa produktu').waitFor()
  expect(`Edytuj: ${await dialog.getByLabel('Nazwa produktu').inputValue()}`).toBe(second)
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('navigation', { name: 'Strony produktów' }).getByRole('link', { name: 'Strona 2' }).click()
  await eventually(async () => expect(await page.getByRole('article').count()).toBe(80))

  await pool.query('update products set active = false')
  await page.goto('/admin/produkty')
  await page.getByText('Brak produktów w sklepie').waitFor()
  await expectAccessible(page, 'empty shop')
})
