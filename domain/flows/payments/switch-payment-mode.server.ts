import type { Transaction } from 'kysely'
import { startProductRun } from '#domain/catalog/provider/product-run.server.ts'
import type { KeysMissing } from '#domain/catalog/provider/product-sync.run.server.ts'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, type Result } from '#domain/kernel/result.ts'
import { lockPaymentMode, storePaymentMode } from '#domain/payments/mode/payment-mode-store.server.ts'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'
import type { Services } from '#domain/services.ts'

/** The kind of the run that sends all products to the other mode. */
export const PAYMENT_MODE_RUN = 'payment-mode'

/**
 * Begins to switch to the other payment mode. A run first sends all products there. New payments begin in it only when
 * all have arrived. Until then, and if one fails, payments stay in the old mode.
 */
export async function switchPaymentMode(
  services: Pick<Services, 'db' | 'jobs' | 'payments'>,
  { mode, userId }: { mode: PaymentMode; userId: string },
): Promise<Result<{ runId: string }, Busy | KeysMissing | { reason: 'payment_mode_unchanged' }>> {
  if (!services.payments[mode]) return fail({ reason: 'payment_keys_missing', mode })
  return transact<{ runId: string }, Busy | { reason: 'payment_mode_unchanged' }>(services.db, async (trx) => {
    if ((await lockPaymentMode(trx)) === mode) return fail({ reason: 'payment_mode_unchanged' })
    return startProductRun(services, trx, { kind: PAYMENT_MODE_RUN, mode, startedBy: userId })
  })
}

/** Makes new payments begin in this mode. Payments in progress stay in theirs. */
export async function changePaymentMode(
  trx: Transaction<Database>,
  { mode, userId }: { mode: PaymentMode; userId: string | null },
): Promise<void> {
  const from = await lockPaymentMode(trx)
  if (from === mode) return
  await storePaymentMode(trx, mode)
  await recordAudit(trx, { userId, action: 'payment_mode.changed', details: { from, to: mode } })
}
