import type { Kysely } from 'kysely'
import { listPurposes } from '#domain/consents/consent.ts'
import { hashConsentText } from '#domain/consents/consent-store.server.ts'
import type { Database } from '#domain/database.ts'
import type { ShopProfileSource } from '#domain/services.ts'
import type { Look } from '#domain/settings/look.ts'
import { readNewestLook } from '#domain/settings/look-queries.server.ts'
import type { OwnTexts } from '#domain/settings/own-texts.ts'
import { readNewestOwnTexts } from '#domain/settings/own-texts-queries.server.ts'
import type { AnalyticsFacts } from '#domain/settings/page-facts.ts'
import { belongsToId, INITIAL_PROFILE, type ProfileValues } from '#domain/settings/profile-fields.ts'
import { listMeasurementIds } from '#domain/settings/profile-rules.ts'
import { readEnteredProfile } from '#domain/settings/settings-queries.server.ts'
import { type ShopProfile, toShopProfile } from '#domain/settings/shop-profile.ts'

/** The facts of the shop that are in force now. */
export type ShopFacts = { values: ProfileValues; profile: ShopProfile; analytics: AnalyticsFacts | null }

const GOOGLE = 'https://www.googletagmanager.com'

type GivenFacts = {
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

/**
 * The facts of the shop, the owner's texts and look, in memory. All are read again after the owner's change, and
 * in every process when the database notifies it. Until the first reading the values of environment and build apply.
 */
export class LiveProfile implements ShopProfileSource {
  readonly #db: Kysely<Database>
  readonly #facts: GivenFacts
  #current: ShopFacts
  #entered: Partial<ProfileValues> = {}
  /** The version of the row that was read, microseconds. */
  #version = 0n
  #texts: { number: number; texts: OwnTexts } = { number: 0, texts: {} }
  #look: { number: number; look: Look } = { number: 0, look: { accent: null, dark: null, logo: null } }

  constructor(db: Kysely<Database>, facts: GivenFacts) {
    this.#db = db
    this.#facts = facts
    this.#current = findShopFacts(facts, {})
  }

  get given(): Partial<ProfileValues> {
    return this.#facts.given
  }

  /** The same object until something changes, so that values derived from it can be cached. */
  get current(): ShopFacts {
    return this.#current
  }

  get ownTexts(): OwnTexts {
    return this.#texts.texts
  }

  get look(): Look {
    return this.#look.look
  }

  async renew(): Promise<void> {
    const { entered, version } = await readEnteredProfile(this.#db)
    const texts = await readNewestOwnTexts(this.#db)
    const look = await readNewestLook(this.#db)
    // When two readings run at once, the older one may end last.
    const isProfileNew = BigInt(version) > this.#version
    const areTextsNew = texts.number > this.#texts.number
    if (isProfileNew) [this.#version, this.#entered] = [BigInt(version), entered]
    if (areTextsNew) this.#texts = texts
    if (look.number > this.#look.number) this.#look = look
    if (isProfileNew || areTextsNew) this.#current = findShopFacts(this.#facts, this.#entered)
  }
}
