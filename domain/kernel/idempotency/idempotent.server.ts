import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#domain/database.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { findKey, type KeyUse, keepAnswer, type StoredKey, takeKey } from './idempotency-store.server.ts'

/** A call that takes effect once, however often it is made. */
export type RepeatableCall<Answer> = KeyUse & {
  /** The shape of the answer, which is stored as JSON and validated when it is read. */
  answer: z.ZodType<Answer>
}

/** The key was used before with other content or for another operation. */
export type IdempotencyConflict = { reason: 'idempotency_conflict' }

/** The answer of a completed call; undefined when there is none under this key. */
export async function findAnswer<Answer>(
  db: Kysely<Database>,
  call: RepeatableCall<Answer>,
): Promise<Result<Answer, IdempotencyConflict> | undefined> {
  const known = await findKey(db, call)
  return known && repeatAnswer(call, known)
}

/**
 * Runs a use case once per user and key, in one transaction that also stores the answer, so that one exists exactly
 * when the other does. A repeat gets the first answer, even when it arrives while the first call still runs. A refusal
 * leaves the key free. Keys belong to their user. The same key with other content or for another operation is a
 * conflict. A timeout while waiting for a row or a key is a failure like any other (`busy`).
 */
export async function idempotent<Answer, Failure extends { reason: string }>(
  db: Kysely<Database>,
  call: RepeatableCall<Answer>,
  work: (trx: Transaction<Database>) => Promise<Result<Answer, Failure>>,
): Promise<Result<Answer, Failure | IdempotencyConflict | Busy>> {
  return transact<Answer, Failure | IdempotencyConflict | Busy>(db, async (trx) => {
    // Key and answer are missing if the trial was removed meanwhile. The next call finds nobody signed in.
    if (!(await takeKey(trx, call))) return (await findAnswer(trx, call)) ?? fail({ reason: 'busy' })
    const done = await work(trx)
    if (done.ok) await keepAnswer(trx, call, done.value)
    return done
  })
}

/** The answer of the first call under this key. */
export function repeatAnswer<Answer>(
  call: RepeatableCall<Answer>,
  stored: StoredKey,
): Result<Answer, IdempotencyConflict> {
  if (stored.operation !== call.operation || stored.request_hash !== call.requestHash) {
    return fail({ reason: 'idempotency_conflict' })
  }
  return ok(call.answer.parse(stored.answer))
}

/** SHA-256 in hex over everything that identifies a request. */
export function hashRequest(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
