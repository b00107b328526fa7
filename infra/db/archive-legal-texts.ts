import { type Kysely, sql } from 'kysely'
import { renderShopTerms } from '#app/terms/shop-terms.ts'
import { storeConsentTexts } from '#domain/consents/consent-store.server.ts'
import type { Database } from '#domain/database.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { readStoredFeatures } from '#domain/terms/feature-queries.server.ts'
import type { ShopFeatures } from '#domain/terms/features/feature.ts'
import { storeFirstTerms } from '#domain/terms/terms-store.server.ts'

/**
 * Stores what this build shows and people agree to: the first terms, and the question for consent. On https it notes
 * since when buyers see the shop.
 */
export async function archiveLegalTexts(db: Kysely<Database>, profile: ShopProfile): Promise<void> {
  if (profile.shopUrl.startsWith('https://')) {
    const since = sql<Date>`now()`
    await db.updateTable('going_live').set({ https_since: since }).where('https_since', 'is', null).execute()
  }
  await renewShopTerms(db, profile, await readStoredFeatures(db))
  await storeConsentTexts(db)
}

/** Stores the shop's terms as they are now, unless they bind somebody or the owner wrote others. */
export function renewShopTerms(db: Kysely<Database>, profile: ShopProfile, features: ShopFeatures): Promise<void> {
  return storeFirstTerms(db, renderShopTerms(profile, features))
}
