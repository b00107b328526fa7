import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { settlePayment } from '#domain/flows/payments/settle-payment.server.ts'
import { recordTransfer } from '#domain/flows/refunds/record-transfer.server.ts'
import { refundByAdmin } from '#domain/flows/refunds/refund-by-admin.server.ts'
import { settleReturn } from '#domain/flows/returns/settle-return.server.ts'
import { listPapers } from '#domain/papers/invoices/invoice-queries.server.ts'
import { issueInvoice } from '#domain/papers/invoices/issue-invoice.server.ts'
import type { AskedRefund } from '#domain/payments/refunds/refund-request.ts'
import { findCase } from '#domain/returns/return-case-queries.server.ts'
import { readCaseMoney } from '#domain/returns/return-money-queries.server.ts'
import { submitLinkedStatement } from '#domain/returns/submit-statement.server.ts'
import { insertShipment } from '#domain/shipping/shipment-store.server.ts'
import { markReceipt } from '#domain/till/mark-receipt.server.ts'
import { findOpenReceipts, findReturnedReceipts } from '#domain/till/receipt-queries.server.ts'
import { listReturns } from '#domain/till/return-register.ts'
import { expect } from './fixtures.ts'
import { STORED_COMPANY } from './orders.ts'
import type { Scene } from './provider-acts.ts'
import { PREPAID, storeCheckout, TO_LOCKER } from './stored-checkout.ts'
import { beginSession, drawFreeOrderIds, storeAttempt } from './stored-payment.ts'

export type SoldItem = {
  name: string
  priceGrosze: number
  quantity?: number
  discountGrosze?: number
  rate?: '23' | '8' | '5'
}

/** The order in which lines are compared. */
const SHOWN = ['Dom Książka', 'Dom Oud', 'Dom Róża', 'Zatrzymana część ceny: Dom Oud', 'Dostawa']

/** A parcel that was delivered, each list of items an order of it: on delivery, or one order that was paid ahead. */
export async function sell(
  { db, memory, services }: Scene,
  orders: readonly (readonly SoldItem[])[],
  { company = true, isPrepaid = false } = {},
) {
  const ids = await drawFreeOrderIds(db, orders.length)
  const checkoutId = await storeCheckout(
    db,
    orders.map((items, at) => ({
      id: ids[at] ?? '',
      items: items.map(({ quantity = 1, ...item }) => ({ ...item, brand: 'Dom', quantity })),
      shippingGrosze: at === 0 ? 1_599 : 0,
    })),
    isPrepaid ? PREPAID : TO_LOCKER,
  )
  if (company) {
    await sql`update checkouts set company = ${JSON.stringify(STORED_COMPANY)}::jsonb where id = ${checkoutId}`.execute(
      db,
    )
  }
  for (const { name, rate = '23' } of orders.flat()) {
    await sql`update order_items set vat_rate = ${rate} where product_name = ${name} and order_id = any(${ids}::uuid[])`.execute(
      db,
    )
  }
  const { user_id: userId } = await db
    .selectFrom('checkouts')
    .select('user_id')
    .where('id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  const admin = userId ?? ''
  if (isPrepaid) {
    for (const orderId of ids) {
      const paymentId = await storeAttempt(db, orderId)
      const sessionId = await beginSession(db, memory, { paymentId, orderId })
      const { total_grosze: amountGrosze } = await db
        .selectFrom('orders')
        .select('total_grosze')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      await db.updateTable('payments').set({ amount_grosze: amountGrosze }).where('id', '=', paymentId).execute()
      memory.change(sessionId, { amountGrosze })
      memory.pay(sessionId)
      const session = memory.sessions.get(sessionId)
      expect(session && (await settlePayment(services, { ...session }))).toMatchObject({ ok: true, value: 'paid' })
    }
  }

  if (!isPrepaid)
    await db.transaction().execute(async (trx) => {
      for (const id of ids) await insertShipment(trx, id, { actor: 'system', reason: null })
    })
  for (const [from, to] of [
    ['created', 'shipped'],
    ['shipped', 'delivered'],
  ] as const) {
    await db.updateTable('shipments').set({ status: to }).where('order_id', 'in', ids).execute()
    const event = { subject: 'shipment', from_status: from, to_status: to, actor: 'admin' } as const
    for (const order_id of ids)
      await db
        .insertInto('order_events')
        .values({ order_id, ...event })
        .execute()
  }

  /** The newest paper after what has changed. */
  async function issue() {
    const issued = await issueInvoice(services, checkoutId)
    if (!issued.ok) throw new Error(issued.failure.reason)
    const papers = await listPapers(db, checkoutId)
    const content = papers.at(-1)?.content
    return {
      reason: content?.corrected?.reason,
      lines: (content?.lines ?? [])
        .map(({ name, quantity, gross_grosze }) => [name, quantity, gross_grosze] as const)
        .toSorted(([one], [other]) => SHOWN.indexOf(one) - SHOWN.indexOf(other)),
      sums: Object.fromEntries((content?.sums ?? []).map(({ rate, gross_grosze }) => [rate, gross_grosze])),
    }
  }
  async function state(items: readonly { name: string; quantity?: number }[], complaint = false): Promise<string> {
    const stored = await db.selectFrom('order_items').selectAll().where('order_id', 'in', ids).execute()
    const chosen = items.map(({ name, quantity = 1 }) => ({
      product_id: stored.find(({ product_name }) => product_name === name)?.product_id ?? '',
      quantity,
    }))
    const declared = { items: chosen, reason: 'Flakon przeciekał.', pictures: [] }
    const stated = await submitLinkedStatement(
      services,
      complaint ? { ...declared, demand: 'lower_price' } : declared,
      { kind: complaint ? 'complaint' : 'withdrawal', key: randomUUID(), checkoutId },
    )
    if (!stated.ok) throw new Error(stated.failure.reason)
    const { id } = await db
      .updateTable('return_cases')
      .set({ account_number: 'PL61109010140000071219812874' })
      .where('number', '=', stated.value.number)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  async function settle(caseId: string): Promise<number> {
    const found = await findCase(db, caseId)
    const money = found && (await readCaseMoney(db, found))
    const owed_grosze = money?.owedGrosze ?? 0
    const given = await settleReturn(services, { caseId, adminId: admin, owed_grosze, given_otherwise: false })
    expect(given).toEqual({ ok: true, value: null })
    return owed_grosze
  }
  /** Money given back on the page of the first order, or of the one named. */
  async function transfer(amount_grosze: number, more: Partial<Parameters<typeof recordTransfer>[2]> = {}) {
    const orderId = more.orderId ?? ids[0] ?? ''
    const { returned_seen } = await db
      .selectFrom('transfers')
      .select(sql<number>`coalesce(sum(amount_grosze), 0)::int`.as('returned_seen'))
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const asked = { transfer_id: randomUUID(), amount_grosze, reason: 'przeprosiny', returned_seen, returned: [] }
    const wanted = { purpose: 'goodwill' as const, end_code: true, ...asked, ...more, orderId }
    expect(await recordTransfer(services, admin, { restock: [], ...wanted })).toEqual({
      ok: true,
      value: null,
    })
  }
  /** Money given back on the page of the order that was paid ahead. */
  async function refund(amount_grosze: number, asked: Pick<AskedRefund, 'purpose' | 'returned'>) {
    const [orderId = ''] = ids
    const { id: payment_id } = await db
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const refunds_seen = (await db.selectFrom('refunds').select('id').where('payment_id', '=', payment_id).execute())
      .length
    const given = { refund_id: randomUUID(), payment_id, amount_grosze, refunds_seen, reason: 'przeprosiny' }
    const refunded = await refundByAdmin(services, admin, {
      ...{ orderId, ...given, ...asked },
      ...{ outside: false, restock: [], end_code: true },
    })
    expect(refunded).toEqual({ ok: true, value: null })
  }
  const print = async () => {
    const now = services.now()
    const [open] = await findOpenReceipts(db, { now, where: sql`receipts.checkout_id = ${checkoutId}`, most: 1 })
    const { gross_grosze = 0 } = open ?? {}
    const marked = await markReceipt(services, { userId: admin, checkoutId }, { number: '1', gross_grosze })
    expect(marked).toEqual({ ok: true, value: null })
    return (open?.lines ?? []).map(({ rate, gross_grosze: grosze }) => [rate, grosze])
  }
  const register = async () =>
    (await findReturnedReceipts(db, { from: '2020-01-01', to: '2100-01-01' }))
      .filter(({ checkout_id }) => checkout_id === checkoutId)
      .flatMap(({ events, ...receipt }) => listReturns(receipt, events))
      .map(({ reason, sums }) => ({
        reason,
        sums: Object.fromEntries(sums.map(({ rate, gross_grosze, vat_grosze }) => [rate, [gross_grosze, vat_grosze]])),
      }))
  const itemOf = async (name: string) =>
    (
      await db
        .selectFrom('order_items')
        .select('product_id')
        .where('order_id', 'in', ids)
        .where('product_name', '=', name)
        .executeTakeFirstOrThrow()
    ).product_id
  return { checkoutId, ids, admin, issue, state, settle, transfer, refund, print, register, itemOf }
}
