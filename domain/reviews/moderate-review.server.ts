import { recordAcceptedTrademarks, recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, orFail, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { findListedTrademarks } from '#domain/labels/label-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { readComment } from './moderation-queries.server.ts'
import { deleteReview, reviewExists, setModerated } from './review-store.server.ts'

type ReviewNotFound = { reason: 'review_not_found' }
/** The review differs from the one that the admin read. */
type ChangedMeanwhile = { reason: 'changed_meanwhile' }

/** The comment names trademarks, and the admin has not accepted them. */
type TrademarksFound = { reason: 'trademarks_found'; trademarks: string[] }
type Decision = { id: string; version: string; approve: boolean; userId: string; trademarksAccepted?: boolean }

/**
 * Publishes a review or rejects it; its author sees which. Only the text that the admin read is published. A review
 * that was edited or decided on in between is refused.
 */
export async function moderateReview(
  { db }: Pick<Services, 'db'>,
  { id, version, approve, userId, trademarksAccepted = false }: Decision,
): Promise<Result<null, ReviewNotFound | ChangedMeanwhile | TrademarksFound | Busy>> {
  if (!isUuid(id)) return fail({ reason: 'review_not_found' })
  const moderated = transact<null, ReviewNotFound | ChangedMeanwhile | TrademarksFound>(db, async (trx) => {
    if (!(await setModerated(trx, { id, version, approved: approve }))) {
      return fail({ reason: (await reviewExists(trx, id)) ? 'changed_meanwhile' : 'review_not_found' })
    }
    const trademarks = approve ? await findListedTrademarks(trx, [await readComment(trx, id)]) : []
    if (trademarks.length > 0 && !trademarksAccepted) return fail({ reason: 'trademarks_found', trademarks })
    await recordAudit(trx, { userId, action: approve ? 'review.approved' : 'review.rejected', subjectId: id })
    await recordAcceptedTrademarks(trx, 'review', { userId, subjectId: id, trademarks })
    return ok(null)
  })
  return orFail(`Failed to ${approve ? 'approve' : 'reject'} review`, moderated)
}

/** Deletes a review in any state. Rating and number of reviews of its product are updated at once. */
export async function removeReview(
  { db }: Pick<Services, 'db'>,
  { id, userId }: { id: string; userId: string },
): Promise<Result<null, ReviewNotFound | Busy>> {
  if (!isUuid(id)) return fail({ reason: 'review_not_found' })
  const removed = transact<null, ReviewNotFound>(db, async (trx) => {
    if (!(await deleteReview(trx, id))) return fail({ reason: 'review_not_found' })
    await recordAudit(trx, { userId, action: 'review.deleted', subjectId: id })
    return ok(null)
  })
  return orFail('Failed to delete review', removed)
}
