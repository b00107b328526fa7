import type { ConfiguredSteps } from '#domain/system/setup.ts'
import type { Env } from './env.ts'
import { isInventedSeller, isReservedAddress } from './safe-settings.ts'

/** The steps to a real shop that these settings complete; a default of the demo completes none. */
export function findConfiguredSteps(env: Env): ConfiguredSteps {
  const { profile, smtpUrl, mailFrom, inpostApiUrl, stripe, shipx, adminEmail } = env
  return {
    seller: !isInventedSeller(profile) && !isReservedAddress(profile.sellerEmail),
    terms:
      !/dostawca hostingu sklepu/.test(profile.hostingProvider) &&
      !/wskazana na etykiecie/.test(profile.responsiblePerson),
    https: profile.shopUrl.startsWith('https://'),
    admin_email: !isReservedAddress(adminEmail),
    mail: smtpUrl !== null && !isReservedAddress(mailFrom),
    lockers: inpostApiUrl !== null,
    carrier: shipx !== null,
    bdo: profile.sellerBdo !== '',
    payment_keys: stripe.live !== null,
  }
}
