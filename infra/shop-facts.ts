import { listPurposes } from '#domain/consents/consent.ts'
import { hashConsentText } from '#domain/consents/consent-store.server.ts'
import type { AnalyticsFacts } from '#domain/settings/page-facts.ts'
import { belongsToId, INITIAL_PROFILE, type ProfileValues } from '#domain/settings/profile-fields.ts'
import { listMeasurementIds } from '#domain/settings/profile-rules.ts'
import { type ShopProfile, toShopProfile } from '#domain/settings/shop-profile.ts'

/** The facts of the shop that are in force now. */
export type ShopFacts = { values: ProfileValues; profile: ShopProfile; analytics: AnalyticsFacts | null }

const GOOGLE = 'https://www.googletagmanager.com'

export type GivenFacts = {
  /** Values of the environment, which override the others. */
  given: Partial<ProfileValues>
  shopUrl: string
  /** Origin of the script that measures; Google's without it. */
  scriptOrigin?: string | undefined
}

/** @param entered by the owner in the panel */
export function findShopFacts(
  { given, shopUrl, scriptOrigin }: GivenFacts,
  entered: Partial<ProfileValues>,
): ShopFacts {
  const values = { ...INITIAL_PROFILE, ...entered, ...given }
  return { values, profile: toShopProfile(values, shopUrl), analytics: findAnalytics(values, scriptOrigin ?? GOOGLE) }
}

/** Null without an id. */
function findAnalytics(values: ProfileValues, scriptOrigin: string): AnalyticsFacts | null {
  const ids = listMeasurementIds(values.measurement_ids)
  if (ids.length === 0) return null
  const purposes = listPurposes(ids)
  return {
    ids,
    // One of the two may come from the environment, so they were not checked together.
    conversion: (belongsToId(values) && values.measurement_conversion) || null,
    scriptOrigin,
    purposes,
    consentSha256: hashConsentText(purposes),
  }
}
