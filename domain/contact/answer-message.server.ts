import { z } from 'zod'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest, type IdempotencyConflict, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { insertContactAnswer, lockContactMessage, updateDoneAt } from './contact-store.server.ts'

type Unknown = { reason: 'message_not_found' }
const UNKNOWN = { reason: 'message_not_found' } as const

type Answered = { id: string; answer: string; key: string; userId: string; clientAddress: string }

/**
 * Answers a message of the contact form: the words are kept and mailed to its author, and the message is done. Once per
 * key, however often it is sent.
 */
export async function answerMessage(
  services: LimitServices,
  { id, answer, key, userId, clientAddress }: Answered,
): Promise<Result<{ answer_id: string }, Unknown | TooManyAttempts | IdempotencyConflict | Busy>> {
  if (!isUuid(id)) return fail(UNKNOWN)
  const limited = await limitAttempts(services, 'contact_answer', { account: userId, clientAddress })
  if (!limited.ok) return limited
  const call = {
    userId,
    key,
    operation: 'contact.answer',
    requestHash: hashRequest([id, answer]),
    answer: z.object({ answer_id: z.uuid() }),
  }
  return idempotent<{ answer_id: string }, Unknown>(services.db, call, async (trx) => {
    const message = await lockContactMessage(trx, id)
    if (message === undefined) return fail(UNKNOWN)
    const answerId = await insertContactAnswer(trx, { message_id: id, answer })
    await updateDoneAt(trx, id, services.now())
    await queueMail(trx, {
      key: `contact-answer:${answerId}`,
      to: message.email,
      template: 'contact-answer',
      ids: { answerId },
    })
    await recordAudit(trx, { userId, action: 'message.answered', subjectId: id })
    return ok({ answer_id: answerId })
  })
}

/** Marks a message as done without an answer, or as waiting again. */
export function setMessageDone(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { id, done, userId }: { id: string; done: boolean; userId: string },
): Promise<Result<null, Unknown | Busy>> {
  return transact<null, Unknown>(db, async (trx) => {
    if (!isUuid(id) || !(await updateDoneAt(trx, id, done ? now() : null))) return fail(UNKNOWN)
    await recordAudit(trx, { userId, action: done ? 'message.done' : 'message.reopened', subjectId: id })
    return ok(null)
  })
}
