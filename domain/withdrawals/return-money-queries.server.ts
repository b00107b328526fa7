import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'
import type { PaymentMethod } from '#domain/shipping/shipping-method.ts'
import {
  type CountedPiece,
  calculateReturn,
  findBeside,
  findOwed,
  type OrderMoney,
  type ReturnAmount,
} from './return-amount.ts'
import { findTakingMoment, isAboutMoney } from './return-case.ts'
import { listPieces, type Piece, type StoredCase } from './return-case-queries.server.ts'

/** An order of a case's checkout, with its parcel. */
export type OrderOfCase = {
  id: string
  number: string
  status: OrderStatus
  payment: PaymentMethod
  total_grosze: Grosze
  shipping_grosze: Grosze
  placed_at: Date
  shipment_status: ShipmentStatus | null
  delivered_at: Date | null
}

/** The orders of a checkout and when their parcels were delivered. */
export async function listOrdersOfCase(db: Kysely<Database>, checkoutId: string): Promise<OrderOfCase[]> {
  const { rows } = await sql<OrderOfCase>`
    select orders.id, orders.number, orders.status, orders.payment, orders.total_grosze, orders.shipping_grosze,
      orders.created_at as placed_at, shipments.status as shipment_status,
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

/** What was paid ahead for a checkout, and what went back: by refunds, and by transfers for its cases. */
async function sumMoney(db: Kysely<Database>, checkoutId: string) {
  const { rows } = await sql<{ paid: Grosze; refunded: Grosze; transferred: Grosze }>`
    select
      (select coalesce(sum(payments.amount_grosze), 0)::bigint from payments join orders on orders.id = payments.order_id
        where orders.checkout_id = ${checkoutId} and payments.status in ('paid', 'refund_pending', 'refunded')) as paid,
      (select coalesce(sum(refunds.amount_grosze), 0)::bigint
        from refunds join payments on payments.id = refunds.payment_id join orders on orders.id = payments.order_id
        where orders.checkout_id = ${checkoutId} and refunds.status <> 'failed') as refunded,
      (select coalesce(sum(settled_grosze), 0)::bigint from return_cases
        where checkout_id = ${checkoutId} and refund_id is null) as transferred`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('nothing was summed')
  return sums
}

/** What the order's page gave back since the statement of a case, as far as no other case was closed with it. */
async function readBeside(db: Kysely<Database>, checkoutId: string, found: StoredCase): Promise<Grosze> {
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .leftJoin('return_cases', 'return_cases.refund_id', 'refunds.id')
    .select(['refunds.amount_grosze as amountGrosze', 'refunds.created_at as createdAt'])
    .where('orders.checkout_id', '=', checkoutId)
    .where('refunds.status', '<>', 'failed')
    .where('return_cases.id', 'is', null)
    .execute()
  const closed = await db
    .selectFrom('return_cases')
    .select(['received_at as receivedAt', 'beside_grosze as besideGrosze'])
    .where('checkout_id', '=', checkoutId)
    .where('id', '<>', found.id)
    .where('settled_at', 'is not', null)
    .orderBy('settled_at')
    .execute()
  return findBeside(found.received_at, refunds, closed)
}

/** What goes back for a case, and what of it is still owed. */
export type CaseMoney = { amount: ReturnAmount; owedGrosze: Grosze; money: OrderMoney }

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
  const sums = await sumMoney(db, checkoutId)
  const amount =
    found.demand === 'lower_price' && found.decision === 'accepted'
      ? sumLowered(found)
      : await calculateReturnOf(db, found, { checkoutId, orders, placedAt: first.placed_at })
  const money = {
    paidGrosze: first.payment === 'prepaid' ? sums.paid : sumPaidOnDelivery(orders),
    returnedGrosze: sums.refunded + sums.transferred,
    returnedBesideGrosze: await readBeside(db, checkoutId, found),
  }
  return { amount, money, owedGrosze: found.settled_at === null ? findOwed(amount.totalGrosze, money) : 0 }
}

/** What an accepted complaint lowered the price by. */
function sumLowered({ items }: StoredCase): ReturnAmount {
  const grosze = items.reduce((sum, { lowered_grosze }) => sum + lowered_grosze, 0)
  return { piecesGrosze: grosze, deliveryGrosze: 0, deductionGrosze: 0, totalGrosze: grosze }
}

/** What goes back for the pieces of a case; the delivery with a withdrawal only. */
async function calculateReturnOf(
  db: Kysely<Database>,
  found: StoredCase,
  { checkoutId, orders, placedAt }: { checkoutId: string; orders: readonly OrderOfCase[]; placedAt: Date },
): Promise<ReturnAmount> {
  const counted = await countPieces(db, checkoutId, found)
  const orderIds = new Set(counted.map(({ order_id }) => order_id))
  const paidDeliveryGrosze = orders.reduce(
    (sum, { id, shipping_grosze }) => sum + (orderIds.has(id) ? shipping_grosze : 0),
    0,
  )
  return calculateReturn({
    pieces: counted,
    paidDeliveryGrosze: found.kind === 'withdrawal' ? paidDeliveryGrosze : 0,
    cheapestDeliveryGrosze: await findCheapestDelivery(db, placedAt),
    deductionGrosze: found.deduction_grosze,
  })
}

/** The pieces that count for a case, with those that it is about. */
export async function countPieces(
  db: Kysely<Database>,
  checkoutId: string,
  found: StoredCase,
): Promise<(Piece & CountedPiece)[]> {
  const returned = new Map(found.items.map(({ order_item_id, quantity }) => [order_item_id, quantity]))
  return (await listPieces(db, checkoutId, { id: found.id, takenAt: findTakingMoment(found) }))
    .filter((piece) => !piece.is_cancelled || piece.withdrawn > 0 || returned.has(piece.order_item_id))
    .map((piece) => ({
      ...piece,
      unitPriceGrosze: piece.unit_price_grosze,
      loweredGrosze: piece.lowered_grosze,
      returned: returned.get(piece.order_item_id) ?? 0,
    }))
}

/** On delivery the carrier takes the money with the parcel. */
function sumPaidOnDelivery(orders: readonly OrderOfCase[]): Grosze {
  return orders.reduce(
    (sum, { status, shipment_status, total_grosze }) =>
      sum + (shipment_status === 'delivered' || status === 'paid' || status === 'completed' ? total_grosze : 0),
    0,
  )
}
