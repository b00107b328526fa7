import { expect } from 'vitest'
import { listPieceDifferences, listStockDifferences } from '#domain/books/stock-differences-queries.server.ts'
import type { MovementList } from '#domain/stock/movement-queries.server.ts'
import type { Api } from './api.ts'

/** The movements of stock as the owner sees them, and whether the books of stock agree. */
export function openStockLedger(api: Api, admin: string) {
  const openedAt = new Date()
  const read = async (id: string, page = 1): Promise<MovementList> =>
    (await api.get(`/api/admin/products/${id}/movements?page=${page}`, { Cookie: admin })).json()
  return {
    read,

    /** 'placed −2 → 8' of a product, oldest first, since the ledger was opened and the test itself changed it last. */
    async linesOf(id: string) {
      const { items } = await read(id)
      const until = items.findIndex(({ reason, at }) => reason === 'unknown' || new Date(at) < openedAt)
      return items
        .slice(0, until < 0 ? items.length : until)
        .map(
          ({ reason, change, stock_after, lost }) => `${reason} ${change} → ${stock_after}${lost ? ` (${lost})` : ''}`,
        )
        .toReversed()
    },

    /** The kinds of what does not agree: of these orders and products, or of all. Changes by tests are left out. */
    async differing(of?: string) {
      const found = [...(await listPieceDifferences(api.db, new Date(0))), ...(await listStockDifferences(api.db))]
      return found
        .filter(({ order_id, product_id }) => of === undefined || order_id === of || product_id === of)
        .map(({ kind }) => kind)
        .filter((kind) => of !== undefined || kind !== 'movement_unknown')
    },

    /** Books agree after everything that a file of tests did. */
    async expectToAgree() {
      expect(await this.differing()).toEqual([])
    },
  }
}
