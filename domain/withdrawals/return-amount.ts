import type { Grosze } from '#domain/kernel/money.ts'

/** A piece of an order, and how many of it earlier withdrawals and this one take back. */
export type CountedPiece = { unitPriceGrosze: Grosze; ordered: number; earlier: number; returned: number }

export type ReturnAmount = {
  piecesGrosze: Grosze
  deliveryGrosze: Grosze
  deductionGrosze: Grosze
  totalGrosze: Grosze
}

/**
 * What goes back for a withdrawal: the pieces at the price paid, less what they lost in value. With the last pieces of
 * the parcel its delivery goes back, too, but at most the cheapest one that the shop offered then. What another way of
 * delivery or payment cost beyond that, the shop keeps.
 */
export function calculateReturn({
  pieces,
  paidDeliveryGrosze,
  cheapestDeliveryGrosze,
  deductionGrosze,
}: {
  pieces: readonly CountedPiece[]
  paidDeliveryGrosze: Grosze
  cheapestDeliveryGrosze: Grosze
  deductionGrosze: Grosze
}): ReturnAmount {
  const piecesGrosze = pieces.reduce((sum, { unitPriceGrosze, returned }) => sum + unitPriceGrosze * returned, 0)
  const isWhole =
    pieces.some(({ returned }) => returned > 0) &&
    pieces.every(({ ordered, earlier, returned }) => earlier + returned >= ordered)
  const deliveryGrosze = isWhole ? Math.min(paidDeliveryGrosze, cheapestDeliveryGrosze) : 0
  const deducted = Math.min(deductionGrosze, piecesGrosze)
  return {
    piecesGrosze,
    deliveryGrosze,
    deductionGrosze: deducted,
    totalGrosze: piecesGrosze + deliveryGrosze - deducted,
  }
}

/** Money of the order that came in and that went back. */
export type OrderMoney = {
  /** What the buyer paid; on delivery: nothing until the parcel is delivered. */
  paidGrosze: Grosze
  /** All that went back or is on its way, for whatever reason. */
  returnedGrosze: Grosze
  /** Of it, what went back since the statement without a case: by the order's page. */
  returnedBesideGrosze: Grosze
}

/** What of an amount is still to be given back: never twice, and never more than is left of what was paid. */
export function findOwed(
  totalGrosze: Grosze,
  { paidGrosze, returnedGrosze, returnedBesideGrosze }: OrderMoney,
): Grosze {
  return Math.max(0, Math.min(totalGrosze - returnedBesideGrosze, paidGrosze - returnedGrosze))
}
