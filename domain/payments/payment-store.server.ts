import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { changeStatus } from '#domain/status-store.server.ts'
import type { StatusChange } from '#domain/transitions.ts'
import { PAYMENT_TRANSITIONS, type PaymentStatus } from './payment.ts'

/** When a payment came to this status is written beside it. */
const MOMENTS: Partial<Record<PaymentStatus, 'paid_at' | 'refunded_at'>> = { paid: 'paid_at', refunded: 'refunded_at' }

/**
 * Changes the status of one attempt to pay and writes the event of its order; refuses what the table of transitions does
 * not have. The first moment it was paid stays, also when a refund failed later.
 */
export async function changePaymentStatus(
  trx: Transaction<Database>,
  paymentId: string,
  change: StatusChange<PaymentStatus>,
) {
  const changed = await changeStatus(trx, 'payment', PAYMENT_TRANSITIONS, paymentId, change)
  const moment = MOMENTS[change.to]
  if (changed.ok && moment) {
    await trx
      .updateTable('payments')
      .set({ [moment]: sql<Date>`coalesce(${sql.ref(moment)}, now())` })
      .where('id', '=', paymentId)
      .execute()
  }
  return changed
}
