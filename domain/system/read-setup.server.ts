import { findAccountSecurity } from '#domain/accounts/account-queries.server.ts'
import { countProductsBySource } from '#domain/catalog/admin/catalog-overview-queries.server.ts'
import { isTrialOver } from '#domain/going-live/going-live-queries.server.ts'
import { readLabelSettings } from '#domain/labels/label-queries.server.ts'
import { hasCarrierConsent } from '#domain/labels/label-settings.ts'
import { readPaymentMode } from '#domain/payments/mode/payment-mode-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { listShippingCosts } from '#domain/settings/admin-settings-queries.server.ts'
import { SETUP_STEPS, type Setup } from './setup.ts'

/** The completed and missing steps before the shop goes live. */
export async function readSetup(
  { db, configured, adminEmail, payments }: Pick<Services, 'db' | 'configured' | 'adminEmail' | 'payments'>,
  adminId: string,
): Promise<Setup> {
  const { second_factor } = await findAccountSecurity(db, adminId)
  const products = await countProductsBySource(db)
  const mode = await readPaymentMode(db)
  const done = {
    ...configured,
    demo: products.demo === 0,
    first_product: products.own > 0,
    shipping_costs: (await listShippingCosts(db, 1)).some(({ preset }) => !preset),
    second_factor,
    carrier_consent: hasCarrierConsent(await readLabelSettings(db)),
    payment_mode: mode === 'live' && payments[mode] !== null,
    trial: await isTrialOver(db, adminEmail),
  }
  return { steps: SETUP_STEPS.map((name) => ({ name, done: done[name] })) }
}
