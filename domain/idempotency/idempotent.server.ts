import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#domain/database.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { type Busy, transact } from '#domain/transaction.server.ts'
import { claimKey, findKey, type KeyUse, type StoredKey, storeAnswer } from './idempotency-store.server.ts'

/** A call that happens once, however often it is made. */
type RepeatableCall<Answer> = KeyUse & {
  /** The shape of the answer: it is stored as JSON and checked when it is read. */
  answer: z.ZodType<Answer>
}

/** The key was used before, for something else. */
export type IdempotencyConflict = { reason: 'idempotency_conflict' }

type Steps<Prepared, Answer, Failure extends { reason: string }> = {
  /** Runs before the transaction, where a network may be asked and attempts are counted; not for a known call. */
  prepare(): Promise<Result<Prepared, Failure>>
  work(trx: Transaction<Database>, prepared: Prepared): Promise<Result<Answer, Failure>>
}

/**
 * Does a use case once per user and key. The answer is stored in the transaction of the work, so one is there exactly when
 * the other is: a repeat gets the first answer, also when it arrives while the first still runs, and a refusal leaves the
 * key free. Keys belong to their user; the same key with other content, or for another operation, is a conflict.
 */
export async function idempotent<Prepared, Answer, Failure extends { reason: string }>(
  { db }: Pick<Services, 'db'>,
  call: RepeatableCall<Answer>,
  { prepare, work }: Steps<Prepared, Answer, Failure>,
): Promise<Result<Answer, Failure | IdempotencyConflict | Busy>> {
  const known = await findKey(db, call)
  if (known) return repeatAnswer(call, known)
  const prepared = await prepare()
  if (!prepared.ok) return prepared
  return transact<Answer, Failure | IdempotencyConflict>(db, async (trx) => {
    if (!(await claimKey(trx, call))) {
      const first = await findKey(trx, call)
      if (!first) throw new Error('an idempotency key is taken, but its row is not there')
      return repeatAnswer(call, first)
    }
    const done = await work(trx, prepared.value)
    if (done.ok) await storeAnswer(trx, call, done.value)
    return done
  })
}

function repeatAnswer<Answer>(call: RepeatableCall<Answer>, stored: StoredKey): Result<Answer, IdempotencyConflict> {
  if (stored.operation !== call.operation || stored.request_hash !== call.requestHash) {
    return fail({ reason: 'idempotency_conflict' })
  }
  return ok(call.answer.parse(stored.answer))
}

/** SHA-256, in hex, over everything that makes a request this request. */
export async function hashRequest(content: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(content)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
