import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Look } from './look.ts'

/** The newest versions and who published them, newest first. */
export function listLooks(db: Kysely<Database>, most: number) {
  return db.selectFrom('looks').selectAll().orderBy('number', 'desc').limit(most).execute()
}

/** What is shown, with the number of its version; 0: the shop's colours alone. */
export async function readNewestLook(db: Kysely<Database>): Promise<{ number: number; look: Look }> {
  const [newest] = await listLooks(db, 1)
  return { number: newest?.number ?? 0, look: { accent: newest?.accent ?? null, dark: newest?.dark ?? null } }
}
