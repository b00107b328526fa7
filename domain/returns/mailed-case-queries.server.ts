import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isTrusted } from './return-case.ts'
import { findBuyerOfCase, findCase } from './return-case-queries.server.ts'
import { readReturnCourse } from './return-money-queries.server.ts'

/**
 * A case for a mail, with what goods and money of its order still have to do where the mail may name it. Rejects when it
 * does not exist.
 */
export async function findMailedCase(db: Kysely<Database>, caseId: string) {
  const found = await findCase(db, caseId)
  if (!found) throw new Error(`there is no case ${caseId}`)
  const { checkout_id: checkoutId, match } = found
  const buyer = checkoutId !== null && isTrusted(match) ? await findBuyerOfCase(db, checkoutId) : undefined
  return {
    ...found,
    /** Only where the case is surely of the order's buyer. */
    order: checkoutId !== null && buyer ? { checkoutId, course: await readReturnCourse(db, found, checkoutId) } : null,
  }
}

export type MailedCase = Awaited<ReturnType<typeof findMailedCase>>
