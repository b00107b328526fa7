import { expect, test } from '#tests/support/fixtures.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { orderByApi, signInByApi, textOf } from './storefront.ts'

test('customer panel: pages of older and newer orders are links', async ({ phone: { page, context }, database }) => {
  await signInByApi(context, 'staly-klient@example.test')
  await proveAddresses(database.db, 'staly-klient@example.test')
  await database.db
    .updateTable('unproven_account_limits')
    .set({ proven_checkouts: 30, proven_pieces_of_product: 30 })
    .execute()
  await database.db.updateTable('products').set({ stock_quantity: null }).where('slug', '=', 'qahwat-badiya').execute()
  for (let n = 0; n < 11; n++) await orderByApi(context, ['qahwat-badiya'])
  await page.goto('/panel-klienta')
  const orders = page.getByRole('tabpanel', { name: 'Zamówienia' }).getByRole('article')
  await expect.poll(() => orders.count()).toBe(10)
  await expect.poll(() => textOf(page.getByRole('tab', { name: 'Zamówienia' }))).toBe('Zamówienia11')
  const newest = await textOf(orders.first().getByRole('heading'))

  await page.getByRole('link', { name: 'Następna strona' }).click()
  await page.locator('a[aria-current=page]', { hasText: '2' }).waitFor()
  await expect.poll(() => orders.count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?page=2')
  const oldest = await textOf(orders.first().getByRole('heading'))
  await page.getByRole('tab', { name: 'Przesyłki' }).click()
  const shipments = page.getByRole('tabpanel', { name: 'Przesyłki' }).getByRole('article')
  await expect.poll(() => textOf(shipments.first().getByRole('heading'))).toBe(oldest)

  await page.getByRole('link', { name: 'Poprzednia strona' }).click()
  await page.locator('a[aria-current=page]', { hasText: '1' }).waitFor()
  await expect.poll(() => shipments.count()).toBe(10)
  await expect.poll(() => textOf(shipments.first().getByRole('heading'))).toBe(newest)
  expect(new URL(page.url()).search).toBe('')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

test("a courier's parcel has a tracking link next to its number", async ({ visitor: { page, context }, database }) => {
  await signInByApi(context, 'sledze@example.test')
  await orderByApi(context, ['qahwat-badiya'])
  await page.goto('/panel-klienta')
  await page.getByRole('tab', { name: 'Przesyłki' }).click()
  const parcel = page.getByRole('tabpanel', { name: 'Przesyłki' }).getByRole('article')
  await parcel.getByText('Numer podamy, gdy paczka wyruszy').waitFor()

  await database.db
    .updateTable('shipments')
    .set({ tracking_number: '6200000000001', status: 'shipped', archived_at: new Date() })
    .where('receiver_email', '=', 'sledze@example.test')
    .execute()
  await page.reload()
  await page.getByRole('tab', { name: 'Przesyłki' }).click()
  const link = parcel.getByRole('link', { name: '6200000000001' })
  await expect.poll(() => link.getAttribute('href')).toBe('https://inpost.pl/sledzenie-przesylek?number=6200000000001')
  // After the shop has archived it, the customer still reads the last real status.
  await parcel.getByText('Odebrana przez kuriera').waitFor()
  expect(await parcel.getByText('Dostarczona').count()).toBe(0)
})
