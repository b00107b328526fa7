import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { fail, ok, type Result } from '#domain/result.ts'
import { type Busy, isBusy } from '#domain/transaction.server.ts'
import type { KeyUse, StoredKey } from './idempotency-queries.server.ts'

/** A call that happens once, however often it is made. */
type RepeatableCall<Answer> = KeyUse & {
  /** The shape of the answer: it is stored as JSON and checked when it is read. */
  answer: z.ZodType<Answer>
}

/** The key was used before, for something else. */
export type IdempotencyConflict = { reason: 'idempotency_conflict' }

type Steps<Facts extends { known: StoredKey | null }, Prepared, Answer, Failure extends { reason: string }> = {
  /** Reads all that the work depends on, and what is known of the key (`knownKey`), in one statement that locks nothing. */
  read(): Promise<Facts>
  /** Runs once, where attempts are counted and a network may be asked; not for a known call. */
  prepare(facts: Facts): Promise<Result<Prepared, Failure>>
  /**
   * Decides, and writes everything in one statement, with the key and its answer (`claimKey`). Null: nothing was written,
   * because the facts are no longer what they were, or the key was taken meanwhile.
   */
  work(facts: Facts, prepared: Prepared): Promise<Result<Answer, Failure> | null>
}

/** Each round somebody else was faster; so often in a row is a crowd at the same thing. */
const MOST_ROUNDS = 20

/**
 * Does a use case once per user and key. The answer is stored by the statement that does the work, so one is there exactly
 * when the other is: a repeat gets the first answer, also when it arrives while the first still runs, and a refusal leaves
 * the key free. Keys belong to their user; the same key with other content, or for another operation, is a conflict.
 * Waiting in vain for a row or a key is a failure like any other (`busy`).
 */
export async function idempotent<
  Facts extends { known: StoredKey | null },
  Prepared,
  Answer,
  Failure extends { reason: string },
>(
  call: RepeatableCall<Answer>,
  { read, prepare, work }: Steps<Facts, Prepared, Answer, Failure>,
): Promise<Result<Answer, Failure | IdempotencyConflict | Busy>> {
  try {
    let facts = await read()
    if (facts.known) return repeatAnswer(call, facts.known)
    const prepared = await prepare(facts)
    if (!prepared.ok) return prepared
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      const done = await work(facts, prepared.value)
      if (done) return done
      facts = await read()
      if (facts.known) return repeatAnswer(call, facts.known)
    }
    return fail({ reason: 'busy' })
  } catch (error) {
    if (isBusy(error)) return fail({ reason: 'busy' })
    throw error
  }
}

function repeatAnswer<Answer>(call: RepeatableCall<Answer>, stored: StoredKey): Result<Answer, IdempotencyConflict> {
  if (stored.operation !== call.operation || stored.request_hash !== call.requestHash) {
    return fail({ reason: 'idempotency_conflict' })
  }
  return ok(call.answer.parse(stored.answer))
}

/** SHA-256, in hex, over everything that makes a request this request. */
export function hashRequest(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
