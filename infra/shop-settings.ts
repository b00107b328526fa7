import { isReservedAddress } from '#domain/kernel/mail.ts'
import type { ProfileValues } from '#domain/settings/profile-fields.ts'
import type { GivenSettings } from '#domain/settings/shop-profile.ts'
import type { Env } from './env.ts'

/** @param values what the environment and the panel say of the shop */
export function toShopSettings(env: Env, values: ProfileValues): GivenSettings {
  return {
    shopUrl: env.profile.shopUrl,
    adminEmail: env.adminEmail,
    values,
    hasMailServer: env.smtpUrl !== null && !isReservedAddress(env.mailFrom),
    hasLockers: env.inpostApiUrl !== null,
    hasCarrier: env.shipx !== null,
    hasPaymentKeys: env.stripe.live !== null,
  }
}
