import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** The most payments that are listed; the rest follows once these are cleared. */
const LISTED = 20

/** Money at the provider that matches no payment and that the owner has not dismissed, oldest first. */
export function listStrayPayments(db: Kysely<Database>) {
  return db
    .selectFrom('stray_payments')
    .leftJoin('payments', 'payments.id', 'stray_payments.payment_id')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .select([
      'stray_payments.id',
      'stray_payments.mode',
      'stray_payments.provider_session_id',
      'stray_payments.provider_payment_id',
      'stray_payments.amount_grosze',
      'stray_payments.currency',
      'stray_payments.created_at',
      'orders.id as order_id',
      'orders.number as order_number',
    ])
    .where('stray_payments.dismissed_at', 'is', null)
    .orderBy('stray_payments.created_at')
    .limit(LISTED)
    .execute()
}
