// Faults planted by hand into books that agree: each is found, at its order, and healthy orders are not named.
import { randomUUID } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DifferenceKind } from '#domain/books/book-comparison.ts'
import { findLastComparison } from '#domain/books/book-comparison-queries.server.ts'
import compareBooksJob from '#domain/books/compare-books.job.server.ts'
import { compareBooks } from '#domain/books/compare-books.server.ts'
import type { Database } from '#domain/database.ts'
import { cancelOrder } from '#domain/flows/orders/cancel-order.server.ts'
import { syncRefunds } from '#domain/flows/refunds/make-refund.server.ts'
import { issueInvoice } from '#domain/papers/invoices/issue-invoice.server.ts'
import { findAttempt } from '#domain/payments/settlement/settlement-store.server.ts'
import { insertShipment } from '#domain/shipping/shipment-store.server.ts'
import { expect } from '#tests/support/fixtures.ts'
import { STORED_COMPANY } from '#tests/support/orders.ts'
import type { Scene } from '#tests/support/provider-acts.ts'
import { settled } from '#tests/support/settled.ts'
import { storeCheckout } from '#tests/support/stored-checkout.ts'
import { drawFreeOrderIds, TOTAL_GROSZE } from '#tests/support/stored-payment.ts'

type Order = { orderId: string; checkoutId: string; paymentId: string; userId: string }
type Plant = (order: Order) => RawBuilder<unknown> | readonly RawBuilder<unknown>[]

/** An order that was paid ahead, whose parcel waits in the shop. */
async function pay({ begin, settle, memory }: Scene & Pick<SettledScene, 'begin' | 'settle'>): Promise<Order> {
  const order = await begin()
  memory.pay(order.sessionId)
  expect(await settle(order.sessionId)).toBe('paid')
  return order
}
type SettledScene = { begin: () => Promise<Order & { sessionId: string }>; settle: (id: string) => Promise<unknown> }

async function sellOnDelivery(db: Kysely<Database>): Promise<Order> {
  const [orderId = ''] = await drawFreeOrderIds(db, 1)
  const items = [{ name: 'Oud', brand: 'Marka', quantity: 2, priceGrosze: 9_900 }]
  const checkoutId = await storeCheckout(db, [{ id: orderId, items, shippingGrosze: 1_599 }])
  await db.transaction().execute((trx) => insertShipment(trx, orderId, { actor: 'system', reason: null }))
  const { user_id } = await db
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { orderId, checkoutId, paymentId: '', userId: user_id }
}

const kindsOf = async (db: Kysely<Database>, { orderId }: Order) =>
  (await compareBooks(db, new Date())).differences
    .filter(({ order_id }) => order_id === orderId)
    .map(({ kind }) => kind)

const FAULTS: [what: string, found: DifferenceKind, plant: Plant][] = [
  [
    'a dearer piece',
    'order_sum',
    ({ orderId }) => sql`update order_items set unit_price_grosze = 10000 where order_id = ${orderId}`,
  ],
  [
    'a missing piece',
    'order_sum',
    ({ orderId }) => sql`update order_items set quantity = 1 where order_id = ${orderId}`,
  ],
  ['a lost item', 'order_sum', ({ orderId }) => sql`delete from order_items where order_id = ${orderId}`],
  [
    'an unknown discount',
    'order_sum',
    ({ orderId }) => sql`update order_items set discount_grosze = 100 where order_id = ${orderId}`,
  ],
  [
    'a higher sum',
    'order_sum',
    ({ orderId }) => sql`update orders set items_grosze = items_grosze + 500 where id = ${orderId}`,
  ],
  ['a lost delivery', 'money_over', ({ orderId }) => sql`update orders set shipping_grosze = 0 where id = ${orderId}`],
  [
    'a status without an event',
    'order_status',
    ({ orderId }) => sql`update orders set status = 'completed' where id = ${orderId}`,
  ],
  [
    'a smaller payment',
    'money_missing',
    ({ paymentId }) => sql`update payments set amount_grosze = 1000 where id = ${paymentId}`,
  ],
  [
    'a payment that is not paid',
    'money_missing',
    ({ paymentId }) => sql`update payments set status = 'expired', paid_at = null where id = ${paymentId}`,
  ],
  [
    'a second payment',
    'money_over',
    ({
      orderId,
    }) => sql`insert into payments (order_id, attempt, provider, mode, status, amount_grosze, expires_at, paid_at)
    values (${orderId}, 9, 'stripe', 'test', 'paid', 21099, now(), now())`,
  ],
  [
    'a refund larger than its payment',
    'refund_over',
    ({ paymentId }) => insertRefund(paymentId, { grosze: 30_000, status: 'succeeded' }),
  ],
  [
    'more money back than came in',
    'money_below_zero',
    ({ paymentId }) => insertRefund(paymentId, { grosze: 30_000, status: 'succeeded' }),
  ],
  [
    'a refund that nobody makes',
    'refund_waiting',
    ({ paymentId }) => insertRefund(paymentId, { grosze: 100, status: 'pending' }),
  ],
  [
    'a cancelled order with its money',
    'cancelled_with_money',
    ({ orderId }) => [
      sql`update orders set status = 'cancelled' where id = ${orderId}`,
      sql`insert into order_events (order_id, subject, from_status, to_status, actor, created_at)
      values (${orderId}, 'order', 'paid', 'cancelled', 'system', now() - interval '2 days')`,
    ],
  ],
  [
    'a parcel sent without an event',
    'shipment_status',
    ({ orderId }) => sql`update shipments set status = 'shipped' where order_id = ${orderId}`,
  ],
  [
    'an unpaid order whose parcel was sent',
    'sent_unpaid',
    ({ orderId }) => [
      sql`update orders set status = 'pending' where id = ${orderId}`,
      sql`update shipments set status = 'shipped' where order_id = ${orderId}`,
    ],
  ],
  [
    'more gifts than pieces',
    'gifts_over',
    ({ orderId }) => sql`update orders set gift_name = 'Upominek', gift_pieces = 9 where id = ${orderId}`,
  ],
  [
    'a company without its invoice',
    'no_invoice',
    ({ checkoutId }) =>
      sql`update checkouts set company = ${JSON.stringify(STORED_COMPANY)}::jsonb where id = ${checkoutId}`,
  ],
  [
    'a payment without the mark of its order',
    'paid_unmarked',
    ({ orderId }) => [
      sql`update orders set status = 'pending' where id = ${orderId}`,
      sql`delete from order_events where order_id = ${orderId} and subject = 'order'`,
    ],
  ],
  [
    'a receipt that is missing',
    'no_receipt',
    ({ checkoutId }) => sql`delete from receipts where checkout_id = ${checkoutId}`,
  ],
  [
    'a payment that no refund has given back',
    'payment_status',
    ({ paymentId }) => sql`update payments set status = 'refunded' where id = ${paymentId}`,
  ],
  [
    'a settled case whose money nobody has sent',
    'case_unpaid',
    ({ checkoutId }) => sql`
      insert into return_cases (kind, submission_key, received_at, name, order_number, email, match, checkout_id,
        settled_at, settled_grosze)
      values ('withdrawal', ${randomUUID()}, now(), 'Jan', '1', 'jan@example.com', 'signed', ${checkoutId}, now(), 5000)`,
  ],
  ['a lost parcel', 'no_parcel', ({ orderId }) => sql`delete from shipments where order_id = ${orderId}`],
  ['a receipt of less', 'receipt_differs', ({ checkoutId }) => printReceipt(checkoutId, { grosze: 100, lines: 100 })],
  [
    'a receipt of more',
    'receipt_differs',
    ({ checkoutId }) => printReceipt(checkoutId, { grosze: 99_900, lines: 99_900 }),
  ],
  [
    'a receipt whose lines are of another sum',
    'receipt_differs',
    ({ checkoutId }) => printReceipt(checkoutId, { grosze: TOTAL_GROSZE, lines: 100 }),
  ],
  [
    'a refund without its row',
    'payout_refund',
    ({ paymentId }) => [
      sql`update payments set provider_payment_id = ${`pi_${paymentId}`} where id = ${paymentId}`,
      sql`insert into payout_lines (source, entry, kind, reference, gross_grosze, day)
      values ('stripe', ${randomUUID()}, 'refund', ${`pi_${paymentId}`}, -2000, current_date)`,
    ],
  ],
  [
    'a payout of another sum',
    'payout_differs',
    ({ paymentId }) => [
      sql`update payments set provider_payment_id = ${`pi_${paymentId}`} where id = ${paymentId}`,
      sql`insert into payout_lines (source, entry, kind, reference, gross_grosze, day)
      values ('stripe', ${randomUUID()}, 'payment', ${`pi_${paymentId}`}, 20000, current_date)`,
    ],
  ],
]

const printReceipt = (checkoutId: string, { grosze, lines }: { grosze: number; lines: number }) => {
  const line = { name: 'Oud', quantity: 1, unit_grosze: lines, gross_grosze: lines, rate: '23' }
  return sql`
    update receipts set state = 'printed', printed_at = now(), number = '1', as_sold = true, gross_grosze = ${grosze},
      lines = ${JSON.stringify([line])}::jsonb
    where checkout_id = ${checkoutId}`
}

const insertRefund = (
  paymentId: string,
  { grosze, status }: { grosze: number; status: 'pending' | 'succeeded' },
) => sql`
  insert into refunds (payment_id, amount_grosze, status, reason, idempotency_key, created_at, succeeded_at)
  values (${paymentId}, ${grosze}, ${status}, 'plan', ${randomUUID()}, now() - interval '4 days',
    ${status === 'succeeded' ? sql`now()` : null})`

settled.for(FAULTS)('%s is found as %s', async ([, kind, plant], { scene }) => {
  const [healthy, broken] = [await pay(scene), await pay(scene)]
  expect([await kindsOf(scene.db, healthy), await kindsOf(scene.db, broken)]).toEqual([[], []])
  const planted = plant(broken)
  for (const act of Array.isArray(planted) ? planted : [planted]) await act.execute(scene.db)
  expect(await kindsOf(scene.db, broken)).toContain(kind)
  expect(await kindsOf(scene.db, healthy)).toEqual([])
})

const insertDispute = (paymentId: string, status: 'needs_response' | 'lost', lines: string | null) => sql`
  insert into disputes (payment_id, provider_dispute_id, status, amount_grosze, closed_at, cause, lines)
  values (${paymentId}, ${randomUUID()}, ${status}, 5000, ${status === 'lost' ? sql`now()` : null},
    ${status === 'lost' ? 'dispute' : null}, ${lines}::jsonb)`

const LINES = JSON.stringify([{ item_id: null, rate: '23', pieces: 0, grosze: 5_000, kept_grosze: 0 }])

settled.for<[string, Plant]>([
  ['a printed receipt', ({ checkoutId }) => printReceipt(checkoutId, { grosze: TOTAL_GROSZE, lines: TOTAL_GROSZE })],
  ['an open dispute', ({ paymentId }) => insertDispute(paymentId, 'needs_response', null)],
  ['a lost dispute', ({ paymentId }) => insertDispute(paymentId, 'lost', LINES)],
  ['a dispute lost in an earlier build, without its lines', ({ paymentId }) => insertDispute(paymentId, 'lost', null)],
  [
    'a refund of an earlier build, without cause and lines',
    ({ paymentId }) => insertRefund(paymentId, { grosze: 100, status: 'succeeded' }),
  ],
])('%s is no difference', async ([, plant], { scene }) => {
  const order = await pay(scene)
  const planted = plant(order)
  for (const act of Array.isArray(planted) ? planted : [planted]) await act.execute(scene.db)
  expect(await kindsOf(scene.db, order)).toEqual([])
})

settled('the money of a cancelled order is named, unless a bank holds it', async ({ scene }) => {
  const order = await pay(scene)
  expect(
    (await cancelOrder(scene.services, order.orderId, { actor: 'admin', actorId: order.userId, reason: 'brak towaru' }))
      .ok,
  ).toBe(true)
  const later = async () =>
    (await compareBooks(scene.db, new Date(Date.now() + 2 * 86_400_000))).differences
      .filter(({ order_id }) => order_id === order.orderId)
      .map(({ kind }) => kind)
  expect(await later()).toEqual(['cancelled_with_money'])
  await insertDispute(order.paymentId, 'needs_response', null).execute(scene.db)
  expect(await later()).toEqual([])
})

settled('on delivery: a sum that differs, and more transferred than came in, are found', async ({ scene: { db } }) => {
  const order = await sellOnDelivery(db)
  expect(await kindsOf(db, order)).toEqual([])
  await sql`insert into transfers (order_id, amount_grosze, reason) values (${order.orderId}, 50000, 'za dużo')`.execute(
    db,
  )
  expect(await kindsOf(db, order)).toEqual(['money_below_zero'])
  await sql`update order_items set quantity = 1 where order_id = ${order.orderId}`.execute(db)
  expect(await kindsOf(db, order)).toEqual(['money_below_zero', 'order_sum'])
})

settled('an invoice that lacks money, an unknown payout and an overused code are found', async ({ scene }) => {
  const { db, services } = scene
  const order = await pay(scene)
  const company = JSON.stringify(STORED_COMPANY)
  await sql`update checkouts set company = ${company}::jsonb where id = ${order.checkoutId}`.execute(db)
  expect((await issueInvoice(services, order.checkoutId)).ok).toBe(true)
  expect(await kindsOf(db, order)).toEqual([])
  await sql`alter table invoices disable trigger user`.execute(db)
  await sql`update invoices set content = jsonb_set(content, '{lines,0,gross_grosze}', '1')
    where checkout_id = ${order.checkoutId}`.execute(db)
  expect(await kindsOf(db, order)).toEqual(['invoice_lines'])
  await sql`update invoices set content = jsonb_set(content, '{lines,0,gross_grosze}', '19800')
    where checkout_id = ${order.checkoutId}`.execute(db)
  await sql`alter table invoices enable trigger user`.execute(db)
  await sql`update orders set shipping_grosze = shipping_grosze + 700 where id = ${order.orderId}`.execute(db)
  await sql`update payments set amount_grosze = amount_grosze + 700 where id = ${order.paymentId}`.execute(db)
  expect(await kindsOf(db, order)).toEqual(['invoice_differs'])

  const entry = randomUUID()
  await sql`insert into payout_lines (source, entry, kind, reference, gross_grosze, day)
    values ('stripe', ${entry}, 'payment', ${`pi_${entry}`}, 4200, current_date)`.execute(db)
  const percent = { kind: 'percent', value: 10 } as const
  const limits = [
    { code: 'NARAZ', once_per_person: true },
    { code: 'RAZ', most_uses: 1 },
  ]
  await db
    .insertInto('codes')
    .values(limits.map((limit) => ({ ...percent, ...limit })))
    .execute()
  for (const { code } of limits) {
    for (const { orderId } of [await pay(scene), await pay(scene)]) {
      await db
        .updateTable('orders')
        .set({ discount_code: code, email: 'jan@example.com' })
        .where('id', '=', orderId)
        .execute()
    }
  }
  const { differences } = await compareBooks(db, new Date())
  const unbound = differences.filter(({ order_id }) => order_id === null)
  expect(unbound.map(({ kind, name }) => [kind, name])).toEqual([
    ['code_over', 'NARAZ'],
    ['code_over', 'RAZ'],
    ['payout_unknown', `pi_${entry}`],
  ])
})

settled(
  'a code is not overused by orders that gave its use back, nor by a limit that was lowered',
  async ({ scene }) => {
    const { db, memory, services } = scene
    await db.insertInto('codes').values({ code: 'WRACA', kind: 'percent', value: 10, most_uses: 1 }).execute()
    const [refunded, kept] = [await pay(scene), await pay(scene)]
    for (const { orderId } of [refunded, kept])
      await db.updateTable('orders').set({ discount_code: 'WRACA' }).where('id', '=', orderId).execute()
    const overused = async () =>
      (await compareBooks(db, new Date())).differences.filter(
        ({ kind, name }) => kind === 'code_over' && name === 'WRACA',
      )
    expect(await overused()).toHaveLength(1)
    // The parcel has left, so the order stays, and its buyer has the money again.
    await db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', '=', refunded.orderId).execute()
    const { providerPaymentId } = (await findAttempt(db, { id: refunded.paymentId })) ?? {}
    memory.refundByHand(providerPaymentId ?? '', TOTAL_GROSZE)
    expect((await syncRefunds(services, refunded.paymentId)).ok).toBe(true)
    expect(await overused()).toEqual([])
    const again = await pay(scene)
    await db.updateTable('orders').set({ discount_code: 'WRACA' }).where('id', '=', again.orderId).execute()
    expect(await overused()).toHaveLength(1)
    await db.updateTable('codes').set({ most_uses: 1, valid_to: null }).where('code', '=', 'WRACA').execute()
    expect(await overused()).toEqual([])
  },
)

settled(
  'the job stores what it found, once a day, and mails the owner on Mondays alone',
  async ({ scene: { db, services } }) => {
    const mails = () =>
      db.selectFrom('mail_outbox').select(['key', 'recipient']).where('template', '=', 'books-compared').execute()
    const run = (at: string) => compareBooksJob.run({ ...services, now: () => new Date(at) }, {}, { last: false })
    await run('2026-12-01T03:23:00Z')
    expect(await mails()).toEqual([])
    await run('2026-12-07T03:23:00Z')
    await run('2026-12-07T03:24:00Z')
    expect(await mails()).toEqual([{ key: 'books-compared:2026-12-07', recipient: services.adminEmail }])
    expect(await findLastComparison(db)).toMatchObject({
      day: '2026-12-07',
      compared_at: new Date('2026-12-07T03:24:00Z'),
    })
  },
)
