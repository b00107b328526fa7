import type { Grosze } from '#domain/money.ts'

/** What ordering answers: the same for every repeat under the same idempotency key. */
export type OrderReceipt = {
  checkoutId: string
  /** One order per line, in the order of the cart. */
  orderIds: string[]
  totalGrosze: Grosze
}

export type Change = { oldGrosze: Grosze; newGrosze: Grosze }

/** What the buyer saw beside what it costs now: all lines, changed or not. */
export type PriceChange = {
  items: { id: string; name: string; quantity: number; oldPriceGrosze: Grosze; newPriceGrosze: Grosze }[]
  shipping: Change
  total: Change
}

/** Which products there is too little of, and how many pieces can still be ordered (0: sold out). */
export type Shortage = { products: { id: string; name: string; left: number }[] }

/** Products that can no longer be bought: unknown, withdrawn or hidden. */
export type Unavailable = { products: { id: string }[] }

export type OrderRefusal =
  | ({ reason: 'product_unavailable' } & Unavailable)
  | ({ reason: 'out_of_stock' } & Shortage)
  | ({ reason: 'price_changed' } & PriceChange)
