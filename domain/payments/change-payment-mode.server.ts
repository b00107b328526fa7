import type { Transaction } from 'kysely'
import { recordAudit } from '#domain/audit/record-audit.server.ts'
import type { Database } from '#domain/database.ts'
import { lockPaymentMode, storePaymentMode } from './payment-mode-store.server.ts'
import type { PaymentMode } from './payment-provider.ts'

/** New payments begin in this mode from here on. Those under way go on in theirs. */
export async function changePaymentMode(
  trx: Transaction<Database>,
  { mode, userId }: { mode: PaymentMode; userId: string | null },
): Promise<void> {
  const from = await lockPaymentMode(trx)
  if (from === mode) return
  await storePaymentMode(trx, mode)
  await recordAudit(trx, { userId, action: 'payment_mode.changed', details: { from, to: mode } })
}
