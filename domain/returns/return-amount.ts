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
  /** What its pieces cost now, with what has paid this case already; absent: nothing limits it. */
  mostGrosze?: Grosze
  /** The discount of its pieces that were not taken out of an unpaid order. */
  discountGrosze: Grosze
  /** The pieces taken out of an unpaid order, with their discount; `earlierTakenOut`: those of earlier cases. */
  takenOut: number
  earlierTakenOut: number
}

/**
 * What was paid for the returned pieces. A code's discount is split evenly among the pieces of an item, so that all
 * returns of it together give back what was paid for it. The last pieces bear what was lowered. Whatever went back
 * before, an item never gives back more than it cost.
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
  return Math.max(0, Math.min(worth, left, piece.mostGrosze ?? left))
}

export type ReturnAmount = {
  /** What the pieces cost now. */
  piecesGrosze: Grosze
  /** By how much less than when they were sold. */
  loweredGrosze: Grosze
  deliveryGrosze: Grosze
  /** The part of it that went back without a case. */
  deliveryGivenGrosze: Grosze
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
  const soldGrosze = pieces.reduce(
    (sum, piece) => sum + findWorth({ ...piece, loweredGrosze: 0, mostGrosze: undefined }),
    0,
  )
  const isWhole =
    pieces.some(({ returned }) => returned > 0) &&
    pieces.every(({ ordered, earlier, returned }) => earlier + returned >= ordered)
  const isAllBack = pieces.every(
    ({ ordered, earlier, returned, settledLater = 0 }) => earlier + returned + settledLater >= ordered,
  )
  const returnable = Math.min(paidDeliveryGrosze, cheapestDeliveryGrosze)
  const deliveryGrosze = isWhole ? returnable : 0
  const deliveryGivenGrosze = Math.min(deliveryGrosze, givenBackDeliveryGrosze)
  const dearerGrosze =
    paidDeliveryGrosze > 0
      ? Math.max(0, paidDeliveryGrosze - Math.max(returnable, givenBackDeliveryGrosze))
      : heldDeliveryGrosze
  const forUse = Math.min(deductionGrosze, piecesGrosze)
  const lost = isWaived ? advantages : limitAdvantages(advantages, piecesGrosze - forUse)
  const sums = listDeducted(lost, isWaived).map(({ grosze }) => grosze)
  const deducted = forUse + sums.reduce((sum, grosze) => sum + Math.max(0, grosze), 0)
  const givenBack = sums.reduce((sum, grosze) => sum + Math.max(0, -grosze), 0)
  return {
    piecesGrosze,
    loweredGrosze: soldGrosze - piecesGrosze,
    deliveryGrosze,
    deliveryGivenGrosze,
    advantages: lost,
    deductionGrosze: deducted,
    totalGrosze: piecesGrosze + deliveryGrosze - deducted + givenBack,
    keptGrosze: isAllBack
      ? Math.max(0, heldDeductionGrosze + deducted - givenBack) +
        Math.max(0, Math.min(heldDeliveryGrosze - deliveryGrosze + deliveryGivenGrosze, dearerGrosze))
      : 0,
  }
}

/** Money of the order that came in and that went back. */
export type OrderMoney = {
  /** What the buyer paid; on delivery: nothing until the parcel is delivered. */
  paidGrosze: Grosze
  /** All that went back or is on its way, for any reason. */
  returnedGrosze: Grosze
  /** What went back on the order's page, without a case, for what the case gives back. See shareBeside. */
  returnedBesideGrosze: Grosze
}

/**
 * The part of an amount that is still to be given back: never twice, and never more than is left of what was paid, less
 * what the shop keeps. What went back before as a lower price is not in that rest, so it does not pay for what is kept.
 */
export function findOwed(
  {
    totalGrosze,
    deliveryGrosze,
    deliveryGivenGrosze,
    keptGrosze,
  }: Pick<ReturnAmount, 'totalGrosze' | 'deliveryGrosze' | 'deliveryGivenGrosze' | 'keptGrosze'>,
  { paidGrosze, returnedGrosze, returnedBesideGrosze }: OrderMoney,
): Grosze {
  const left = paidGrosze - returnedGrosze
  const kept = Math.min(keptGrosze, Math.max(0, left - deliveryGrosze + deliveryGivenGrosze))
  return Math.max(0, Math.min(totalGrosze - returnedBesideGrosze, left - kept))
}

/** Money that went back without a case, and the item that it lowered; null: an earlier version did not store that. */
export type GivenBeside = { orderId: string; itemId: string | null; pieces: number; grosze: Grosze; decidedAt: Date }

/** An item of a case, with what money without a case may pay of it, or has paid where it is settled. */
export type BesideClaim = {
  caseId: string
  orderId: string
  itemId: string
  pieces: number
  grosze: Grosze
  receivedAt: Date
  settledAt: Date | null
}

/**
 * What of the money that went back without a case pays each claim: settled cases first, then the open ones in the order
 * of their statements, each by what lowered its item since its own statement. The rest lowered the price of the items.
 */
export function shareBeside(given: readonly GivenBeside[], claims: readonly BesideClaim[]) {
  const isUnknown = ({ itemId }: GivenBeside) => Number(itemId === null)
  const left = given
    .toSorted((a, b) => isUnknown(a) - isUnknown(b) || a.decidedAt.getTime() - b.decidedAt.getTime())
    .map((money) => ({ ...money }))
  const time = ({ settledAt, receivedAt }: BesideClaim) => (settledAt ?? receivedAt).getTime()
  const inTurn = claims.toSorted(
    (a, b) => Number(a.settledAt === null) - Number(b.settledAt === null) || time(a) - time(b),
  )
  const paid = inTurn.map(({ caseId, orderId, itemId, receivedAt, settledAt, ...claim }) => {
    const open = { grosze: claim.grosze, pieces: claim.pieces }
    for (const money of left) {
      const isMeant = money.itemId === null ? money.orderId === orderId : money.itemId === itemId
      const isInTime = money.decidedAt >= receivedAt && (settledAt === null || money.decidedAt <= settledAt)
      if (!isMeant || !isInTime) continue
      for (const part of ['grosze', 'pieces'] as const) {
        const taken = Math.min(open[part], money[part])
        money[part] -= taken
        open[part] -= taken
      }
    }
    return { caseId, itemId, grosze: claim.grosze - open.grosze, pieces: claim.pieces - open.pieces }
  })
  return { paid, left }
}
