import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Allocation, MoneyCause } from '#domain/kernel/amounts/allocation.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { type AllocationPurpose, allocate, type OrderLine, sumOfLines, takeOff } from './allocate.ts'
import { listOrderSums } from './order-money-queries.server.ts'

/** `effective`: what went back; `decided`: also what is on its way. */
type Reductions = 'effective' | 'decided'

/** An order of a sale with its lines as they stand. */
export type OrderLines = { orderId: string; isCancelled: boolean; lines: OrderLine[] }

/** The orders of a sale, or one of them, with what is left of their lines, in the order of their ids. */
export async function readOrderStates(
  db: Kysely<Database>,
  of: { orderId: string } | { checkoutId: string },
  reductions: Reductions,
): Promise<OrderLines[]> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('orderId' in of ? 'id' : 'checkout_id', '=', 'orderId' in of ? of.orderId : of.checkoutId)
    .orderBy('id')
    .execute()
  const ids = orders.map(({ id }) => id)
  const lines = await db
    .selectFrom('sale_lines')
    .select(['order_id', 'item_id', 'rate', 'quantity', 'gross_grosze'])
    .where('order_id', 'in', ids)
    .orderBy('item_id', (by) => by.asc().nullsLast())
    .execute()
  const taken = await listSaleReductions(db, ids, reductions)
  return orders.map(({ id, status }) => {
    const ordered = lines
      .filter(({ order_id }) => order_id === id)
      .map(({ item_id, rate, quantity, gross_grosze }) => ({
        item_id,
        rate,
        pieces: quantity,
        grosze: gross_grosze,
        kept_grosze: 0,
      }))
    const off = taken
      .filter(({ order_id, cause }) => order_id === id && cause !== 'change')
      .flatMap(({ lines: known }) => known ?? [])
    return { orderId: id, isCancelled: status === 'cancelled', lines: takeOff(ordered, off) }
  })
}

/** What lowered these orders, oldest first. What a change took out is not in the order any more. */
export async function listSaleReductions(db: Kysely<Database>, orderIds: readonly string[], reductions: Reductions) {
  const { rows } = await sql<
    Pick<Database['sale_reductions'], 'cause' | 'lines' | 'grosze' | 'is_effective' | 'order_id'>
  >`
    select order_id, cause, lines, grosze, is_effective from sale_reductions
    where order_id = any(${orderIds}::uuid[]) and (is_effective or ${reductions === 'decided'})
    order by decided_at, key`.execute(db)
  return rows
}

type WantedAllocation = {
  orderId: string
  grosze: Grosze
  cause: MoneyCause | null
  /** Whether it has gone already, at the provider or to the bank, whatever else is on its way. */
  isGone?: boolean
  /** Absent: a lower price of the pieces of open cases, then of all goods. */
  purpose?: AllocationPurpose
}

/**
 * What money that goes back for an order lowers, decided under the caller's locks before it is stored. Money that came
 * twice, or more than the order is worth, lowers nothing; for a cancelled order it undoes the sale.
 */
export async function allocateMoney(
  db: Kysely<Database>,
  { orderId, grosze, cause, isGone = false, purpose }: WantedAllocation,
): Promise<Allocation> {
  const [state] = await readOrderStates(db, { orderId }, isGone ? 'effective' : 'decided')
  const [sums] = await listOrderSums(db, { orderId })
  if (!state || !sums) throw new Error(`there is no order ${orderId}`)
  const underWay = isGone
    ? (await listSaleReductions(db, [orderId], 'decided')).reduce(
        (sum, row) => sum + (row.is_effective ? 0 : row.grosze),
        0,
      )
    : 0
  const tooMuch = Math.max(0, sums.paidGrosze - sums.returnedGrosze + underWay - sumOfLines(state.lines))
  const taken = Math.min(grosze - tooMuch, sumOfLines(state.lines))
  if (taken <= 0) return { cause: 'overpayment', lines: [] }
  if (state.isCancelled && purpose?.kind !== 'return') {
    return { cause: 'cancellation', lines: allocate(state.lines, taken, { kind: 'cancellation' }) }
  }
  const wanted = purpose ?? { kind: 'price' as const, items: await listAwaited(db, orderId) }
  return { cause, lines: allocate(state.lines, taken, wanted) }
}

/** The pieces of open cases of an order: money that goes back without a case counts for them. */
async function listAwaited(db: Kysely<Database>, orderId: string) {
  const { rows } = await sql<{ item_id: string; grosze: Grosze }>`
    select order_items.id as item_id, sum(return_items.quantity * order_items.unit_price_grosze)::bigint as grosze
    from return_items
    join return_cases on return_cases.id = return_items.case_id
    join order_items on order_items.id = return_items.order_item_id
    where order_items.order_id = ${orderId} and return_cases.is_open and return_cases.settled_at is null
      and return_cases.decision is distinct from 'rejected'
    group by order_items.id order by order_items.id`.execute(db)
  return rows
}

/** The items of an order that cost something. */
export function listItems(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('sale_lines')
    .innerJoin('order_items', 'order_items.id', 'sale_lines.item_id')
    .select(['order_items.id', 'order_items.product_id', 'sale_lines.rate'])
    .where('sale_lines.order_id', '=', orderId)
    .execute()
}
