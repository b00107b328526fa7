import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type ConsentAnswer, listConsentTexts, type Purpose, writeConsentText } from './consent.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** The id by which an answer names its question. */
export const hashConsentText = (purposes: readonly Purpose[]): string => hash(writeConsentText(purposes))

/** Stores the questions of this build. */
export async function storeConsentTexts(db: Kysely<Database>): Promise<void> {
  await db
    .insertInto('consent_texts')
    .values(listConsentTexts().map((text) => ({ sha256: hash(text), full_text: text })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function insertConsent(db: Kysely<Database>, answer: ConsentAnswer): Promise<void> {
  await db
    .insertInto('consents')
    .values(answer)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isConsentTextKnown(db: Kysely<Database>, sha256: string): Promise<boolean> {
  const known = await db.selectFrom('consent_texts').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
  return known !== undefined
}
