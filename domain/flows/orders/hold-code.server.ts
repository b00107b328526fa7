import type { Transaction } from 'kysely'
import { type CodeRefusal, type CodeTerms, refuseByTime } from '#domain/codes/code.ts'
import { countUses, type StoredCode } from '#domain/codes/code-queries.server.ts'
import { lockCode } from '#domain/codes/code-store.server.ts'
import type { Database } from '#domain/database.ts'
import { toWallClock } from '#domain/kernel/calendar-day.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { findOrderCode } from '#domain/orders/order-store.server.ts'

/**
 * The terms of a code for an order that is being placed. Where it has a limit it is locked until the transaction ends, so
 * that its last use goes to one order. The products are locked before.
 */
export async function holdCode(
  trx: Transaction<Database>,
  code: string,
  { email, now }: { email: string; now: Date },
): Promise<Result<CodeTerms, CodeRefusal>> {
  const found = await lockCode(trx, code)
  if (!found) return fail({ reason: 'code_unknown' })
  const refused = refuseByTime(found, toWallClock(now))
  if (refused !== null) return fail(refused)
  if (found.email !== null && found.email !== email) return fail({ reason: 'code_not_for_you' })
  const left = await checkUses(trx, found, { email, beside: null })
  return left.ok ? ok(found) : left
}

export type CodeGone = Extract<CodeRefusal, { reason: 'code_used_up' | 'code_used_already' }>

/**
 * Uses the code of a cancelled order again, which is about to be restored: its limits apply, its dates do not. The
 * caller has locked the products of the order.
 */
export async function retakeCode(trx: Transaction<Database>, orderId: string): Promise<Result<null, CodeGone>> {
  const order = await findOrderCode(trx, orderId)
  if (!order?.discount_code) return ok(null)
  const found = await lockCode(trx, order.discount_code)
  if (!found) throw new Error(`the code of order ${orderId} was deleted`)
  return checkUses(trx, found, { email: order.email, beside: order.checkout_id })
}

async function checkUses(
  trx: Transaction<Database>,
  { code, most_uses: most, once_per_person: isOnce }: StoredCode,
  of: { email: string; beside: string | null },
): Promise<Result<null, CodeGone>> {
  if (most === null && !isOnce) return ok(null)
  const { uses, own } = await countUses(trx, code, of)
  if (isOnce && own > 0) return fail({ reason: 'code_used_already' })
  return most !== null && uses >= most ? fail({ reason: 'code_used_up' }) : ok(null)
}
