import { expect, test } from '#tests/support/fixtures.ts'
import { cardOf, seesToast, visit } from './storefront.ts'

/** A Wednesday, 13:30 in Warsaw. */
const BEFORE_CUT_OFF = new Date('2026-11-25T12:30:00Z')

test('buyers read what the admin sets: the usual day of delivery, and a holiday', async ({
  openVisitor,
  shop,
  database,
}) => {
  const { slug } = await database.db
    .selectFrom('products')
    .select('slug')
    .where('active', '=', true)
    .where('out_of_stock', '=', false)
    .limit(1)
    .executeTakeFirstOrThrow()
  const admin = await openVisitor()
  await admin.context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(admin.page, '/admin/ustawienia/wysylka')
  const card = admin.page.getByRole('region', { name: 'Dni, godzina i przerwa' })
  await card.getByLabel('Tego samego dnia wysyłasz do godziny').fill('15:00')
  await card.getByLabel('Inne dni bez wysyłki').fill('27.11.2026')
  await card.getByRole('button', { name: 'Zapisz terminy' }).click()
  await seesToast(admin.page, 'Zapisano terminy wysyłki')

  const { page } = await openVisitor()
  await page.clock.setFixedTime(BEFORE_CUT_OFF)
  await visit(page, `/produkt/${slug}`)
  await page.getByText('Zamów do 15:00, w paczkomacie zwykle w czwartek 26.11').waitFor()
  // The bytes of the page are the same, and the hour is over.
  await page.clock.setFixedTime(new Date('2026-11-26T14:30:00Z'))
  await page.reload()
  await page.getByText('Zamów teraz, w paczkomacie zwykle we wtorek 1.12').waitFor()
  // What is sold out has no day of delivery, on its page and in its dialog.
  const gone = await database.db
    .selectFrom('products')
    .select(['slug', 'name'])
    .where('active', '=', true)
    .where('out_of_stock', '=', true)
    .orderBy('slug')
    .executeTakeFirstOrThrow()
  await visit(page, `/produkt/${gone.slug}`)
  await page.getByRole('link', { name: 'Powiadom, gdy wróci' }).filter({ visible: true }).waitFor()
  expect(await page.getByText(/zwykle we? /).count()).toBe(0)
  await visit(page, `/sklep?search=${encodeURIComponent(gone.name)}`)
  const link = cardOf(page, gone.name).getByRole('link').first()
  // Loads the dialog first: a busy machine follows the link to the page instead.
  await link.hover()
  await page.waitForLoadState('networkidle')
  await link.click()
  const dialog = page.getByRole('dialog', { name: gone.name, exact: true })
  await dialog.getByRole('link', { name: 'Powiadom, gdy wróci' }).filter({ visible: true }).waitFor()
  expect(await dialog.getByText(/zwykle we? /).count()).toBe(0)

  await card.getByLabel('Przerwa od').fill('2099-12-01')
  await card.getByLabel('Przerwa do (włącznie)').fill('2099-12-05')
  await card.getByLabel('W czasie przerwy sklep przyjmuje zamówienia').uncheck()
  await card.getByRole('button', { name: 'Zapisz terminy' }).click()
  const told = 'Przerwa w sprzedaży od 1.12 do 5.12. Koszyk poczeka, zamówienia przyjmiemy od 6.12.'
  await card.getByText(told).waitFor()
  for (const path of ['/', '/sklep', `/produkt/${slug}`]) {
    await expect.poll(async () => (await page.request.get(path)).text()).toContain(told)
  }
})
