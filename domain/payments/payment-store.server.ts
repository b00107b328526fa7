import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { changeStatus, insertEvents } from '#domain/kernel/database/status-store.server.ts'
import type { Actor, StatusChange } from '#domain/kernel/transitions.ts'
import { findPaymentEnd, PAYMENT_TRANSITIONS, type PaymentStatus } from './payment.ts'
import type { PaymentProvider } from './payment-provider.ts'

/**
 * Changes the status of a payment attempt and writes the order event. Refuses transitions that the table does not
 * allow. The database notes when it first was paid and refunded.
 */
export function changePaymentStatus(
  trx: Transaction<Database>,
  paymentId: string,
  change: StatusChange<PaymentStatus>,
) {
  return changeStatus(trx, 'payment', PAYMENT_TRANSITIONS, paymentId, change)
}

/**
 * Opens the next payment attempt of an order with its event, and returns its id: at the order's total, or for an
 * addition. The caller holds the lock of the order or of the previous attempt. The database allows one open attempt per
 * order.
 */
export async function insertAttempt(
  trx: Transaction<Database>,
  orderId: string,
  provider: Pick<PaymentProvider, 'name' | 'mode'>,
  now: Date,
  { addition, ...by }: Actor & { reason: string | null; addition?: { amountGrosze: Grosze; expiresAt: Date } },
): Promise<string> {
  const { id } = await trx
    .insertInto('payments')
    .columns(['order_id', 'attempt', 'provider', 'mode', 'status', 'amount_grosze', 'expires_at', 'is_addition'])
    .expression((from) =>
      from
        .selectFrom('orders')
        .where('id', '=', orderId)
        .select((order) => [
          'id',
          sql<number>`1 + coalesce((select max(attempt) from payments where order_id = orders.id), 0)`.as('attempt'),
          sql<string>`${provider.name}`.as('provider'),
          sql<typeof provider.mode>`${provider.mode}`.as('mode'),
          order.val<PaymentStatus>('open').as('status'),
          addition
            ? sql<Grosze>`${addition.amountGrosze}::bigint`.as('amount_grosze')
            : 'total_grosze as amount_grosze',
          sql<Date>`${addition?.expiresAt ?? findPaymentEnd(now)}::timestamptz`.as('expires_at'),
          order.val(addition !== undefined).as('is_addition'),
        ]),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertEvents(trx, { ...by, orderId, subject: 'payment', from: null, to: 'open' })
  return id
}

/** Stores the session of an open attempt and its end. False: the attempt has ended or has another session. */
export async function storeSession(
  db: Kysely<Database>,
  paymentId: string,
  sessionId: string,
  expiresAt: Date,
): Promise<boolean> {
  const stored = await db
    .updateTable('payments')
    .set({ provider_session_id: sessionId, expires_at: expiresAt })
    .where('id', '=', paymentId)
    .where('status', '=', 'open')
    .where((payment) =>
      payment.or([payment('provider_session_id', 'is', null), payment('provider_session_id', '=', sessionId)]),
    )
    .executeTakeFirst()
  return stored.numUpdatedRows > 0n
}

/** Keeps the means of payment with which an attempt was requested first. Returns them. */
export async function keepMeans(db: Kysely<Database>, paymentId: string, first: string[]): Promise<string[]> {
  const { means } = await db
    .updateTable('payments')
    .set({ means: sql<string[]>`coalesce(means, ${first})` })
    .where('id', '=', paymentId)
    .returning('means')
    .executeTakeFirstOrThrow()
  return means ?? first
}

/** A session has one ticket. A further attempt binds it to the new cookie, unless it was used up. */
export async function storeLoginTicket(
  db: Kysely<Database>,
  ticket: Insertable<Database['login_tickets']>,
): Promise<void> {
  const { cookie_hash, expires_at } = ticket
  await db
    .insertInto('login_tickets')
    .values(ticket)
    .onConflict((conflict) =>
      conflict.column('token_hash').doUpdateSet({ cookie_hash, expires_at }).where('login_tickets.used_at', 'is', null),
    )
    .execute()
}
