import type { z } from 'zod'
import { fromProductId } from '#domain/baselinker/baselinker.ts'
import type { stockSchema } from '#domain/baselinker/read-fields.ts'
import { lockProductsInOrder, moveStock } from '#domain/flows/orders/stock-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import type { MovementReason } from '#domain/stock/movement.ts'

/**
 * Sets the stock of products, or changes it, under the lock that orders take. It never falls below zero: pieces that a
 * marketplace sold beyond it are gone already. Products whose stock is not counted, and unknown ones, stay as they are.
 */
export function updateStock(
  { db }: Pick<Services, 'db'>,
  { products }: z.output<typeof stockSchema>,
): Promise<Result<{ counter: number }, Busy>> {
  const wanted = products.flatMap(({ product_id, ...change }) => {
    const id = fromProductId(product_id)
    return id === null ? [] : [{ id, ...change }]
  })
  return transact<{ counter: number }, never>(db, async (trx) => {
    const locked = await lockProductsInOrder(trx, [...new Set(wanted.map(({ id }) => id))])
    const before = new Map(locked.map(({ id, stock_quantity }) => [id, stock_quantity]))
    const after = new Map(before)
    for (const { id, operation, quantity } of wanted) {
      const now = after.get(id)
      if (now !== undefined && now !== null)
        after.set(id, Math.min(MOST_PIECES, Math.max(0, operation === 'change' ? now + quantity : quantity)))
    }
    const set = new Set(wanted.flatMap(({ id, operation }) => (operation === 'change' ? [] : [id])))
    const moved = Map.groupBy(after, ([id]): MovementReason => (set.has(id) ? 'baselinker' : 'baselinker_moved'))
    for (const [reason, products] of moved) {
      const pieces = products.map(([product_id, now]) => ({
        product_id,
        quantity: (now ?? 0) - (before.get(product_id) ?? 0),
      }))
      const taken = pieces.filter(({ quantity }) => quantity < 0)
      await moveStock(
        trx,
        {
          taken: taken.map((piece) => ({ ...piece, quantity: -piece.quantity })),
          returned: pieces.filter(({ quantity }) => quantity > 0),
        },
        { reason },
      )
    }
    return ok({ counter: wanted.filter(({ id }) => before.has(id)).length })
  })
}

const MOST_PIECES = 999_999
