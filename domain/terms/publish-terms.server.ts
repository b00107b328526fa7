import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { hasRealOrder } from '#domain/going-live/going-live-queries.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Day, readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { checkTermsBody, findEarliestStart, type IncompleteTerms, splitTerms, writeTerms } from './terms.ts'
import { countCustomers, findTerms, listTermsVersions, readTermsInForce } from './terms-queries.server.ts'
import { insertTerms, lockOutOrders, replaceTerms } from './terms-store.server.ts'

type TermsServices = Pick<Services, 'db' | 'jobs' | 'now'>

/** Every version, and the initial text of the next one. */
export async function readTermsArchive({ db, now }: Pick<Services, 'db' | 'now'>) {
  const [versions, inForce] = [await listTermsVersions(db), await readTermsInForce(db, now())]
  const newest = await findTerms(db, versions[0]?.version ?? inForce.version)
  return {
    in_force: inForce.version,
    body: splitTerms((newest ?? inForce).full_text).body,
    versions: versions.map(({ version, sha256, published_at }) => ({
      version,
      sha256,
      published_at: published_at.toISOString(),
    })),
    ...(await readNotice(db, readWarsawClock(now()).day)),
  }
}
export type TermsArchive = Awaited<ReturnType<typeof readTermsArchive>>

/**
 * From which day another version can be in force, and who is mailed before: before the first real order at once and
 * nobody, because the terms of a trial bind nobody.
 */
async function readNotice(db: Kysely<Database>, today: Day) {
  if (!(await hasRealOrder(db))) return { at_once: true, earliest: today, accounts: 0 }
  return { at_once: false, earliest: findEarliestStart(today), accounts: await countCustomers(db) }
}

type PublishFailure =
  | IncompleteTerms
  | { reason: 'terms_too_soon'; earliest: Day; atOnce: boolean }
  | { reason: 'terms_day_taken' }

/**
 * Publishes terms that come into force on a day, and has every account mailed at least 14 days before. What was
 * published stays as it is. The same text for the same day again changes nothing. Before the first real order they are
 * in force at once, replace what was published for their day, and no mail is sent.
 */
export async function publishTerms(
  { db, jobs, now }: TermsServices,
  userId: string,
  { version, body }: { version: Day; body: string },
): Promise<Result<{ version: Day; accounts: number }, PublishFailure | Busy>> {
  const checked = checkTermsBody(body)
  if (!checked.ok) return checked
  const today = readWarsawClock(now()).day
  const { title } = splitTerms((await readTermsInForce(db, now())).full_text)
  const fullText = writeTerms({ title, version, body: checked.value })
  return transact<{ version: Day; accounts: number }, PublishFailure>(db, async (trx) => {
    let notice = await readNotice(trx, today)
    if (notice.at_once) {
      await lockOutOrders(trx)
      notice = await readNotice(trx, today)
    }
    const { accounts, earliest } = notice
    const known = await findTerms(trx, version)
    if (known?.full_text === fullText) return ok({ version, accounts })
    if (known && !notice.at_once) return fail({ reason: 'terms_day_taken' })
    if (version < earliest) return fail({ reason: 'terms_too_soon', earliest, atOnce: notice.at_once })
    if (notice.at_once) await replaceTerms(trx, { version, fullText })
    else if (!(await insertTerms(trx, { version, fullText }))) return fail({ reason: 'terms_day_taken' })
    else await jobs.enqueue(trx, 'mail-terms', {})
    await recordAudit(trx, { userId, action: 'terms.published', subjectId: version, details: { version, accounts } })
    return ok({ version, accounts })
  })
}
