import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** The payment of a session with its order, as far as the buyer's way back needs it. */
export function findPaymentOfSession(db: Kysely<Database>, sessionId: string) {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select([
      'payments.id',
      'payments.status',
      'payments.asked_at as askedAt',
      'orders.number as orderNumber',
      'orders.status as orderStatus',
      'orders.total_grosze as totalGrosze',
      'orders.user_id as userId',
    ])
    .where('payments.provider_session_id', '=', sessionId)
    .executeTakeFirst()
}
