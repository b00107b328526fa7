import { type Kysely, sql } from 'kysely'
import { renderShopTerms } from '#app/terms/shop-terms.ts'
import { storeConsentTexts } from '#domain/consents/consent-store.server.ts'
import type { Database } from '#domain/database.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { storeFirstTerms } from '#domain/terms/terms-store.server.ts'

/**
 * Stores what this build shows and people agree to: the first terms, and the question for consent. On https it notes
 * since when buyers see the shop.
 */
export async function storeShownTexts(db: Kysely<Database>, profile: ShopProfile): Promise<void> {
  if (profile.shopUrl.startsWith('https://')) {
    const since = sql<Date>`now()`
    await db.updateTable('going_live').set({ https_since: since }).where('https_since', 'is', null).execute()
  }
  await storeFirstTerms(db, renderShopTerms(profile))
  await storeConsentTexts(db)
}
