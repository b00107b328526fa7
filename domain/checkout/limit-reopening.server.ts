import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { ok, type Result } from '#domain/result.ts'
import { lockUnprovenBuyer } from './checkout-store.server.ts'
import { checkHoldings, type OrderedProduct, type OrderLimitReached } from './order-limits.ts'
import { readUnprovenHoldings } from './order-limits-queries.server.ts'

/**
 * Whether an account may hold the pieces of an order again that was cancelled. Until the transaction ends no other order of
 * an unproven account is stored, so that two cannot pass its limits together.
 */
export async function limitReopening(
  trx: Transaction<Database>,
  userId: string,
  ordered: readonly OrderedProduct[],
  limitFactor: number,
): Promise<Result<void, OrderLimitReached>> {
  await lockUnprovenBuyer(trx, userId)
  const holdings = await readUnprovenHoldings(trx, userId)
  return holdings ? checkHoldings(holdings, { payment: 'prepaid', ordered }, limitFactor) : ok(undefined)
}
