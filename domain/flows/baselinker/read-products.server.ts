import { toProductId } from '#domain/baselinker/baselinker.ts'
import { readCountedStock } from '#domain/baselinker/baselinker-queries.server.ts'
import { type Offer, UNCOUNTED_PIECES } from '#domain/baselinker/product-answers.ts'
import { countPiecesLeft } from '#domain/catalog/product.ts'
import { readFeedRows } from '#domain/feeds/read-feed-rows.server.ts'
import type { Services } from '#domain/services.ts'

/** Every product that buyers see now, with its stock; none is left during a break without sale. */
export async function readOffers(services: Services): Promise<Offer[]> {
  const [{ rows }, stock] = await Promise.all([readFeedRows(services), readCountedStock(services.db)])
  return rows
    .flatMap((row) => {
      const counted = stock.get(row.id)
      if (!counted) return []
      const pieces = row.availability === 'paused' ? 0 : (countPiecesLeft(counted) ?? UNCOUNTED_PIECES)
      return [{ id: toProductId(row.id), row, pieces, rate: counted.vat_rate }]
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
