import type { Transaction } from 'kysely'
import { removeDemoGoods } from '#domain/catalog/admin/deactivate-products.server.ts'
import type { Database } from '#domain/database.ts'
import type { TrialCounts } from '#domain/going-live/going-live.ts'
import { countTrial, hasRealOrder } from '#domain/going-live/going-live-queries.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { emptyTrialTables, lockOutWriters, noteCleaned, returnTrialPieces } from './remove-trial-store.server.ts'
import { JOB_VERDICTS } from './trial-tables.ts'

type CleanServices = Pick<Services, 'db' | 'jobs' | 'now' | 'adminEmail'>
type TooLate = { reason: 'real_order_exists' }

/** The most attempts, because writers that lock in another order can cause a deadlock. */
const MOST_ATTEMPTS = 3

/**
 * Removes everything that was tried: orders, people but the admin, reviews, cases, messages, mails, figures and the
 * log; and, on request, the demo goods. Goods, pictures and settings of the owner stay, and pieces that trial orders
 * took return to stock. Refused once a real order exists. All or nothing; a repeat removes what was added since.
 * @param userId null: from the command line
 */
export async function startClean(
  services: CleanServices,
  { userId, removesDemo }: { userId: string | null; removesDemo: boolean },
): Promise<Result<{ removed: TrialCounts }, TooLate | Busy>> {
  const { db } = services
  const remove = () =>
    transact<{ removed: TrialCounts }, TooLate>(db, (trx) => removeTrial(services, trx, { userId, removesDemo }))
  let outcome = await remove()
  for (let attempt = 1; attempt < MOST_ATTEMPTS && isBusyOutcome(outcome); attempt += 1) outcome = await remove()
  return outcome
}

const isBusyOutcome = (outcome: Result<unknown, { reason: string }>) => !outcome.ok && outcome.failure.reason === 'busy'

async function removeTrial(
  { jobs, now, adminEmail }: CleanServices,
  trx: Transaction<Database>,
  { userId, removesDemo }: { userId: string | null; removesDemo: boolean },
): Promise<Result<{ removed: TrialCounts }, TooLate>> {
  await lockOutWriters(trx)
  if (await hasRealOrder(trx)) return fail({ reason: 'real_order_exists' })
  const counted = await countTrial(trx, adminEmail)
  await returnTrialPieces(trx)
  if (removesDemo) await removeDemoGoods(trx, jobs)
  await jobs.discard(
    trx,
    (Object.keys(JOB_VERDICTS) as (keyof typeof JOB_VERDICTS)[]).filter((name) => JOB_VERDICTS[name] === 'gone'),
  )
  await emptyTrialTables(trx, adminEmail)
  await noteCleaned(trx, now())
  const removed = { ...counted, demo_products: removesDemo ? counted.demo_products : 0 }
  await recordAudit(trx, { userId, action: 'shop.started_clean', details: removed })
  return ok({ removed })
}
