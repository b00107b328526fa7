import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type OwnTexts, readOwnTexts } from './own-texts.ts'

/** The texts that are shown, with the number of their version; 0: the shop's texts alone. */
export async function readNewestOwnTexts(db: Kysely<Database>): Promise<{ number: number; texts: OwnTexts }> {
  const newest = await db
    .selectFrom('own_texts')
    .select(['number', 'texts'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { number: newest?.number ?? 0, texts: readOwnTexts(newest?.texts ?? {}) }
}

/** The texts of one version; undefined: there is none. */
export async function findOwnTexts(db: Kysely<Database>, number: number): Promise<OwnTexts | undefined> {
  if (number === 0) return {}
  const found = await db.selectFrom('own_texts').select('texts').where('number', '=', number).executeTakeFirst()
  return found && readOwnTexts(found.texts)
}

/** The newest versions without their texts, and who published them. */
export function listOwnTextVersions(db: Kysely<Database>, most: number) {
  return db
    .selectFrom('own_texts')
    .select(['number', 'changed', 'published_at', 'published_by'])
    .orderBy('number', 'desc')
    .limit(most)
    .execute()
}
