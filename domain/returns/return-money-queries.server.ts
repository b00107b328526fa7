import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import type { PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'
import { readOrderStates } from '#domain/money/allocation-queries.server.ts'
import { listOrderSums, listReturnedBeside } from '#domain/money/order-money-queries.server.ts'
import { findParcelPlace, type ShipmentStatus } from '#domain/shipping/shipment.ts'
import { readGivenFor } from './advantage-queries.server.ts'
import { type Advantage, findLost } from './advantages.ts'
import { listBesideClaims, listPieces, type Piece } from './bought-pieces-queries.server.ts'
import {
  type CountedPiece,
  calculateReturn,
  findOwed,
  findWorth,
  type OrderMoney,
  type ReturnAmount,
  shareBeside,
} from './return-amount.ts'
import { findTakingMoment, isAboutMoney, isTrusted, isWithdrawnLate } from './return-case.ts'
import { findBuyerOfCase, findCase, type StoredCase } from './return-case-queries.server.ts'
import { findReturnCourse, type ReturnCourse } from './return-course.ts'

/** An order of a case's checkout, with its parcel. */
export type OrderOfCase = {
  id: string
  number: string
  status: OrderStatus
  payment: PaymentWay
  total_grosze: Grosze
  shipping_grosze: Grosze
  placed_at: Date
  shipment_status: ShipmentStatus | null
  /** What the carrier says of the parcel under its number. */
  carrier_status: string | null
  delivered_at: Date | null
}

/** The orders of a checkout and when their parcels were delivered. */
export async function listOrdersOfCase(db: Kysely<Database>, checkoutId: string): Promise<OrderOfCase[]> {
  const { rows } = await sql<OrderOfCase>`
    select orders.id, orders.number, orders.status, orders.payment, orders.total_grosze, orders.shipping_grosze,
      orders.created_at as placed_at, shipments.status as shipment_status,
      (select carrier_status from carrier_shipments
        where carrier_shipments.checkout_id = orders.checkout_id
          and carrier_shipments.tracking_number = shipments.tracking_number
        order by carrier_shipments.created_at desc limit 1) as carrier_status,
      case when shipments.status = 'delivered' then (
        select max(created_at) from order_events
        where order_id = orders.id and subject = 'shipment' and to_status = 'delivered'
      ) end as delivered_at
    from orders left join shipments on shipments.order_id = orders.id
    where orders.checkout_id = ${checkoutId} order by orders.id`.execute(db)
  return rows
}

/** The cheapest delivery that the shop offered when a checkout was placed. */
async function findCheapestDelivery(db: Kysely<Database>, placedAt: Date): Promise<Grosze> {
  const { rows } = await sql<{ grosze: Grosze | null }>`
    select min(grosze) as grosze from shipping_rates where costs_id = (
      select id from shipping_costs order by updated_at > ${placedAt}, abs(extract(epoch from updated_at - ${placedAt})) limit 1
    )`.execute(db)
  return rows[0]?.grosze ?? 0
}

/** What went back without a case for the items and the delivery of a checkout, with the part that pays a case. */
export async function readBeside(db: Kysely<Database>, checkoutId: string, found: StoredCase | null) {
  const given = await listReturnedBeside(db, checkoutId)
  const end = found?.settled_at ?? null
  const ofDelivery = given.filter(({ isDelivery, decidedAt }) => isDelivery && (end === null || decidedAt <= end))
  const { paid, left } = shareBeside(
    given.filter(({ isDelivery }) => !isDelivery),
    await listBesideClaims(db, checkoutId),
  )
  const sum = (of: readonly { grosze: Grosze }[]) => of.reduce((total, { grosze }) => total + grosze, 0)
  return {
    /** What has paid this case its pieces of an item, and how many of them came back that way. */
    findPaid: (itemId: string) =>
      paid.find((part) => part.caseId === found?.id && part.itemId === itemId) ?? { grosze: 0, pieces: 0 },
    /** What lowered the price of an item, for whatever cases it may have. */
    sumLowered: (itemId: string): Grosze => sum(left.filter((money) => money.itemId === itemId)),
    deliveryGrosze: sum(ofDelivery),
  }
}

/** What money without a case has paid of an item of a case. */
export type PaidItem = { itemId: string; grosze: Grosze }

/** The amount that goes back for a case, and the part still owed. */
export type CaseMoney = { amount: ReturnAmount; owedGrosze: Grosze; money: OrderMoney; paidItems: readonly PaidItem[] }

/**
 * For a complaint that is not answered yet: what its pieces are worth, which is the most that can go back for it.
 * @returns null while the case belongs to no order, and when no money can go back for it
 */
export async function readCaseMoney(db: Kysely<Database>, found: StoredCase): Promise<CaseMoney | null> {
  const { checkout_id: checkoutId } = found
  if (checkoutId === null || !isAboutMoney(found)) return null
  const orders = await listOrdersOfCase(db, checkoutId)
  const [first] = orders
  if (!first) return null
  const sums = await listOrderSums(db, { checkoutId })
  const paidGrosze = sums.reduce((sum, order) => sum + order.paidGrosze, 0)
  const lowered = found.demand === 'lower_price' && found.decision === 'accepted' ? await sumLowered(db, found) : null
  const { amount, paidItems } =
    lowered ?? (await calculateReturnOf(db, found, { checkoutId, orders, placedAt: first.placed_at, paidGrosze }))
  const money = {
    paidGrosze,
    returnedGrosze: sums.reduce((sum, { returnedGrosze }) => sum + returnedGrosze, 0),
    returnedBesideGrosze: paidItems.reduce((sum, { grosze }) => sum + grosze, amount.deliveryGivenGrosze),
  }
  return { amount, money, paidItems, owedGrosze: found.settled_at === null ? findOwed(amount, money) : 0 }
}

type CalculatedAmount = Pick<CaseMoney, 'amount' | 'paidItems'>

/** What an accepted complaint lowered the price by. */
async function sumLowered(db: Kysely<Database>, found: StoredCase): Promise<CalculatedAmount> {
  const { findPaid } = await readBeside(db, found.checkout_id ?? '', found)
  const grosze = found.items.reduce((sum, { lowered_grosze }) => sum + lowered_grosze, 0)
  const none = { loweredGrosze: 0, deliveryGrosze: 0, deliveryGivenGrosze: 0, deductionGrosze: 0, keptGrosze: 0 }
  return {
    amount: { ...none, advantages: [], piecesGrosze: grosze, totalGrosze: grosze },
    paidItems: found.items.map(({ order_item_id: itemId }) => ({ itemId, grosze: findPaid(itemId).grosze })),
  }
}

/** What goes back for the pieces of a case; the delivery with a withdrawal only. */
async function calculateReturnOf(
  db: Kysely<Database>,
  found: StoredCase,
  {
    checkoutId,
    orders,
    placedAt,
    paidGrosze,
  }: { checkoutId: string; orders: readonly OrderOfCase[]; placedAt: Date; paidGrosze: Grosze },
): Promise<CalculatedAmount> {
  const { pieces, deliveryGivenGrosze, states } = await countPieces(db, checkoutId, found)
  // Of an unpaid parcel that has not left, the sum due is raised by it.
  const isDeducted = found.settled_at === null && (paidGrosze > 0 || found.dispatch === 'not_sent')
  const lost = isDeducted ? await findLostBy(db, found, checkoutId, pieces) : []
  const orderIds = new Set(pieces.map(({ order_id }) => order_id))
  const paidDeliveryGrosze = orders.reduce(
    (sum, { id, shipping_grosze }) => sum + (orderIds.has(id) ? shipping_grosze : 0),
    0,
  )
  const held = states
    .filter(({ orderId, isCancelled }) => !isCancelled && orderIds.has(orderId))
    .flatMap(({ lines }) => lines)
  const amount = calculateReturn({
    pieces,
    heldDeliveryGrosze: held.reduce((sum, { item_id, grosze }) => sum + (item_id === null ? grosze : 0), 0),
    givenBackDeliveryGrosze: deliveryGivenGrosze,
    heldDeductionGrosze: held.reduce((sum, { kept_grosze }) => sum + kept_grosze, 0),
    paidDeliveryGrosze: found.kind === 'withdrawal' ? paidDeliveryGrosze : 0,
    // Pieces that were never sent had no delivery, whichever way the buyer chose.
    cheapestDeliveryGrosze:
      found.dispatch === 'not_sent' ? paidDeliveryGrosze : await findCheapestDelivery(db, placedAt),
    deductionGrosze: found.deduction_grosze,
    advantages: found.advantages ?? lost,
    isWaived: found.advantages_waived,
  })
  return { amount, paidItems: pieces.map(({ order_item_id: itemId, paidGrosze: grosze }) => ({ itemId, grosze })) }
}

/** What an open case loses of what was given for its checkout. */
async function findLostBy(
  db: Kysely<Database>,
  found: StoredCase,
  checkoutId: string,
  counted: readonly CountedItem[],
): Promise<Advantage[]> {
  // What cases deducted that came later but were settled first is known by now, so their pieces are gone, too.
  const items = counted.map((item) => ({
    ...item,
    // Goodwill costs no advantage.
    loweredGrosze: item.lowered_grosze,
    earlier: item.earlier + item.settled_later,
    isCancelled: item.is_cancelled,
    isSample: item.is_sample,
  }))
  const by = { buyer: found.kind === 'withdrawal', isUnsent: found.dispatch === 'not_sent' }
  return findLost(items, await readGivenFor(db, checkoutId), by)
}

/** `paidGrosze`, `paidPieces`: what went back for the pieces of the case without it, and how many came back that way. */
export type CountedItem = Piece & CountedPiece & { paidGrosze: Grosze; paidPieces: number }

/**
 * The pieces that count for a case, with those that it is about; the lines of their orders as they stand, and what of
 * the delivery went back without a case.
 */
export async function countPieces(db: Kysely<Database>, checkoutId: string, found: StoredCase) {
  const returned = new Map(found.items.map(({ order_item_id, quantity }) => [order_item_id, quantity]))
  const beside = await readBeside(db, checkoutId, found)
  const states = await readOrderStates(db, { checkoutId }, 'decided')
  const lines = states.filter(({ isCancelled }) => !isCancelled).flatMap((state) => state.lines)
  const pieces = (await listPieces(db, checkoutId, { id: found.id, takenAt: findTakingMoment(found) }))
    .filter((piece) => !piece.is_cancelled || piece.withdrawn > 0 || returned.has(piece.order_item_id))
    .map((piece): CountedItem => {
      const { order_item_id: itemId } = piece
      const paid = beside.findPaid(itemId)
      const line = found.settled_at === null ? lines.find(({ item_id }) => item_id === itemId) : undefined
      const counted = {
        ...countReturned(piece, returned.get(itemId) ?? 0, beside.sumLowered(itemId)),
        ...(line && { mostGrosze: line.grosze + paid.grosze }),
      }
      return { ...counted, paidGrosze: Math.min(paid.grosze, findWorth(counted)), paidPieces: paid.pieces }
    })
  return { pieces, states, deliveryGivenGrosze: beside.deliveryGrosze }
}

/** A piece with how many of it are taken back, and by how much money without a case lowered its price. */
export function countReturned(piece: Piece, returned: number, givenGrosze: Grosze): Piece & CountedPiece {
  return {
    ...piece,
    unitPriceGrosze: piece.unit_price_grosze,
    loweredGrosze: piece.lowered_grosze + givenGrosze,
    discountGrosze: piece.discount_grosze,
    takenOut: piece.taken_out,
    earlierTakenOut: piece.earlier_taken_out,
    settledLater: piece.settled_later,
    returned,
  }
}

/** What the buyer of a trusted case has to do with the goods, and how money goes back for the orders it is about. */
async function readReturnCourse(
  db: Kysely<Database>,
  { items }: Pick<StoredCase, 'items'>,
  checkoutId: string,
): Promise<ReturnCourse> {
  const all = await listOrdersOfCase(db, checkoutId)
  const orders = items.length === 0 ? all : all.filter((order) => items.some(({ order_id }) => order_id === order.id))
  const sums = await listOrderSums(db, { checkoutId })
  return findReturnCourse({
    payment: all[0]?.payment ?? 'prepaid',
    places: orders.map(({ shipment_status, carrier_status }) => findParcelPlace(shipment_status, carrier_status)),
    paidGrosze: sums.reduce((sum, { paidGrosze }) => sum + paidGrosze, 0),
    returnedGrosze: sums.reduce((sum, { returnedGrosze }) => sum + returnedGrosze, 0),
  })
}

/**
 * A case for a mail, with what happens to goods and money of its order where the mail may name that. Rejects when it
 * does not exist.
 */
export async function findMailedCase(db: Kysely<Database>, caseId: string) {
  const found = await findCase(db, caseId)
  if (!found) throw new Error(`there is no case ${caseId}`)
  const { checkout_id: checkoutId, match } = found
  const buyer = checkoutId !== null && isTrusted(match) ? await findBuyerOfCase(db, checkoutId) : undefined
  const money = buyer ? await readCaseMoney(db, found) : null
  return {
    ...found,
    /** Only where the case is surely of the order's buyer. `owedGrosze`: what is still to go back by this case. */
    order:
      checkoutId !== null && buyer
        ? {
            checkoutId,
            course: await readReturnCourse(db, found, checkoutId),
            owedGrosze: money?.owedGrosze ?? 0,
            isLate: isWithdrawnLate(found, await listOrdersOfCase(db, checkoutId)),
          }
        : null,
  }
}

export type MailedCase = Awaited<ReturnType<typeof findMailedCase>>
