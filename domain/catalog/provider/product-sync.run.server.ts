import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { defineRun } from '#domain/kernel/definitions.ts'
import { fail, type Result } from '#domain/kernel/result.ts'
import { readPaymentMode } from '#domain/payments/mode/payment-mode-queries.server.ts'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'
import type { Services } from '#domain/services.ts'
import { PRODUCT_RUN, startProductRun } from './product-run.server.ts'

const kind = 'product-sync'

export default defineRun({ ...PRODUCT_RUN, kind })

/** The payment provider has no keys in this mode. */
export type KeysMissing = { reason: 'payment_keys_missing'; mode: PaymentMode }

/** Begins to send all products to the payment provider again, in the mode of new payments. */
export async function startProductSync(
  services: Pick<Services, 'db' | 'jobs' | 'payments'>,
  userId: string,
): Promise<Result<{ runId: string }, Busy | KeysMissing>> {
  const mode = await readPaymentMode(services.db)
  if (!services.payments[mode]) return fail({ reason: 'payment_keys_missing', mode })
  return transact(services.db, (trx) => startProductRun(services, trx, { kind, mode, startedBy: userId }))
}
