import { log } from '#domain/kernel/log.ts'
import type { PaymentProvider } from '#domain/payments/payment-provider.ts'
import type { Services } from '#domain/services.ts'
import { readPaymentMode } from './payment-mode-queries.server.ts'

/** The provider in the mode in which new payments begin; null while that has no keys. */
export async function findCurrentProvider({
  db,
  payments,
}: Pick<Services, 'db' | 'payments'>): Promise<PaymentProvider | null> {
  const mode = await readPaymentMode(db)
  const provider = payments[mode]
  if (!provider) log.error('payments begin in a mode that has no keys', { mode })
  return provider
}
