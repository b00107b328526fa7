import { readFileSync } from 'node:fs'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { createJobQueue } from '#infra/jobs/pg-boss-queue.ts'
import { expectAccessible } from '#tests/support/accessible.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { openShipx } from '#tests/support/shipx.ts'
import { orderByApi, seesToast, signInByApi, textOf } from './storefront.ts'

const ANNA = 'anna@example.test'
const BARTEK = 'bartek@example.test'
const CELINA = 'celina@example.test'

/**
 * Anna's parcel with two products goes to a locker, Bartek's and Celina's by courier. InPost refuses Celina's phone
 * number.
 */
test.beforeAll(async ({ shop, browser, database }) => {
  for (const email of [ANNA, BARTEK, CELINA]) {
    const context = await browser.newContext({ baseURL: shop.url })
    await signInByApi(context, email)
    if (email === ANNA) await orderToLocker(context, ['ward-nahari', 'misk-fajri'])
    else await orderByApi(context, ['layali-zahran'])
    await context.close()
  }
  await database.db
    .updateTable('shipments')
    .set({ receiver_phone: '+4915112345678' })
    .where('receiver_email', '=', CELINA)
    .execute()
})

async function orderToLocker(context: BrowserContext, slugs: readonly string[]): Promise<void> {
  const products = await Promise.all(
    slugs.map(async (slug) => (await context.request.get(`/api/products/${slug}`)).json()),
  )
  const items = products.map(({ id, name, current_price_pln: price }) => ({ id, name, price, quantity: 1 }))
  const customerData = {
    firstName: 'Anna',
    lastName: 'Brzęczyszczykiewicz-Konstantynopolitańska',
    phone: '600 700 800',
    selectedLocker: 'DEMO-WAW-001',
    receiverEmail: ANNA,
    shippingMethod: 'cash_on_delivery_locker',
  }
  const body = { items, customerData, shippingCost: 16.99 }
  const answer = await context.request.post('/api/create-cash-on-delivery-order', { data: body })
  expect(answer.status()).toBe(200)
}

async function numberOf({ db }: TestDatabase, email: string): Promise<string> {
  const orders = db.selectFrom('orders').select('number').where('email', '=', email).orderBy('id')
  return (await orders.executeTakeFirstOrThrow()).number
}
const entryOf = (page: Page, number: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('article', { name: `Przesyłka ${number}` }) })
const stripOf = (entry: Locator) => entry.getByRole('region', { name: 'InPost' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Utwórz w InPost' })

/** Clicks a download. Returns the name and the first bytes of the file. */
async function download(page: Page, button: Locator): Promise<[name: string, begins: string]> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return [file.suggestedFilename(), readFileSync(await file.path(), 'latin1').slice(0, 2)]
}

test('admin: sends single and several parcels by InPost, prints labels, and sees their progress', async ({
  visitor,
  shop,
  database,
}) => {
  const { page, context } = visitor
  const [anna, bartek, celina] = await Promise.all([ANNA, BARTEK, CELINA].map((email) => numberOf(database, email)))
  if (!anna || !bartek || !celina) throw new Error('three customers')
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await page.goto('/admin/przesylki')
  await stripOf(entryOf(page, bartek)).getByRole('button', { name: 'Utwórz etykietę' }).click()
  const dialog = dialogOf(page)
  await dialog.getByText('Wysyłasz: 1 kurierem. Pobranie razem 138,99 zł, z ubezpieczeniem na tę kwotę.').waitFor()
  await expectAccessible(page, 'dialog of the carrier')
  await dialog.getByLabel('Waga (kg)').fill('dużo')
  await dialog.getByRole('button', { name: 'Utwórz 1 przesyłkę' }).click()
  await dialog.getByText('Wpisz liczbę kg, na przykład 15 albo 0,8.').waitFor()
  await dialog.getByLabel('Waga (kg)').fill('0,8')
  await dialog.getByRole('button', { name: 'Utwórz 1 przesyłkę' }).click()
  const progress = page.getByRole('region', { name: 'Przesyłki InPost' })
  await progress.getByText('Gotowe: 1', { exact: true }).waitFor()
  const strip = stripOf(entryOf(page, bartek))
  await strip.getByText('InPost: Gotowa do nadania').waitFor()
  const label = strip.getByRole('button', { name: 'Drukuj etykietę' })
  expect(await download(page, label)).toEqual([`etykieta-${bartek}.pdf`, '%P'])
  await shop.mailbox.planFault({ service: 'shipx', mode: 'error' })
  visitor.expectErrors(/503/)
  await label.click()
  await seesToast(page, 'Nie udało się pobrać etykiet', 'InPost nie odpowiada. Spróbuj ponownie za chwilę.')

  // All parcels at once: one already exists, one is new, one is refused.
  await page.getByLabel('Zaznacz wszystkie').check()
  await page.getByRole('button', { name: 'Utwórz w InPost', exact: true }).click()
  await dialog.getByRole('radio', { name: /^B \(średnia\)/ }).check()
  await expect.poll(() => dialog.getByLabel('Waga (kg)').inputValue()).toBe('0,8')
  await dialog.getByRole('button', { name: 'Utwórz 3 przesyłki' }).click()
  await progress.getByText('Gotowe: 2, błędy: 1', { exact: true }).waitFor()
  await expect
    .poll(() => textOf(progress.getByRole('listitem')))
    .toBe(`#${celina} Łucja Żółć: InPost odrzucił dane: telefon odbiorcy – niewłaściwa wartość.`)
  const shipx = openShipx(shop)
  expect((await shipx.shipments(bartek)).length).toBe(1)
  await stripOf(entryOf(page, anna)).getByText('InPost: Gotowa do nadania').waitFor()
  await stripOf(entryOf(page, celina))
    .getByText(/telefon odbiorcy/)
    .waitFor()
  await page.getByLabel('Zaznacz wszystkie').check()
  expect(await download(page, page.getByRole('button', { name: 'Etykiety (2)' }))).toEqual(['etykiety.zip', 'PK'])
  await expectAccessible(page, 'parcels at the carrier')

  // News from InPost appears without a reload.
  for (const [status, badge, mail] of [
    ['taken_by_courier', 'Wysłana', /wysłana/],
    ['delivered', 'Dostarczona', /dostarczona/],
  ] as const) {
    const [stored] = await shipx.shipments(anna)
    await shipx.move(stored?.id ?? 0, status)
    await followNow(database)
    await eventually(async () => {
      await page.reload()
      await entryOf(page, anna).getByText(badge, { exact: true }).first().waitFor({ timeout: 10_000 })
    })
    await eventually(async () => {
      const subjects = (await shop.mailbox.messagesTo(ANNA)).map(({ subject }) => subject)
      expect(subjects.filter((subject) => mail.test(subject))).toHaveLength(1)
    })
  }
  await stripOf(entryOf(page, anna)).getByText('InPost: Doręczona').waitFor()
})

/** Does the work of the job that runs every five minutes. */
async function followNow({ db, url }: TestDatabase): Promise<void> {
  await db.updateTable('carrier_shipments').set({ checked_at: null }).execute()
  const failures: unknown[] = []
  const queue = await createJobQueue({ databaseUrl: url, onError: (...failure) => failures.push(failure) })
  await db.transaction().execute((trx) => queue.enqueue(trx, 'follow-parcels', {}))
  await queue.stop()
  expect(failures).toEqual([])
}

test('admin on a phone: corrects a refused parcel, sends it and gets its label', async ({ phone, shop, database }) => {
  const { page, context } = phone
  const celina = await numberOf(database, CELINA)
  await database.db
    .updateTable('shipments')
    .set({ receiver_phone: '+48600700800' })
    .where('receiver_email', '=', CELINA)
    .execute()
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await page.goto('/admin/przesylki')
  const strip = stripOf(entryOf(page, celina))
  await strip.getByRole('button', { name: 'Spróbuj ponownie' }).click()
  await dialogOf(page).waitFor()
  // The browser's Back closes the dialog and stays on the page.
  await page.goBack()
  await dialogOf(page).waitFor({ state: 'detached' })
  await strip.getByRole('button', { name: 'Spróbuj ponownie' }).click()
  await expectAccessible(page, 'dialog of the carrier on a phone')
  await dialogOf(page).getByRole('button', { name: 'Utwórz 1 przesyłkę' }).click()
  await strip.getByText('InPost: Gotowa do nadania').waitFor()
  const label = strip.getByRole('button', { name: 'Drukuj etykietę' })
  expect(await download(page, label)).toEqual([`etykieta-${celina}.pdf`, '%P'])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})
