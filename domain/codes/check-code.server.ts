import type { Kysely } from 'kysely'
import { findLowestBefore } from '#domain/catalog/prices/price-ledger.ts'
import { readPriceLedgers } from '#domain/catalog/prices/price-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { fromWallClock, toWallClock } from '#domain/kernel/calendar-day.ts'
import {
  type LimitServices,
  limitGuesses,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { type CheckedCode, type CodeRefusal, judgeCode, refuseByTime } from './code.ts'
import { countUses, findCode, type StoredCode } from './code-queries.server.ts'

export type CheckRefusal = Exclude<CodeRefusal, { reason: 'code_used_already' } | { reason: 'code_needs_more' }>
type Asked = {
  code: string
  productIds: readonly string[]
  /** Who asks, if known: a use by an own unpaid order does not count, because a new order replaces it. */
  buyerId: string | null
  /** The address of the order, if known: a code for another one is refused. */
  email: string | null
  clientAddress: string
}

/**
 * What a code takes off, before an order is placed with it. Its owner is checked where the buyer's address is known,
 * the buyer's earlier uses with the order. For a public code that lowers prices, the answer has the lowest price of the 30 days before the code began.
 */
export async function checkCode(
  services: LimitServices,
  { clientAddress, ...asked }: Asked,
): Promise<Result<CheckedCode, CheckRefusal | TooManyAttempts>> {
  const guessed = await limitGuesses(
    services,
    { countWhenWrong: 'discount_code', countWhenRight: null, account: null, clientAddress },
    () => readCode(services, asked),
    judgeCode,
  )
  return guessed.ok ? guessed.value : guessed
}

/** A code that can be used now, by the person with this address where it is known; otherwise why not. */
export async function findUsableCode(
  db: Kysely<Database>,
  { code, buyerId, email, now }: Pick<Asked, 'code' | 'buyerId' | 'email'> & { now: Date },
): Promise<Result<StoredCode, CheckRefusal>> {
  const found = await findCode(db, code)
  if (!found) return fail({ reason: 'code_unknown' })
  const refused = refuseByTime(found, toWallClock(now))
  if (refused !== null) return fail(refused)
  if (found.email !== null && email !== null && found.email !== email) return fail({ reason: 'code_not_for_you' })
  if (found.most_uses !== null) {
    const { uses } = await countUses(db, found.code, { email: null, withoutUnpaidOf: buyerId })
    if (uses >= found.most_uses) return fail({ reason: 'code_used_up' })
  }
  return ok(found)
}

async function readCode(
  { db, now }: LimitServices,
  { productIds, ...asked }: Omit<Asked, 'clientAddress'>,
): Promise<Result<CheckedCode, CheckRefusal>> {
  const usable = await findUsableCode(db, { ...asked, now: now() })
  if (!usable.ok) return usable
  const found = usable.value
  const { kind, value, least_grosze, email, valid_from, created_at } = found
  const begin = valid_from === null ? created_at : fromWallClock(valid_from)
  const isAnnounced = email === null && kind !== 'free_delivery'
  const ledgers = await readPriceLedgers(db, isAnnounced ? productIds.filter(isUuid) : [])
  const lowest = [...ledgers].flatMap(([id, ledger]) => {
    const grosze = findLowestBefore(ledger, begin)
    return grosze === null ? [] : [{ id, grosze }]
  })
  return ok({ code: found.code, kind, value, least_grosze, personal: email !== null, lowest })
}
