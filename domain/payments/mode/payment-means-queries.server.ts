import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import { log } from '#domain/kernel/log.ts'
import { findOffered, type PaymentMeans } from '#domain/payments/payment-means.ts'
import type { PaymentMode, PaymentProvider } from '#domain/payments/payment-provider.ts'
import type { Services } from '#domain/services.ts'
import { readPaymentMode } from './payment-mode-queries.server.ts'

/** The means of payment that are switched on, and what the account of a mode has; null: the provider was never asked. */
export function readPaymentMeans(db: Kysely<Database>, mode: PaymentMode) {
  return db
    .selectFrom('payment_settings')
    .leftJoin('payment_accounts', (join) => join.on('payment_accounts.mode', '=', mode))
    .select(['payment_settings.means as on', 'payment_accounts.means as available', 'asked_at'])
    .select(rowVersion('payment_settings.updated_at').as('version'))
    .executeTakeFirstOrThrow()
}

type PaymentServices = Pick<Services, 'db' | 'payments'>

/** The means by which buyers can pay ahead now; none without keys of the present mode. */
export async function listOfferedMeans({ db, payments }: PaymentServices): Promise<PaymentMeans[]> {
  const mode = await readPaymentMode(db)
  return payments[mode] === null ? [] : listMeansOfMode(db, mode)
}

/** The means that a page of this mode offers now. */
export async function listMeansOfMode(db: Kysely<Database>, mode: PaymentMode): Promise<PaymentMeans[]> {
  const { on, available } = await readPaymentMeans(db, mode)
  return findOffered(on, available)
}

/** Whether buyers can pay ahead now. */
export const isPaymentOn = async (services: PaymentServices): Promise<boolean> =>
  (await listOfferedMeans(services)).length > 0

/** The provider in the mode of new payments; null when buyers cannot pay ahead. */
export async function findCurrentProvider(services: PaymentServices): Promise<PaymentProvider | null> {
  const mode = await readPaymentMode(services.db)
  const provider = services.payments[mode]
  if (!provider) log.error('payments begin in a mode without keys', { mode })
  return provider && (await isPaymentOn(services)) ? provider : null
}
