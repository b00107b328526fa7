import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** One payment attempt for a mail. Rejects when it does not exist. */
export function findMailedPayment(db: Kysely<Database>, paymentId: string) {
  return db
    .selectFrom('payments')
    .select(['order_id', 'status', 'amount_grosze', 'expires_at', 'paid_at'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
}

/** The payment that paid an order itself, or the newest one if it was refunded. Undefined for an unpaid order. */
export function findMadePayment(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('payments')
    .select(['amount_grosze', 'paid_at'])
    .where('order_id', '=', orderId)
    .where('paid_at', 'is not', null)
    .where('is_addition', '=', false)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** One refund for a mail. Rejects when it does not exist. */
export function findMailedRefund(db: Kysely<Database>, refundId: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['payments.order_id', 'refunds.amount_grosze', 'refunds.status', 'payments.amount_grosze as paid_grosze'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()
}
