import { findGaps } from '#domain/kernel/checks/read-duties.server.ts'
import type { Services } from '#domain/services.ts'

/** The checks that are steps before a shop sells to real people, in the recommended order. */
export const SETUP_ORDER = [
  'seller',
  'legal-texts',
  'micro-entrepreneur',
  'https',
  'admin-email',
  'second-factor',
  'mail-server',
  'lockers',
  'shipping-costs',
  'demo-goods',
  'first-product',
  'trial',
  'carrier',
  'carrier-consent',
  'bdo',
  'payment-keys',
  'payment-mode',
]

/** The completed and missing steps before the shop goes live. */
export async function readSetup(services: Services) {
  const steps = []
  // One after the other, so that the panel takes only one connection from buyers who order.
  for (const check of services.checks) {
    const { key, title, setup, variables = [] } = check
    if (!setup) continue
    const { how, link = null, optional = false } = setup
    const done = (await findGaps(check, services)).length === 0
    steps.push({ key, title, how, link, settings: [...variables], optional, done })
  }
  return { steps: steps.toSorted((a, b) => SETUP_ORDER.indexOf(a.key) - SETUP_ORDER.indexOf(b.key)) }
}
export type Setup = Awaited<ReturnType<typeof readSetup>>
