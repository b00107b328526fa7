import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { PaymentSession } from '#domain/payments/payment-provider.ts'

/**
 * Stores a paid session that matches no payment, once, so that the owner is notified of the money.
 * @param paymentId the payment that the session differs from; null: it is unknown
 */
export async function storeStrayPayment(
  db: Kysely<Database>,
  { id, mode, providerPaymentId, amountGrosze, currency }: PaymentSession,
  paymentId: string | null,
): Promise<void> {
  await db
    .insertInto('stray_payments')
    .values({
      mode,
      provider_session_id: id,
      provider_payment_id: providerPaymentId,
      amount_grosze: amountGrosze,
      currency,
      payment_id: paymentId,
    })
    .onConflict((conflict) => conflict.column('provider_session_id').doNothing())
    .execute()
}

/** False when there is no such payment that is still listed. */
export async function dismissStrayPayment(trx: Transaction<Database>, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('stray_payments')
    .set({ dismissed_at: at })
    .where('id', '=', id)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
