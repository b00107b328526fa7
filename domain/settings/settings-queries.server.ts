import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

export type ShopSettings = { id: number; hide_substitutes: boolean }

/** The single row of shop settings (spec 1 §3). */
export function shopSettings(db: Kysely<Database>): Promise<ShopSettings> {
  return db.selectFrom('shop_settings').select(['id', 'hide_substitutes']).where('id', '=', 1).executeTakeFirstOrThrow()
}
