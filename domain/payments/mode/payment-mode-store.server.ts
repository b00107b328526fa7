import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'
import { readPaymentMode } from './payment-mode-queries.server.ts'

/** Locks the mode of new payments until the transaction ends, and returns it. */
export async function lockPaymentMode(trx: Transaction<Database>): Promise<PaymentMode> {
  await readPaymentMode(trx)
  const { mode } = await trx.selectFrom('payment_settings').select('mode').forUpdate().executeTakeFirstOrThrow()
  return mode
}

export async function storePaymentMode(trx: Transaction<Database>, mode: PaymentMode): Promise<void> {
  await trx.updateTable('payment_settings').set({ mode }).execute()
}

/** Keeps what the provider said of the account of a mode. */
export async function storeAccountMeans(
  db: Kysely<Database>,
  account: Insertable<Database['payment_accounts']>,
): Promise<void> {
  const { means, asked_at } = account
  await db
    .insertInto('payment_accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('mode').doUpdateSet({ means, asked_at }))
    .execute()
}
