import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { ShopProfileSource } from '#domain/services.ts'
import { readFrontPictures } from '#domain/settings/front-picture-queries.server.ts'
import type { FrontPictures } from '#domain/settings/front-pictures.ts'
import type { Look } from '#domain/settings/look.ts'
import { readNewestLook } from '#domain/settings/look-queries.server.ts'
import type { OwnTexts } from '#domain/settings/own-texts.ts'
import { readNewestOwnTexts } from '#domain/settings/own-texts-queries.server.ts'
import type { ProfileValues } from '#domain/settings/profile-fields.ts'
import { readEnteredProfile } from '#domain/settings/settings-queries.server.ts'
import { buildSharePictureUrl, findShareWords } from '#domain/settings/share-picture.ts'
import { readStoredFeatures } from '#domain/terms/feature-queries.server.ts'
import type { ShopFeatures } from '#domain/terms/features/feature.ts'
import { findFirstTermsDay } from '#domain/terms/terms-queries.server.ts'
import { renewShopTerms } from '#infra/db/archive-legal-texts.ts'
import { findShopFacts, type GivenFacts, type ShopFacts } from './shop-facts.ts'

/**
 * The facts of the shop, the owner's texts and look, in memory. All are read again after the owner's change, and
 * in every process when the database notifies it, and the shop's terms follow while they bind nobody. Until the first
 * reading the values of environment and build apply.
 */
export class LiveProfile implements ShopProfileSource {
  readonly #db: Kysely<Database>
  readonly #facts: GivenFacts
  #current: ShopFacts
  #entered: Partial<ProfileValues> = {}
  /** The version of the row that was read, microseconds. */
  #version = 0n
  #texts: { number: number; texts: OwnTexts } = { number: 0, texts: {} }
  #features: ShopFeatures = {}
  #front: { version: string; pictures: FrontPictures } = { version: '', pictures: {} }
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

  /** What the database has switched on. */
  get features(): ShopFeatures {
    return this.#features
  }

  get frontPictures(): FrontPictures {
    return this.#front.pictures
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
    const front = await readFrontPictures(this.#db)
    const features = await readStoredFeatures(this.#db)
    const firstTermsDay = await findFirstTermsDay(this.#db)
    // When two readings run at once, the older one may end last.
    const isProfileNew = BigInt(version) > this.#version
    const areTextsNew = texts.number > this.#texts.number
    if (isProfileNew) [this.#version, this.#entered] = [BigInt(version), entered]
    if (areTextsNew) this.#texts = texts
    if (look.number > this.#look.number) this.#look = look
    const isFeatureNew = JSON.stringify(features) !== JSON.stringify(this.#features)
    const isFrontNew = front.version !== this.#front.version
    if (!isProfileNew && !areTextsNew && !isFeatureNew && !isFrontNew) return
    this.#features = features
    this.#front = front
    const begun = firstTermsDay && { legal_effective_date: firstTermsDay }
    const facts = findShopFacts(this.#facts, { ...this.#entered, ...begun })
    const words = findShareWords(facts.profile.shopName, this.#texts.texts)
    this.#current = words
      ? { ...facts, profile: { ...facts.profile, sharePicture: buildSharePictureUrl(words) } }
      : facts
    await renewShopTerms(this.#db, this.#current.profile, features)
  }
}
