import { recordAcceptedTrademarks, recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { fail, ok, orFail, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { findListedTrademarks } from '#domain/labels/label-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { findAuthorAddress } from './answer-queries.server.ts'
import { clearAnswer, holdReview, setAnswer } from './review-store.server.ts'

type ReviewNotFound = { reason: 'review_not_found' }
/** Review or answer differ from what the admin read. */
type ChangedMeanwhile = { reason: 'changed_meanwhile' }
/** Only a published review can be answered; an answer that is there can be changed in any state of its review. */
type NotPublished = { reason: 'review_not_published' }
type TrademarksFound = { reason: 'trademarks_found'; trademarks: string[] }
type AnswerRefusal = ReviewNotFound | ChangedMeanwhile | NotPublished | TrademarksFound

type Answering = { id: string; version: string; answer: string; userId: string; trademarksAccepted: boolean }

/**
 * Publishes the owner's answer under the review that was read, or changes it. The first answer mails its author once.
 * The same answer again, after a lost response, changes nothing.
 */
export async function answerReview(
  { db }: Pick<Services, 'db'>,
  { id, version, answer, userId, trademarksAccepted }: Answering,
): Promise<Result<null, AnswerRefusal | Busy>> {
  if (!isUuid(id)) return fail({ reason: 'review_not_found' })
  const answered = transact<null, AnswerRefusal>(db, async (trx) => {
    const review = await holdReview(trx, id)
    if (!review) return fail({ reason: 'review_not_found' })
    if (review.answer === answer) return ok(null)
    if (!review.approved && review.answer === null) return fail({ reason: 'review_not_published' })
    if (review.version !== version) return fail({ reason: 'changed_meanwhile' })
    const trademarks = await findListedTrademarks(trx, [answer])
    if (trademarks.length > 0 && !trademarksAccepted) return fail({ reason: 'trademarks_found', trademarks })
    await setAnswer(trx, id, answer)
    const action = review.answer === null ? 'review.answered' : 'review.answer_changed'
    await recordAudit(trx, { userId, action, subjectId: id })
    await recordAcceptedTrademarks(trx, 'review', { userId, subjectId: id, trademarks })
    const to = review.wasAnswered ? null : await findAuthorAddress(trx, id)
    if (to !== null) {
      await queueMail(trx, { key: `review-answered:${id}`, template: 'review-answered', to, ids: { reviewId: id } })
    }
    return ok(null)
  })
  return orFail('Failed to answer review', answered)
}

/** Removes the owner's answer that was read, and its mail if that was not sent yet. */
export async function removeAnswer(
  { db }: Pick<Services, 'db'>,
  { id, version, userId }: { id: string; version: string; userId: string },
): Promise<Result<null, ReviewNotFound | { reason: 'review_answer_not_found' } | ChangedMeanwhile | Busy>> {
  if (!isUuid(id)) return fail({ reason: 'review_not_found' })
  const removed = transact<null, ReviewNotFound | { reason: 'review_answer_not_found' } | ChangedMeanwhile>(
    db,
    async (trx) => {
      const review = await holdReview(trx, id)
      if (!review) return fail({ reason: 'review_not_found' })
      if (review.answer === null) return fail({ reason: 'review_answer_not_found' })
      if (review.version !== version) return fail({ reason: 'changed_meanwhile' })
      await clearAnswer(trx, id)
      await recordAudit(trx, { userId, action: 'review.answer_removed', subjectId: id })
      return ok(null)
    },
  )
  return orFail('Failed to remove answer', removed)
}
