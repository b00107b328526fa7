import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

export async function isConsentTextKnown(db: Kysely<Database>, sha256: string): Promise<boolean> {
  const known = await db.selectFrom('consent_texts').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
  return known !== undefined
}
