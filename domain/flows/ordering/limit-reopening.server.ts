import type { Transaction } from 'kysely'
import { checkStockShares } from '#domain/checkout/network-limits.ts'
import { checkHoldings, type OrderLimitReached } from '#domain/checkout/order-limits.ts'
import { readNewBuyerHoldings } from '#domain/checkout/order-limits-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { lockBuyer } from './checkout-store.server.ts'

type Reopened = {
  user_id: string
  client_network: string | null
  items: readonly { product: { id: string; product_name: string; facts: string }; quantity: number }[]
}

/**
 * Whether an account may hold the pieces of a cancelled order again. No other order of the account is stored until the
 * transaction ends, so that two cannot exceed its limits together. Orders of guests with the same address do not count:
 * this order was placed within the limits of the address, and strangers must not make its buyer lose it.
 */
export async function limitReopening(
  trx: Transaction<Database>,
  { user_id: userId, items }: Reopened,
  limitFactor: number,
): Promise<Result<void, OrderLimitReached>> {
  await lockBuyer(trx, userId)
  const holdings = await readNewBuyerHoldings(trx, { userId, network: '', productIds: [], alone: true })
  if (!holdings) return ok(undefined)
  const ordered = items.map(({ product, quantity }) => ({
    product: { id: product.id, name: nameOrderedSize(product) },
    quantity,
  }))
  return checkHoldings(holdings, { payment: 'prepaid', ordered }, limitFactor)
}

/**
 * Whether accounts with unproven addresses stay within their share of the products of an order that has just retaken
 * its pieces. Call it in the same transaction, which holds the locks of the products.
 */
export async function limitReopenedStock(
  trx: Transaction<Database>,
  { user_id: userId, client_network: network, items }: Reopened,
  limitFactor: number,
): Promise<Result<void, { reason: 'address_unproven' }>> {
  if (network === null) return ok(undefined)
  const productIds = items.map(({ product }) => product.id)
  const holdings = await readNewBuyerHoldings(trx, { userId, network, productIds })
  if (!holdings?.networks) return ok(undefined)
  const stocked = await trx
    .selectFrom('products')
    .select(['id', 'stock_quantity'])
    .where('id', 'in', productIds)
    .execute()
  const held = stocked.map((product) => ({ product, quantity: 0 }))
  const checked = checkStockShares(holdings.networks, held, limitFactor)
  return checked.ok ? ok(undefined) : fail({ reason: 'address_unproven' })
}
