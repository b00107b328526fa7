import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import type { PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'
import { dayBegins } from '#domain/money/movement-queries.server.ts'
import type { VatRate } from '#domain/papers/vat.ts'
import { CLAIM_MS, type ReceiptLine, type ReceiptState, TILL_DAYS, toReceiptLines } from './receipt.ts'
import type { ReturnEvent } from './return-register.ts'

/** A receipt that is not printed, with what it is to say or, once the agent has it, what it says. */
export type OpenReceiptRow = {
  checkout_id: string
  state: Exclude<ReceiptState, 'printed'>
  /** When it became due: the agent prints those since its key. */
  created_at: Date
  sold_at: Date
  claimed_at: Date | null
  refusal: string | null
  payment: PaymentWay
  order_numbers: string[]
  gross_grosze: Grosze
  lines: ReceiptLine[]
}
type SaleLine = { name: string; quantity: number; gross_grosze: Grosze; rate: VatRate; till_name: string | null }

const ORDER_NUMBERS = sql`(
  select array_agg(orders.number order by orders.id) from orders where orders.checkout_id = receipts.checkout_id)`

/** Sale by sale, so that only what is listed is counted. */
const OF_SALE = sql`cross join lateral (
  select * from sales where sales.checkout_id = receipts.checkout_id offset 0) as sales`

/**
 * A waiting sale that is cancelled, or for which an invoice is issued, needs no receipt, nor a refused one. What came back of another one
 * is in the register of returns.
 */
const IS_DUE = sql`(receipts.state not in ('waiting', 'refused') or (
  sales.sold_at is not null and not sales.is_cancelled and sales.company is null
  and not exists (select from invoices where invoices.checkout_id = receipts.checkout_id)))`

/** Receipts that are not printed, those that have waited longest first. A claim without a report becomes unclear. */
export async function findOpenReceipts(
  db: Kysely<Database>,
  {
    now,
    where,
    most,
    first = sql`receipts.created_at`,
    lock = sql``,
  }: { now: Date; where: RawBuilder<unknown>; most: number; first?: RawBuilder<unknown>; lock?: RawBuilder<unknown> },
): Promise<OpenReceiptRow[]> {
  const { rows } = await sql<
    Omit<OpenReceiptRow, 'gross_grosze' | 'lines'> & {
      gross_grosze: Grosze | null
      lines: ReceiptLine[] | null
      sale_lines: SaleLine[] | null
    }
  >`
    select receipts.checkout_id, receipts.created_at, receipts.claimed_at, receipts.refusal, receipts.lines,
      receipts.gross_grosze,
      case when receipts.state = 'printing' and receipts.claimed_at < ${new Date(now.getTime() - CLAIM_MS)}
        then 'unclear' else receipts.state end as state,
      coalesce(sales.sold_at, receipts.created_at) as sold_at, sales.payment,
      ${ORDER_NUMBERS} as order_numbers, (
        select json_agg(json_build_object('name', name, 'quantity', quantity, 'gross_grosze', gross_grosze,
          'rate', sale_lines.rate, 'till_name', till_name) order by order_id, item_id)
        from sale_lines join orders on orders.id = sale_lines.order_id
        left join till_names on sold_name = name and till_names.rate = sale_lines.rate
        where sale_lines.checkout_id = receipts.checkout_id and orders.status <> 'cancelled' and gross_grosze > 0
      ) as sale_lines
    from receipts ${OF_SALE}
    where receipts.state <> 'printed' and ${IS_DUE} and ${where}
    order by ${first}, receipts.checkout_id limit ${most} ${lock}`.execute(db)
  return rows.flatMap(({ sale_lines, ...row }) => {
    if (row.state !== 'waiting' && row.state !== 'refused')
      return [{ ...row, gross_grosze: row.gross_grosze ?? 0, lines: row.lines ?? [] }]
    const lines = sale_lines ?? []
    const gross_grosze = lines.reduce((sum, line) => sum + line.gross_grosze, 0)
    return gross_grosze === 0 ? [] : [{ ...row, gross_grosze, lines: toReceiptLines(lines) }]
  })
}

const endOfRecent = (now: Date) => new Date(now.getTime() - TILL_DAYS * 24 * 60 * 60 * 1000)
export const isRecentReceipt = (now: Date) => sql`receipts.created_at >= ${endOfRecent(now)}`
export const isOlderReceipt = (now: Date) => sql`receipts.created_at < ${endOfRecent(now)}`

/** For more than a day, or taken by the agent, so that it may be unclear or refused. */
export const isLateReceipt = (now: Date) =>
  sql`(receipts.state <> 'waiting' or receipts.created_at < ${new Date(now.getTime() - 24 * 60 * 60 * 1000)})`

/** For the panel's number of what waits: sales without a receipt, at most a hundred. */
export const countOpenReceipts = () => sql<number>`(
  select count(*)::int from (
    select from receipts ${OF_SALE}
    where receipts.state <> 'printed' and receipts.created_at >= now() - make_interval(days => ${TILL_DAYS}) and ${IS_DUE}
    limit 100
  ) as open)`

/** Whether a sale has an invoice, so that it needs no receipt beside it. */
export async function hasInvoice(db: Kysely<Database>, checkoutId: string): Promise<boolean> {
  const { rows } = await sql`select from invoices where checkout_id = ${checkoutId} limit 1`.execute(db)
  return rows.length > 0
}

/** The number of the receipt of a sale, once it is printed. */
export async function findReceiptNumber(db: Kysely<Database>, checkoutId: string): Promise<string | null> {
  const receipt = await db
    .selectFrom('receipts')
    .select('number')
    .where('checkout_id', '=', checkoutId)
    .where('state', '=', 'printed')
    .executeTakeFirst()
  return receipt?.number ?? null
}

export function findTillAgent(db: Kysely<Database>) {
  return db.selectFrom('till_agent').selectAll().executeTakeFirstOrThrow()
}

/** A receipt that is printed. `frozen_at`: when its lines were set. */
export type PrintedReceiptRow = Omit<OpenReceiptRow, 'state' | 'created_at' | 'claimed_at' | 'refusal'> & {
  number: string
  printed_at: Date
  by_agent: boolean
  frozen_at: Date
  /** Whether it says the whole sale, also what had come back before. */
  as_sold: boolean
}

/** A sale comes before its receipt, also where the clocks of shop and database differ. */
async function findPrintedReceipts(db: Kysely<Database>, where: RawBuilder<unknown>): Promise<PrintedReceiptRow[]> {
  const { rows } = await sql<PrintedReceiptRow>`
    select receipts.checkout_id, receipts.number, receipts.printed_at, receipts.by_agent, receipts.lines, receipts.as_sold,
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

/** For queries of orders: what changed their sales since they were made, and what of that came back to the shop. */
const RETURN_EVENTS = sql`(
  select orders.id as order_id, refunds.succeeded_at as moment, refunds.created_at as decided_at, 'returned' as kind,
    refunds.cause, refunds.amount_grosze as grosze, refunds.lines
  from payments join refunds on refunds.payment_id = payments.id
  where payments.order_id = orders.id and refunds.succeeded_at is not null
  union all
  select orders.id, refunds.failed_at, refunds.created_at, 'came back', refunds.cause, refunds.amount_grosze, refunds.lines
  from payments join refunds on refunds.payment_id = payments.id
  where payments.order_id = orders.id and refunds.succeeded_at is not null and refunds.failed_at is not null
  union all
  select orders.id, paid_at, paid_at, 'paid twice', null, amount_grosze, null
  from payments
  where payments.order_id = orders.id and paid_at is not null and not is_addition and exists (
    select from payments as earlier where earlier.order_id = orders.id and not earlier.is_addition
      and (earlier.paid_at, earlier.attempt) < (payments.paid_at, payments.attempt))
  union all
  select orders.id, disputes.closed_at, disputes.closed_at, 'returned', disputes.cause, disputes.amount_grosze, disputes.lines
  from payments join disputes on disputes.payment_id = payments.id
  where payments.order_id = orders.id and (disputes.status = 'lost' or won_back_at is not null)
  union all
  select orders.id, won_back_at, disputes.closed_at, 'won back', disputes.cause, disputes.amount_grosze, disputes.lines
  from payments join disputes on disputes.payment_id = payments.id
  where payments.order_id = orders.id and won_back_at is not null
  union all
  select orders.id, transfers.created_at, transfers.created_at, 'returned', cause, amount_grosze, lines
  from transfers where transfers.order_id = orders.id
  union all
  select orders.id, moment, moment, cause, case cause when 'amended' then 'change' else 'not_collected' end,
    case when cause = 'amended' and kind = 'sold' then -grosze else grosze end, (
      select jsonb_agg(jsonb_build_object('rate', rate, 'grosze', gross_grosze)) from sale_lines
      where sale_lines.order_id = orders.id)
  from money_movements where money_movements.order_id = orders.id and orders.payment <> 'prepaid'
    and cause in ('cancelled', 'restored', 'amended')
  union all
  select orders.id, created_at, created_at, 'amended', 'change', -difference_grosze, (
      select jsonb_agg(jsonb_build_object('rate', rate, 'grosze', gross_grosze)) from sale_lines
      where sale_lines.order_id = orders.id)
  from order_amendments
  where order_amendments.order_id = orders.id and orders.payment = 'prepaid' and difference_grosze > 0
)`

/** Receipts of whose sales something came back between two days, each with all events of its sale. */
export async function findReturnedReceipts(
  db: Kysely<Database>,
  { from, to }: { from: Day; to: Day },
): Promise<(PrintedReceiptRow & { events: ReturnEvent[] })[]> {
  const receipts = await findPrintedReceipts(
    db,
    sql`(receipts.checkout_id in (
        select moved.checkout_id from money_movements join orders on orders.id = money_movements.order_id
        join receipts as moved on moved.checkout_id = orders.checkout_id
        where moment >= ${dayBegins(from)} and moment < ${dayBegins(to)}
          and (kind <> 'sold' or moment > coalesce(moved.claimed_at, moved.printed_at)))
      or (receipts.as_sold and receipts.printed_at >= ${dayBegins(from)} and receipts.printed_at < ${dayBegins(to)}))`,
  )
  if (receipts.length === 0) return []
  const { rows } = await sql<ReturnEvent & { checkout_id: string }>`
    select orders.checkout_id, events.*, orders.total_grosze - coalesce((
      select sum(difference_grosze) from order_amendments where order_amendments.order_id = orders.id), 0)::bigint
      as sold_grosze
    from orders, lateral ${RETURN_EVENTS} as events
    where orders.checkout_id = any(${receipts.map(({ checkout_id }) => checkout_id)})
    order by moment, cause, grosze, order_id`.execute(db)
  const eventsOf = Map.groupBy(rows, ({ checkout_id }) => checkout_id)
  return receipts.map((receipt) => ({ ...receipt, events: eventsOf.get(receipt.checkout_id) ?? [] }))
}
