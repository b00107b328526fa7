import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { log } from '#domain/kernel/log.ts'
import type { PaymentMode, PaymentProvider } from '#domain/payments/payment-provider.ts'
import type { Services } from '#domain/services.ts'

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

/** Whether buyers can pay ahead now, because the present mode has keys. */
export async function isPaymentOn({ db, payments }: Pick<Services, 'db' | 'payments'>): Promise<boolean> {
  return payments[await readPaymentMode(db)] !== null
}

/** The provider in the mode of new payments; null when that mode has no keys. */
export async function findCurrentProvider({
  db,
  payments,
}: Pick<Services, 'db' | 'payments'>): Promise<PaymentProvider | null> {
  const mode = await readPaymentMode(db)
  const provider = payments[mode]
  if (!provider) log.error('payments begin in a mode without keys', { mode })
  return provider
}
