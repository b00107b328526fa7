import { vi } from 'vitest'
import processEvent from '#domain/flows/payments/process-payment-event.job.server.ts'
import { log } from '#domain/kernel/log.ts'
import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import mailNotices from '#domain/owner-notices/mail-notices.job.server.ts'
import { labelNotice } from '#domain/owner-notices/notice-words.ts'
import { listMailedNotices } from '#domain/owner-notices/owner-notices-queries.server.ts'
import type { AdminParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { openCarrierDesk } from '#tests/support/carrier-desk.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'

// States of a dispute (asked, answered, won, lost), each for a parcel that is not packed, packed or sent.
const clock = { now: new Date() }
const OPTIONS: ApiOptions = { clock, limitFactor: 100 }
const test = base.extend('apiOptions', { scope: 'file' }, OPTIONS)

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let desk: Awaited<ReturnType<typeof openCarrierDesk>>
test.beforeAll(async ({ api: started, sandbox }) => {
  api = started
  orders = await openAdminOrders(api)
  desk = await openCarrierDesk(api, sandbox, clock)
  await orders.stripe.addWebhookEndpoint(`${api.base}/api/stripe-webhook`)
})
test.beforeEach(() => void vi.spyOn(log, 'warn').mockReturnValue())

/** Changes the dispute at the provider and does the work of its webhook. */
async function dispute(sessionId: string, status: 'needs_response' | 'under_review' | 'won' | 'lost'): Promise<void> {
  await orders.stripe.act(sessionId, { action: 'dispute', status })
  await eventually(async () => {
    const waiting = await api.db
      .selectFrom('webhook_events')
      .select(['provider', 'event_id'])
      .where('processed_at', 'is', null)
      .where('type', 'like', 'charge.dispute.%')
      .execute()
    for (const { provider, event_id: eventId } of waiting) {
      await processEvent.run(api.services, { provider, eventId }, { last: false })
    }
    const stored = await api.db.selectFrom('disputes').select('status').orderBy('updated_at', 'desc').execute()
    expect(stored[0]?.status).toBe(status)
  })
}

test('a dispute is notified with its deadline, counted, shown at the parcel, and must be confirmed', async () => {
  const order = await orders.paidAhead()
  const before = await countPendingWork(api.db)
  await dispute(order.sessionId, 'needs_response')
  expect((await countPendingWork(api.db)).disputes).toBe(before.disputes + 1)

  const { respond_by, id } = await api.db.selectFrom('disputes').selectAll().executeTakeFirstOrThrow()
  expect(respond_by?.getTime()).toBeGreaterThan(Date.now() + 8 * 24 * 3_600_000)
  const [parcel] = (await desk.shipments.list(`?search=${order.orderId.slice(0, 8)}`)).items
  if (!parcel) throw new Error('no parcel')
  expect(parcel.warnings).toMatchObject([{ id, kind: 'dispute', takes_out: null }])
  expect(parcel.warnings[0]?.sentence).toMatch(/^Spór w banku: trzeba odpowiedzieć do \d+ \S+ \d{4}\.$/)
  const packing = (await (await desk.shipments.get('packing')).json()) as { items: AdminParcel[] }
  expect(packing.items.find(({ checkout_id }) => checkout_id === parcel.checkout_id)?.warnings).toHaveLength(1)

  desk.later(60)
  await mailNotices.run(api.services, {}, { last: false })
  const { batch } = await api.db
    .selectFrom('owner_notices')
    .select('mail_batch as batch')
    .where('kind', '=', 'dispute')
    .executeTakeFirstOrThrow()
  const [notice] = (await listMailedNotices(api.db, batch ?? '')).filter(({ kind }) => kind === 'dispute')
  expect(notice && labelNotice(notice)).toMatch(/^Spór w banku \d{8}, .+, odpowiedz do \d+ \S+ \d{4}$/)

  expect((await desk.create([parcel])).status).toBe(409)
  expect((await desk.shipments.update(parcel.shipments, { status: 'shipped' })).status).toBe(409)
  // After answering, the owner waits for the bank, and is still warned before sending.
  await dispute(order.sessionId, 'under_review')
  expect((await countPendingWork(api.db)).disputes).toBe(before.disputes)
  expect((await desk.shipments.found(parcel)).warnings).toHaveLength(1)
  // Lost: the money is gone, and nothing is sent for it.
  await dispute(order.sessionId, 'lost')
  const { status } = await api.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', parcel.shipments[0]?.order.id ?? '')
    .executeTakeFirstOrThrow()
  expect(status).toBe('cancelled')
  expect((await desk.shipments.update(parcel.shipments, { status: 'shipped', knows: [id] })).status).toBe(409)
})

test('a dispute that was won warns of nothing', async () => {
  const order = await orders.paidAhead()
  await dispute(order.sessionId, 'needs_response')
  await dispute(order.sessionId, 'won')
  const [parcel] = (await desk.shipments.list(`?search=${order.orderId.slice(0, 8)}`)).items
  expect(parcel?.warnings).toEqual([])
  expect((await desk.shipments.update(parcel?.shipments ?? [], { status: 'shipped' })).status).toBe(200)
})
