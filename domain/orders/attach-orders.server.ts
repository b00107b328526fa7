import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { moveOrders } from './order-store.server.ts'

/**
 * Gives the account whose address was just proven the orders that carry this address under another account. To be called
 * in the transaction that proves it, and nowhere else: nothing is attached because an e-mail matches.
 */
export function attachOrders(trx: Transaction<Database>, to: { userId: string; email: string }): Promise<void> {
  return moveOrders(trx, to)
}
