import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { buildLogoUrl, fitLogo, type Look } from './look.ts'

/** The newest versions and who published them, newest first. */
export function listLooks(db: Kysely<Database>, most: number) {
  return db
    .selectFrom('looks')
    .select(['number', 'accent', 'dark', 'logo_key as logo', 'published_by', 'published_at'])
    .orderBy('number', 'desc')
    .limit(most)
    .execute()
}

/** What is shown, with the number of its version; 0: the shop's colours and name alone. */
export async function readNewestLook(db: Kysely<Database>): Promise<{ number: number; look: Look }> {
  const newest = await db
    .selectFrom('looks')
    .leftJoin('logos', 'logos.key', 'looks.logo_key')
    .select(['number', 'accent', 'dark', 'logos.key', 'logos.width', 'logos.height'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { number = 0, accent = null, dark = null, key = null, width = null, height = null } = newest ?? {}
  const logo =
    key === null || width === null || height === null ? null : { src: buildLogoUrl(key), ...fitLogo({ width, height }) }
  return { number, look: { accent, dark, logo } }
}

/** Undefined when there is no such logo. */
export function findLogo(db: Kysely<Database>, key: string) {
  return db.selectFrom('logos').select('content').where('key', '=', key).executeTakeFirst()
}
