import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { updateSettings } from '#domain/kernel/database/settings-row-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { log } from '#domain/kernel/log.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { labelMeans, type PaymentMeans } from '#domain/payments/payment-means.ts'
import type { PaymentProvider, ProviderFailure } from '#domain/payments/payment-provider.ts'
import type { Services } from '#domain/services.ts'
import { storeAccountMeans } from './payment-mode-store.server.ts'

/** Offers these means of payment from now on. */
export function changePaymentMeans(
  { db }: Pick<Services, 'db'>,
  userId: string,
  change: { means: PaymentMeans[]; version: string },
): Promise<Result<null, Busy | { reason: 'changed_meanwhile' }>> {
  return transact<null, { reason: 'changed_meanwhile' }>(db, async (trx) => {
    if (!(await updateSettings(trx, 'payment_settings', change))) return fail({ reason: 'changed_meanwhile' })
    await recordAudit(trx, { userId, action: 'payment_means.changed', details: { names: labelMeans(change.means) } })
    return ok(null)
  })
}

/** Asks the provider which means its account has, and keeps the answer. A failure keeps the previous one. */
export async function askPaymentMeans(
  { db, now }: Pick<Services, 'db' | 'now'>,
  provider: PaymentProvider,
): Promise<Result<string[], ProviderFailure>> {
  const asked = await provider.listMeans()
  if (asked.ok) await storeAccountMeans(db, { mode: provider.mode, means: asked.value, asked_at: now() })
  else log.warn('the means of payment of the account could not be read', { why: asked.failure.why })
  return asked
}
