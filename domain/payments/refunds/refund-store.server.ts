import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { toEventRow } from '#domain/kernel/database/status-store.server.ts'
import type { SoldAgain } from '#domain/kernel/order-words/order-act-fields.ts'
import { type Actor, findOrigins } from '#domain/kernel/transitions.ts'
import { REFUND_TRANSITIONS, type RefundStatus } from './refund.ts'

const REFUND_COLUMNS = [
  'id',
  'payment_id as paymentId',
  'amount_grosze as amountGrosze',
  'status',
  'idempotency_key as idempotencyKey',
  'provider_refund_id as providerRefundId',
] as const

export function findRefund(db: Kysely<Database>, refundId: string) {
  return db.selectFrom('refunds').select(REFUND_COLUMNS).where('id', '=', refundId).executeTakeFirst()
}

/** The payment of the provider's refund. Undefined when the shop does not know the refund yet. */
export async function findPaymentOfRefund(db: Kysely<Database>, providerRefundId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('refunds')
    .select('payment_id')
    .where('provider_refund_id', '=', providerRefundId)
    .executeTakeFirst()
  return row?.payment_id
}

/** All refunds of a payment, oldest first. Callers that change them lock the payment first. */
export function listRefunds(db: Kysely<Database>, paymentId: string) {
  return db
    .selectFrom('refunds')
    .select(REFUND_COLUMNS)
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export type StoredRefund = Awaited<ReturnType<typeof listRefunds>>[number]

/** Stores a refund, pending unless stated otherwise, with the order event. */
export async function insertRefund(
  trx: Transaction<Database>,
  orderId: string,
  {
    restock,
    ...refund
  }: Omit<Insertable<Database['refunds']>, 'restock'> & {
    restock?: readonly SoldAgain[] | undefined
  },
  by: Actor,
): Promise<void> {
  const row = { ...refund, restock: restock ? JSON.stringify(restock) : null }
  await trx.insertInto('refunds').values(row).execute()
  const { status = 'pending', reason } = refund
  const event = { orderId, subject: 'refund', from: null, to: status, reason, ...by } as const
  await trx
    .insertInto('order_events')
    .values({ ...toEventRow(event), refund_id: refund.id ?? null })
    .execute()
}

/** What the owner said of the pieces with the latest refund that was to cancel an order. */
export async function findChosenRestock(trx: Transaction<Database>, orderId: string): Promise<readonly SoldAgain[]> {
  const refund = await trx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('restock')
    .where('order_id', '=', orderId)
    .where('refunds.status', '<>', 'failed')
    .where('restock', 'is not', null)
    .orderBy('refunds.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return refund?.restock ?? []
}

export async function storeProviderRefundId(trx: Transaction<Database>, refundId: string, id: string): Promise<void> {
  await trx.updateTable('refunds').set({ provider_refund_id: id }).where('id', '=', refundId).execute()
}

/**
 * Changes the status of a refund, with the reason of a failure, and writes the order event. False when the transition
 * is not allowed.
 */
export async function changeRefundStatus(
  trx: Transaction<Database>,
  { refundId, orderId }: { refundId: string; orderId: string },
  { to, reason }: { to: RefundStatus; reason: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ from: RefundStatus }>`
    update refunds set status = ${to}, failure = case when ${to} = 'failed' then ${reason}::text end
    from (select id, status from refunds where id = ${refundId} for update) as before
    where refunds.id = before.id and before.status = any(${findOrigins(REFUND_TRANSITIONS, to)}::text[])
    returning before.status as "from"`.execute(trx)
  const [changed] = rows
  if (!changed) return false
  const event = { orderId, subject: 'refund', from: changed.from, to, actor: 'provider', reason } as const
  await trx
    .insertInto('order_events')
    .values({ ...toEventRow(event), refund_id: refundId })
    .execute()
  return true
}
