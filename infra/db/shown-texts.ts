import type { Kysely } from 'kysely'
import { renderShopTerms } from '#app/legal/shop-terms.ts'
import { storeConsentTexts } from '#domain/consents/consent-store.server.ts'
import type { Database } from '#domain/database.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { storeFirstTerms } from '#domain/terms/terms-store.server.ts'

/** Stores what this build shows and people agree to: the first terms, and the question for consent. */
export async function storeShownTexts(db: Kysely<Database>, profile: ShopProfile): Promise<void> {
  await storeFirstTerms(db, renderShopTerms(profile))
  await storeConsentTexts(db)
}
