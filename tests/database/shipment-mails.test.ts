import { changeShipmentStatus } from '#domain/shipping/shipment-store.server.ts'
import { createMailRenderer } from '#infra/mails/render-mail.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { testShop } from '#tests/support/shop-profile.ts'
import { renumber, storeCheckout, TWO_ORDERS } from '#tests/support/stored-checkout.ts'

let database: TestDatabase
const test = base.extend('demo', { scope: 'file' }, false)
test.beforeAll(({ database: started }) => {
  database = started
})

/** A checkout of two orders with their shipments, the first order's first. */
async function storeShipments(tracking_number: string | null) {
  const { db } = database
  const checkoutId = await storeCheckout(db, renumber(TWO_ORDERS))
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .orderBy('id')
    .execute()
  const ids: string[] = []
  for (const { id: order_id } of orders) {
    const receiver = { receiver_name: 'Łucja', receiver_phone: '+48600100200', receiver_email: 'a@example.test' }
    const none = { parcel_locker_id: null, parcel_locker_name: null, label_url: null }
    const { id } = await db
      .insertInto('shipments')
      .values({ order_id, tracking_number, ...receiver, ...none })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  const [first = '', second = ''] = ids
  const numbers = orders.map((order) => order.id.slice(0, 8))
  const mails = () =>
    db
      .selectFrom('mail_outbox')
      .select(['key', 'template', 'recipient', 'data'])
      .where('key', 'like', `%${checkoutId}%`)
      .orderBy('created_at')
      .execute()
  return { checkoutId, first, second, numbers, mails }
}

const change = (id: string, to: 'processing' | 'shipped' | 'delivered' | 'cancelled') =>
  database.db.transaction().execute((trx) => changeShipmentStatus(trx, id, { actor: 'system', reason: null, to }))

test('shipped and delivered are mailed once per parcel, however many orders are in it', async () => {
  const { checkoutId, first, second, numbers, mails } = await storeShipments('620000000000000000000001')
  const { email } = await database.db
    .selectFrom('orders')
    .select('email')
    .where('checkout_id', '=', checkoutId)
    .limit(1)
    .executeTakeFirstOrThrow()
  await change(first, 'processing')
  expect(await mails()).toEqual([])
  await Promise.all([change(first, 'shipped'), change(second, 'shipped')])
  expect(await mails()).toMatchObject([{ template: 'shipment-sent', recipient: email }])
  await change(first, 'processing')
  await change(first, 'shipped')
  expect(await mails()).toHaveLength(1)
  const [sent] = await mails()
  const render = createMailRenderer({ db: database.db, ...testShop })
  const mail = await render({ template: 'shipment-sent', data: sent?.data, created_at: new Date() })
  expect(mail.subject).toBe(`Paczka wysłana, zamówienia ${numbers.join(', ')}`)
  await change(first, 'delivered')
  await change(second, 'delivered')
  expect((await mails()).map(({ template }) => template)).toEqual(['shipment-sent', 'shipment-delivered'])
})

test('a parcel without a number is announced when it has one, and again when it is corrected', async () => {
  const { first, mails } = await storeShipments(null)
  await change(first, 'shipped')
  expect(await mails()).toEqual([])
  for (const [number, told] of [
    ['620000000000000000000002', 1],
    ['620000000000000000000003', 2],
  ] as const) {
    await change(first, 'processing')
    await database.db.updateTable('shipments').set({ tracking_number: number }).where('id', '=', first).execute()
    await change(first, 'shipped')
    expect(await mails()).toHaveLength(told)
  }
})

test('a change that is refused or rolled back is not mailed', async () => {
  const { first, mails } = await storeShipments('620000000000000000000004')
  await change(first, 'shipped')
  expect(await change(first, 'shipped')).toMatchObject({ ok: false })
  expect(await mails()).toHaveLength(1)
  await expect(
    database.db.transaction().execute(async (trx) => {
      await changeShipmentStatus(trx, first, { actor: 'system', reason: null, to: 'delivered' })
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  expect(await mails()).toHaveLength(1)
})

test('a cancelled order is left out of its parcel', async () => {
  const { first, second, numbers, mails } = await storeShipments('620000000000000000000005')
  await change(second, 'cancelled')
  await change(first, 'shipped')
  const [sent] = await mails()
  const render = createMailRenderer({ db: database.db, ...testShop })
  const mail = await render({ template: 'shipment-sent', data: sent?.data, created_at: new Date() })
  expect(mail.subject).toBe(`Paczka wysłana, zamówienie ${numbers[0]}`)
  expect(mail.text).not.toContain(numbers[1])
})
