import { findAccountSecurity } from '#domain/accounts/account-queries.server.ts'
import { countDemoProducts } from '#domain/catalog/catalog-overview-queries.server.ts'
import { readPaymentMode } from '#domain/payments/payment-mode-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { SETUP_STEPS, type Setup } from './setup.ts'

/** What is done and what is missing before the shop goes live. */
export async function readSetup(
  { db, configured }: Pick<Services, 'db' | 'configured'>,
  adminId: string,
): Promise<Setup> {
  const { second_factor } = await findAccountSecurity(db, adminId)
  const demo = (await countDemoProducts(db)) === 0
  const done = { ...configured, demo, second_factor, payment_mode: (await readPaymentMode(db)) === 'live' }
  return { steps: SETUP_STEPS.map((name) => ({ name, done: done[name] })) }
}
