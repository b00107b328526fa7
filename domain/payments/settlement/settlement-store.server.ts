import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import { describeDisputes } from '#domain/payments/refunds/refund.ts'
import type { Attempt } from './settlement.ts'

const ATTEMPT_COLUMNS = [
  'payments.id',
  'payments.order_id as orderId',
  'payments.provider',
  'payments.mode',
  'payments.provider_session_id as providerSessionId',
  'payments.provider_payment_id as providerPaymentId',
  'payments.status',
  'payments.amount_grosze as amountGrosze',
  'payments.currency',
  'payments.expires_at as expiresAt',
  'payments.checks',
  'payments.is_addition as isAddition',
] as const

/** A payment for its settlement. */
export type StoredAttempt = Attempt & {
  provider: string
  providerPaymentId: string | null
  expiresAt: Date
  checks: number
  /** It pays the difference of a change, not the order itself. */
  isAddition: boolean
}

/** A payment by its own id, by the provider's id of its session, or by that of its money. */
export function findAttempt(
  db: Kysely<Database>,
  by: { id: string } | { provider_session_id: string } | { provider_payment_id: string },
): Promise<StoredAttempt | undefined> {
  const [[column, value] = ['id', null]] = Object.entries(by)
  return db.selectFrom('payments').select(ATTEMPT_COLUMNS).where(sql.ref(column), '=', value).executeTakeFirst()
}

/**
 * Locks a payment and its order until the transaction ends. The order is locked first, so that changes of one order and
 * its payments happen one after another.
 */
export async function lockAttempt(trx: Transaction<Database>, paymentId: string) {
  const order = await trx
    .selectFrom('orders')
    .select(['email as orderEmail', 'status as orderStatus'])
    .where('id', '=', (query) => query.selectFrom('payments').select('order_id').where('id', '=', paymentId))
    .forUpdate()
    .executeTakeFirst()
  if (!order) return undefined
  const attempt = await trx
    .selectFrom('payments')
    .select(ATTEMPT_COLUMNS)
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const disputes = await trx
    .selectFrom('disputes')
    .select(['status', 'amount_grosze as amountGrosze'])
    .where('payment_id', '=', paymentId)
    .execute()
  return { ...attempt, ...order, ...describeDisputes(disputes) }
}

export type LockedAttempt = NonNullable<Awaited<ReturnType<typeof lockAttempt>>>

/** Stores the provider's ids of a payment's session and, once it is paid, of its money, with the means of payment. */
export async function storeSessionFacts(
  trx: Transaction<Database>,
  paymentId: string,
  facts: { provider_session_id: string; provider_payment_id?: string; paid_with?: string | null },
): Promise<void> {
  await trx.updateTable('payments').set(facts).where('id', '=', paymentId).execute()
}

/** Other payments of an order that may still be paid. */
export async function listOpenSiblings(trx: Transaction<Database>, payment: { id: string; orderId: string }) {
  const rows = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', payment.orderId)
    .where('id', '<>', payment.id)
    .where('status', '=', 'open')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether another payment of the order is paid. */
export async function hasPaidSibling(trx: Transaction<Database>, payment: { id: string; orderId: string }) {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', payment.orderId)
    .where('id', '<>', payment.id)
    .where('status', '=', 'paid')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Stores when the provider is asked next, and how many times it was asked in the present status, if the status is still
 * the same.
 */
export async function storeNextCheck(
  db: Kysely<Database>,
  { id, status }: { id: string; status: PaymentStatus },
  next: { checks: number; next_check_at: Date | null },
): Promise<void> {
  await db.updateTable('payments').set(next).where('id', '=', id).where('status', '=', status).execute()
}

/** The present status of an order. */
export async function findOrderStatus(db: Kysely<Database>, orderId: string): Promise<OrderStatus | undefined> {
  const order = await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst()
  return order?.status
}

/**
 * Claims up to `most` due payments, so that no other process asks about them until `until`. Skips those that another
 * process is claiming.
 */
export async function claimDueChecks(
  db: Kysely<Database>,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update payments set next_check_at = ${until}
    where id = any(array(
      select id from payments where next_check_at <= ${now} order by next_check_at limit ${most} for update skip locked
    ))
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Records that a buyer waits for an open payment. False when this already caused a check since `since`. */
export async function claimAsking(
  trx: Transaction<Database>,
  paymentId: string,
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  const claimed = await trx
    .updateTable('payments')
    .set({ asked_at: now })
    .where('id', '=', paymentId)
    .where('status', '=', 'open')
    .where(({ or, eb }) => or([eb('asked_at', 'is', null), eb('asked_at', '<=', since)]))
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}
