import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'

/** The mode of new payments. Creates the row with `test` when it is missing. */
export async function readPaymentMode(db: Kysely<Database>): Promise<PaymentMode> {
  const settings = await db.selectFrom('payment_settings').select('mode').executeTakeFirst()
  if (settings) return settings.mode
  await db
    .insertInto('payment_settings')
    .values({ mode: 'test' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return 'test'
}
