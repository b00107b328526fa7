import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { shareOfPieces } from '#domain/kernel/amounts/split-grosze.ts'
import { type Advantage, limitAdvantages, listDeducted } from './advantages.ts'

/**
 * An item of an order: how many of its pieces earlier cases and this one take back, and by how much its price was
 * lowered before, after a complaint or without a case.
 */
export type CountedPiece = {
  unitPriceGrosze: Grosze
  ordered: number
  earlier: number
  returned: number
  /** Pieces of later cases that were settled before this one. */
  settledLater?: number
  loweredGrosze: Grosze
  /** The discount of its pieces that were not taken out of an unpaid order. */
  discountGrosze: Grosze
  /** The pieces taken out of an unpaid order, with their discount; `earlierTakenOut`: those of earlier cases. */
  takenOut: number
  earlierTakenOut: number
}

/**
 * What was paid for the returned pieces. A code's discount is split evenly among the pieces of an item, so that all
 * returns of it together give back what was paid for it. The last pieces bear what was lowered.
 */
export function findWorth(piece: CountedPiece): Grosze {
  const { unitPriceGrosze, ordered, earlier, returned, loweredGrosze } = piece
  const discounted = ordered - piece.takenOut
  const before = Math.max(0, discounted - (earlier - piece.earlierTakenOut))
  const after = Math.max(0, before - returned)
  const discountLeft = (pieces: number) =>
    discounted > 0 ? shareOfPieces(piece.discountGrosze, pieces, discounted) : 0
  const worth = unitPriceGrosze * returned - (discountLeft(before) - discountLeft(after))
  const left = unitPriceGrosze * (ordered - earlier) - discountLeft(before) - loweredGrosze
  return Math.max(0, Math.min(worth, left))
}

export type ReturnAmount = {
  /** What the pieces cost now. */
  piecesGrosze: Grosze
  /** By how much less than when they were sold. */
  loweredGrosze: Grosze
  deliveryGrosze: Grosze
  /** All that is deducted: the loss in value, and what the case loses of advantages. */
  deductionGrosze: Grosze
  totalGrosze: Grosze
  /** What the shop keeps of deductions and delivery once all goods are back; 0 while some are with the buyer. */
  keptGrosze: Grosze
  /** What the case loses of what was given for its checkout; deducted unless the owner leaves it to the buyer. */
  advantages: readonly Advantage[]
}

/**
 * What goes back for a withdrawal: the pieces at the price paid, less what they lost in value. With the last pieces of
 * the parcel its delivery goes back, too, but at most the cheapest one that the shop offered then. The shop keeps the
 * extra cost of another way of delivery or payment.
 */
export function calculateReturn({
  pieces,
  paidDeliveryGrosze,
  heldDeliveryGrosze = paidDeliveryGrosze,
  givenBackDeliveryGrosze = 0,
  heldDeductionGrosze = 0,
  cheapestDeliveryGrosze,
  deductionGrosze,
  advantages = [],
  isWaived = false,
}: {
  pieces: readonly CountedPiece[]
  paidDeliveryGrosze: Grosze
  /** The part of the delivery's price that has not gone back yet. */
  heldDeliveryGrosze?: Grosze
  /** The part of it that went back without a case. */
  givenBackDeliveryGrosze?: Grosze
  /** What earlier settlements kept of the price of pieces. */
  heldDeductionGrosze?: Grosze
  cheapestDeliveryGrosze: Grosze
  deductionGrosze: Grosze
  advantages?: readonly Advantage[]
  /** The owner leaves the advantages to the buyer. */
  isWaived?: boolean
}): ReturnAmount {
  const piecesGrosze = pieces.reduce((sum, piece) => sum + findWorth(piece), 0)
  const soldGrosze = pieces.reduce((sum, piece) => sum + findWorth({ ...piece, loweredGrosze: 0 }), 0)
  const isWhole =
    pieces.some(({ returned }) => returned > 0) &&
    pieces.every(({ ordered, earlier, returned }) => earlier + returned >= ordered)
  const isAllBack = pieces.every(
    ({ ordered, earlier, returned, settledLater = 0 }) => earlier + returned + settledLater >= ordered,
  )
  const leftOfDelivery = Math.max(0, paidDeliveryGrosze - givenBackDeliveryGrosze)
  const deliveryGrosze = isWhole ? Math.min(leftOfDelivery, cheapestDeliveryGrosze) : 0
  // Money from the order's page may have paid a closed case its delivery, while it lowered the goods on paper.
  const dearerGrosze =
    paidDeliveryGrosze > 0 ? Math.max(0, leftOfDelivery - cheapestDeliveryGrosze) : heldDeliveryGrosze
  const forUse = Math.min(deductionGrosze, piecesGrosze)
  const lost = isWaived ? advantages : limitAdvantages(advantages, piecesGrosze - forUse)
  const sums = listDeducted(lost, isWaived).map(({ grosze }) => grosze)
  const deducted = forUse + sums.reduce((sum, grosze) => sum + Math.max(0, grosze), 0)
  const givenBack = sums.reduce((sum, grosze) => sum + Math.max(0, -grosze), 0)
  return {
    piecesGrosze,
    loweredGrosze: soldGrosze - piecesGrosze,
    deliveryGrosze,
    advantages: lost,
    deductionGrosze: deducted,
    totalGrosze: piecesGrosze + deliveryGrosze - deducted + givenBack,
    keptGrosze: isAllBack
      ? Math.max(0, heldDeductionGrosze + deducted - givenBack) +
        Math.max(0, Math.min(heldDeliveryGrosze - deliveryGrosze, dearerGrosze))
      : 0,
  }
}

/** Money of the order that came in and that went back. */
export type OrderMoney = {
  /** What the buyer paid; on delivery: nothing until the parcel is delivered. */
  paidGrosze: Grosze
  /** All that went back or is on its way, for any reason. */
  returnedGrosze: Grosze
  /** The part that went back on the order's page, without a case, since the statement. See findBeside. */
  returnedBesideGrosze: Grosze
}

/**
 * The part of an amount that is still to be given back: never twice, and never more than is left of what was paid, less
 * what the shop keeps. What went back before as a lower price is not in that rest, so it does not pay for what is kept.
 */
export function findOwed(
  { totalGrosze, deliveryGrosze, keptGrosze }: Pick<ReturnAmount, 'totalGrosze' | 'deliveryGrosze' | 'keptGrosze'>,
  { paidGrosze, returnedGrosze, returnedBesideGrosze }: OrderMoney,
): Grosze {
  const left = paidGrosze - returnedGrosze
  const kept = Math.min(keptGrosze, Math.max(0, left - deliveryGrosze))
  return Math.max(0, Math.min(totalGrosze - returnedBesideGrosze, left - kept))
}

type RefundBeside = { orderId: string; amountGrosze: Grosze; createdAt: Date }
/** `orderIds`: those that the case is about; none: it names no goods, so that all are meant. */
type StatedCase = { receivedAt: Date; orderIds: readonly string[] }

/**
 * What the pages of the case's orders gave back since its statement, less what closed cases have counted for themselves:
 * each counts the oldest refunds of its orders since its own statement.
 */
export function findBeside(
  about: StatedCase,
  refunds: readonly RefundBeside[],
  closed: readonly (StatedCase & { besideGrosze: Grosze })[],
): Grosze {
  const left = refunds
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((refund) => ({ ...refund }))
  const countsFor = ({ receivedAt, orderIds }: StatedCase) =>
    left.filter(
      ({ createdAt, orderId }) => createdAt >= receivedAt && (orderIds.length === 0 || orderIds.includes(orderId)),
    )
  for (const { besideGrosze, ...other } of closed) {
    let uncounted = besideGrosze
    for (const refund of countsFor(other)) {
      const counted = Math.min(uncounted, refund.amountGrosze)
      refund.amountGrosze -= counted
      uncounted -= counted
    }
  }
  return countsFor(about).reduce((sum, { amountGrosze }) => sum + amountGrosze, 0)
}
