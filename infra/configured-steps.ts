import { isInvented, type ProfileValues } from '#domain/settings/profile-fields.ts'
import type { ConfiguredSteps } from '#domain/system/setup.ts'
import type { Env } from './env.ts'
import { isReservedAddress, listInventedSeller } from './safe-settings.ts'

/**
 * The steps to a real shop that these settings complete; a default of the demo completes none.
 * @param values what the environment and the panel say of the shop
 */
export function findConfiguredSteps(env: Env, values: ProfileValues): ConfiguredSteps {
  const { profile, smtpUrl, mailFrom, inpostApiUrl, stripe, shipx, adminEmail } = env
  return {
    seller: listInventedSeller(values).length === 0,
    terms:
      !isInvented('hosting_provider', values.hosting_provider) &&
      !isInvented('responsible_person', values.responsible_person),
    https: profile.shopUrl.startsWith('https://'),
    admin_email: !isReservedAddress(adminEmail),
    mail: smtpUrl !== null && !isReservedAddress(mailFrom),
    lockers: inpostApiUrl !== null,
    carrier: shipx !== null,
    bdo: values.seller_bdo !== '',
    payment_keys: stripe.live !== null,
  }
}
