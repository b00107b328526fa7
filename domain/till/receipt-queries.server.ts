import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import type { PaymentMethod } from '#domain/kernel/shipping-method.ts'
import { dayBegins } from '#domain/money/movement-queries.server.ts'
import { scaleLines, type VatRate } from '#domain/papers/vat.ts'
import { CLAIM_MS, type ReceiptLine, type ReceiptState, TILL_DAYS, toReceiptLines } from './receipt.ts'
import type { Movement } from './return-register.ts'

/** A receipt that is not printed, with what it is to say or, once the agent has it, what it says. */
export type OpenReceiptRow = {
  checkout_id: string
  state: Exclude<ReceiptState, 'printed'>
  sold_at: Date
  claimed_at: Date | null
  payment: PaymentMethod
  order_numbers: string[]
  gross_grosze: Grosze
  lines: ReceiptLine[]
}
type SaleLine = { name: string; quantity: number; gross_grosze: Grosze; rate: VatRate }

const ORDER_NUMBERS = sql`(
  select array_agg(orders.number order by orders.id) from orders where orders.checkout_id = receipts.checkout_id)`

/** Sale by sale, so that only what is listed is counted. */
const OF_SALE = sql`cross join lateral (
  select * from sales where sales.checkout_id = receipts.checkout_id offset 0) as sales`

/** A waiting sale that is none any more, or for which an invoice is issued, needs no receipt. */
const IS_DUE = sql`(receipts.state <> 'waiting' or (
  sales.sold_at is not null and not sales.is_cancelled and sales.kept_grosze > 0 and sales.company is null))`

/** Receipts that are not printed, those that have waited longest first. A claim without a report becomes unclear. */
export async function findOpenReceipts(
  db: Kysely<Database>,
  {
    now,
    where,
    most,
    lock = sql``,
  }: { now: Date; where: RawBuilder<unknown>; most: number; lock?: RawBuilder<unknown> },
): Promise<OpenReceiptRow[]> {
  const { rows } = await sql<
    Omit<OpenReceiptRow, 'gross_grosze' | 'lines'> & {
      gross_grosze: Grosze | null
      lines: ReceiptLine[] | null
      kept_grosze: Grosze
      sale_lines: SaleLine[] | null
    }
  >`
    select receipts.checkout_id, receipts.claimed_at, receipts.lines, receipts.gross_grosze,
      case when receipts.state = 'printing' and receipts.claimed_at < ${new Date(now.getTime() - CLAIM_MS)}
        then 'unclear' else receipts.state end as state,
      coalesce(sales.sold_at, receipts.created_at) as sold_at, sales.payment, sales.kept_grosze,
      ${ORDER_NUMBERS} as order_numbers, (
        select json_agg(json_build_object('name', name, 'quantity', quantity, 'gross_grosze', gross_grosze, 'rate', rate)
          order by order_id, item_id)
        from sale_lines join orders on orders.id = sale_lines.order_id
        where sale_lines.checkout_id = receipts.checkout_id and orders.status <> 'cancelled' and gross_grosze > 0
      ) as sale_lines
    from receipts ${OF_SALE}
    where receipts.state <> 'printed' and ${IS_DUE} and ${where}
    order by receipts.created_at, receipts.checkout_id limit ${most} ${lock}`.execute(db)
  return rows.flatMap(({ kept_grosze, sale_lines, ...row }) => {
    if (row.state !== 'waiting') return [{ ...row, gross_grosze: row.gross_grosze ?? 0, lines: row.lines ?? [] }]
    const lines = sale_lines ?? []
    // Money for a cancelled order of the parcel is to go back, and no sale.
    const gross_grosze = Math.min(
      kept_grosze,
      lines.reduce((sum, line) => sum + line.gross_grosze, 0),
    )
    return gross_grosze === 0 ? [] : [{ ...row, gross_grosze, lines: toReceiptLines(scaleLines(lines, gross_grosze)) }]
  })
}

const endOfRecent = (now: Date) => new Date(now.getTime() - TILL_DAYS * 24 * 60 * 60 * 1000)
export const isRecentReceipt = (now: Date) => sql`receipts.created_at >= ${endOfRecent(now)}`
export const isOlderReceipt = (now: Date) => sql`receipts.created_at < ${endOfRecent(now)}`

/** For more than a day, or taken by the agent, so that it may be unclear. */
export const isLateReceipt = (now: Date) =>
  sql`(receipts.state <> 'waiting' or receipts.created_at < ${new Date(now.getTime() - 24 * 60 * 60 * 1000)})`

/** For the panel's number of what waits: sales without a receipt, at most a hundred. */
export const countOpenReceipts = () => sql<number>`(
  select count(*)::int from (
    select from receipts ${OF_SALE}
    where receipts.state <> 'printed' and receipts.created_at >= now() - make_interval(days => ${TILL_DAYS}) and ${IS_DUE}
    limit 100
  ) as open)`

export function findTillAgent(db: Kysely<Database>) {
  return db.selectFrom('till_agent').selectAll().executeTakeFirstOrThrow()
}

/** A receipt that is printed. `frozen_at`: when its lines were set. */
export type PrintedReceiptRow = Omit<OpenReceiptRow, 'state' | 'claimed_at'> & {
  number: string
  printed_at: Date
  by_agent: boolean
  frozen_at: Date
}

/** A sale comes before its receipt, also where the clocks of shop and database differ. */
async function findPrintedReceipts(db: Kysely<Database>, where: RawBuilder<unknown>): Promise<PrintedReceiptRow[]> {
  const { rows } = await sql<PrintedReceiptRow>`
    select receipts.checkout_id, receipts.number, receipts.printed_at, receipts.by_agent, receipts.lines,
      receipts.gross_grosze, greatest(coalesce(receipts.claimed_at, receipts.printed_at), sales.sold_at) as frozen_at,
      coalesce(sales.sold_at, receipts.created_at) as sold_at, sales.payment, ${ORDER_NUMBERS} as order_numbers
    from receipts ${OF_SALE}
    where receipts.state = 'printed' and ${where} order by receipts.printed_at, receipts.checkout_id`.execute(db)
  return rows
}

/** Receipts that were printed from the day `first` until before `next`. */
export function listReceiptsBetween(db: Kysely<Database>, first: Day, next: Day): Promise<PrintedReceiptRow[]> {
  return findPrintedReceipts(
    db,
    sql`receipts.printed_at >= ${dayBegins(first)} and receipts.printed_at < ${dayBegins(next)}`,
  )
}

/** Receipts of whose sales money moved between two days, in a way that may be a return, each with all its movements. */
export async function findReturnedReceipts(
  db: Kysely<Database>,
  { from, to }: { from: Day; to: Day },
): Promise<(PrintedReceiptRow & { movements: Movement[] })[]> {
  const receipts = await findPrintedReceipts(
    db,
    sql`receipts.checkout_id in (
      select moved.checkout_id from money_movements join orders on orders.id = money_movements.order_id
      join receipts as moved on moved.checkout_id = orders.checkout_id
      where moment >= ${dayBegins(from)} and moment < ${dayBegins(to)}
        and (kind <> 'sold' or moment > coalesce(moved.claimed_at, moved.printed_at)))`,
  )
  if (receipts.length === 0) return []
  const { rows } = await sql<Movement & { checkout_id: string }>`
    select orders.checkout_id, order_id, moment, cause, case kind when 'sold' then grosze else -grosze end as grosze
    from orders, lateral (select * from money_movements where money_movements.order_id = orders.id) as movements
    where orders.checkout_id = any(${receipts.map(({ checkout_id }) => checkout_id)})
    order by moment, cause, grosze, order_id`.execute(db)
  const movementsOf = Map.groupBy(rows, ({ checkout_id }) => checkout_id)
  return receipts.map((receipt) => ({ ...receipt, movements: movementsOf.get(receipt.checkout_id) ?? [] }))
}
