import type { Grosze } from '#domain/money.ts'
import { MAX_LINES, MAX_QUANTITY } from '#domain/orders/order.ts'
import { fail, ok, type Result } from '#domain/result.ts'

/** One product in an order as the buyer saw it. */
export type OrderLine = { productId: string; quantity: number; shownPriceGrosze: Grosze }

export type InvalidLines = {
  reason: 'invalid_lines'
  problem: 'empty' | 'too_many_lines' | 'quantity' | 'two_prices'
}

/**
 * Lines of the same product become one (two tabs may have added it twice); one product at two prices is nothing a shop
 * ever showed. Limits of 0-decisions hold after merging.
 */
export function mergeLines(lines: readonly OrderLine[]): Result<OrderLine[], InvalidLines> {
  const merged = new Map<string, OrderLine>()
  for (const { productId, quantity, shownPriceGrosze } of lines) {
    const key = productId.toLowerCase()
    const seen = merged.get(key)
    if (seen && seen.shownPriceGrosze !== shownPriceGrosze) return invalid('two_prices')
    merged.set(key, { productId: key, quantity: quantity + (seen?.quantity ?? 0), shownPriceGrosze })
  }
  if (merged.size === 0) return invalid('empty')
  if (merged.size > MAX_LINES) return invalid('too_many_lines')
  const allowed = [...merged.values()].every(
    ({ quantity }) => Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY,
  )
  return allowed ? ok([...merged.values()]) : invalid('quantity')
}

export function sumLines(lines: readonly { quantity: number; priceGrosze: Grosze }[]): Grosze {
  return lines.reduce((sum, line) => sum + line.quantity * line.priceGrosze, 0)
}

function invalid(problem: InvalidLines['problem']) {
  return fail({ reason: 'invalid_lines' as const, problem })
}
