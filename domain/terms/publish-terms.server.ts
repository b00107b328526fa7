import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import { type Day, readWarsawClock } from '#domain/shipping/delivery-date/calendar-day.ts'
import {
  checkTermsBody,
  findEarliestStart,
  type IncompleteTerms,
  splitTerms,
  type TermsArchive,
  writeTerms,
} from './terms.ts'
import { countCustomers, findTerms, listTermsVersions, readTermsInForce } from './terms-queries.server.ts'
import { insertTerms } from './terms-store.server.ts'

type TermsServices = Pick<Services, 'db' | 'jobs' | 'now'>

/** Every version, and the text that the next one begins with. */
export async function readTermsArchive({ db, now }: Pick<Services, 'db' | 'now'>): Promise<TermsArchive> {
  const [versions, inForce] = [await listTermsVersions(db), await readTermsInForce(db, now())]
  const newest = await findTerms(db, versions[0]?.version ?? inForce.version)
  return {
    inForce: inForce.version,
    body: splitTerms((newest ?? inForce).full_text).body,
    versions: versions.map(({ version, sha256, published_at }) => ({
      version,
      sha256,
      publishedAt: published_at.toISOString(),
    })),
    earliest: findEarliestStart(readWarsawClock(now()).day),
    accounts: await countCustomers(db),
  }
}

type PublishFailure = IncompleteTerms | { reason: 'terms_too_soon'; earliest: Day } | { reason: 'terms_day_taken' }

/**
 * Publishes terms that come into force on a day, and has every account told by mail at least 14 days before. What was
 * published stays as it is. The same text for the same day again changes nothing.
 */
export async function publishTerms(
  { db, jobs, now }: TermsServices,
  userId: string,
  { version, body }: { version: Day; body: string },
): Promise<Result<{ version: Day; accounts: number }, PublishFailure | Busy>> {
  const checked = checkTermsBody(body)
  if (!checked.ok) return checked
  const earliest = findEarliestStart(readWarsawClock(now()).day)
  const { title } = splitTerms((await readTermsInForce(db, now())).full_text)
  const fullText = writeTerms({ title, version, body: checked.value })
  return transact<{ version: Day; accounts: number }, PublishFailure>(db, async (trx) => {
    const accounts = await countCustomers(trx)
    const known = await findTerms(trx, version)
    if (known) return known.full_text === fullText ? ok({ version, accounts }) : fail({ reason: 'terms_day_taken' })
    if (version < earliest) return fail({ reason: 'terms_too_soon', earliest })
    if (!(await insertTerms(trx, { version, fullText }))) return fail({ reason: 'terms_day_taken' })
    await jobs.enqueue(trx, 'mail-terms', {})
    await recordAudit(trx, { userId, action: 'terms.published', subjectId: version, details: { version, accounts } })
    return ok({ version, accounts })
  })
}
