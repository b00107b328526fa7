import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { type Day, readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { numberEqualKeys } from '#domain/kernel/lists/number-equal-keys.ts'
import { dayBegins } from '#domain/money/movement-queries.server.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import { subtractSums, sumByRate } from '#domain/papers/vat.ts'
import {
  findReturnedReceipts,
  listReceiptsBetween,
  type PrintedReceiptRow,
} from '#domain/till/receipt-queries.server.ts'
import { listReturns } from '#domain/till/return-register.ts'
import { type Month, nextMonth, shiftMonth } from './month.ts'
import type { MonthDocument, MonthReport } from './month-report.ts'

export async function findClosedMonth(db: Kysely<Database>, month: Month) {
  return db
    .selectFrom('closed_months')
    .select(['report', 'documents', 'payouts', 'closed_at as closedAt'])
    .where('month', '=', month)
    .executeTakeFirst()
}

/** The last month that was closed; null: none. */
export async function findLastClosed(db: Kysely<Database>): Promise<Month | null> {
  const { last } = await db
    .selectFrom('closed_months')
    .select(({ fn }) => fn.max<Month | null>('month').as('last'))
    .executeTakeFirstOrThrow()
  return last
}

/**
 * The documents of an open month: those of its days, and those of closed months that were recorded too late for
 * them. A document is in one closed month at most. What amends a closed month is not in an open one.
 */
export async function listDocuments(db: Kysely<Database>, month: Month): Promise<MonthDocument[]> {
  const first = await findFirstDay(db, month)
  const documents = await listDocumentsBetween(db, first, `${nextMonth(month)}-01`)
  const closed = await listClosedKeys(db, first)
  return documents.filter((document) => !isCounted(document, closed) && !isAmending(document, `${month}-01`))
}

/** The day by which a document belongs to a month. */
const countsOn = ({ kind, day, sold_on, counts_from_sale }: MonthDocument): Day =>
  kind === 'invoice' || counts_from_sale === true ? sold_on : day

/**
 * Whether a closed month has counted a document. What was issued or printed anew since then, on a later day, is of that
 * day: the month before is without it.
 */
function isCounted(document: MonthDocument, closed: ReadonlyMap<string, Month>): boolean {
  const month = closed.get(document.key)
  return month !== undefined && month >= countsOn(document).slice(0, 7)
}

/** Whether a document belongs to a month before this day although that is closed. */
const isAmending = ({ sold_on, counts_from_sale }: MonthDocument, before: Day) =>
  counts_from_sale === true && sold_on < before

/**
 * A closed month as it is now: its documents in their present state with those that amend it, and receipts and invoices
 * of its days that were recorded too late for it.
 */
export async function listAmendedDocuments(db: Kysely<Database>, month: Month, declared: readonly MonthDocument[]) {
  const { first_month } = await db
    .selectFrom('closed_months')
    .select(({ fn }) => fn.min<Month>('month').as('first_month'))
    .executeTakeFirstOrThrow()
  const [begin, next]: [Day, Day] = [`${month}-01`, `${nextMonth(month)}-01`]
  const first: Day = `${first_month}-01`
  const known = new Set(declared.map(({ key }) => key))
  const closed = await listClosedKeys(db, first)
  const all = await listDocumentsBetween(db, first, next)
  const unknown = all.filter((document) => !known.has(document.key) && !isCounted(document, closed))
  const amending = unknown.filter((document) => isAmending(document, next) && !isAmending(document, begin))
  const isSale = ({ kind }: MonthDocument) => kind === 'receipt' || kind === 'invoice'
  return {
    documents: [...all.filter(({ key }) => known.has(key)), ...amending],
    later: unknown.filter(
      (document) => !amending.includes(document) && isSale(document) && countsOn(document) >= begin,
    ),
  }
}

async function listDocumentsBetween(db: Kysely<Database>, first: Day, next: Day): Promise<MonthDocument[]> {
  const [invoices, receipts, returns] = await Promise.all([
    listIssued(db, first, next),
    listReceiptsBetween(db, first, next),
    findReturnedReceipts(db, { from: first, to: next }),
  ])
  return [
    ...invoices,
    ...receipts.map(toReceipt),
    ...returns.flatMap(toReturns).filter(({ day }) => day >= first && day < next),
  ]
}

/** The month as it was last declared, and when. Undefined: it is open. */
export async function findDeclaredMonth(db: Kysely<Database>, month: Month) {
  const closed = await findClosedMonth(db, month)
  const amended = await db
    .selectFrom('month_amendments')
    .select(['documents', 'noted', 'created_at as closedAt'])
    .where('month', '=', month)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return closed && { noted: [], ...closed, ...amended }
}

/** Whether a closed month was declared more than once. */
export async function isAmended(db: Kysely<Database>, month: Month): Promise<boolean> {
  const row = await db.selectFrom('month_amendments').select('month').where('month', '=', month).executeTakeFirst()
  return row !== undefined
}

/** Closed months from this one on, the latest first. */
export async function listClosedSince(db: Kysely<Database>, month: Month): Promise<Month[]> {
  const rows = await db
    .selectFrom('closed_months')
    .select('month')
    .where('month', '>=', month)
    .orderBy('month', 'desc')
    .execute()
  return rows.map((row) => row.month)
}

/** What payout files that were read after this moment say of a month. */
export async function listLatePayouts(db: Kysely<Database>, month: Month, after: Date) {
  const { rows } = await sql<{ source: 'stripe' | 'inpost'; lines: number; grosze: Grosze }>`
    select source, count(*)::int as lines, sum(gross_grosze)::bigint as grosze from payout_lines
    where day >= ${`${month}-01`}::date and day < ${`${nextMonth(month)}-01`}::date and imported_at > ${after}
    group by source order by source`.execute(db)
  return rows
}

/** The keys of documents in months that are closed, from the one of this day on, with their months. */
async function listClosedKeys(db: Kysely<Database>, first: Day): Promise<ReadonlyMap<string, Month>> {
  const since = first.slice(0, 7)
  const keys = await db.selectFrom('closed_documents').selectAll().where('month', '>=', since).execute()
  return new Map(keys.map(({ key, month }) => [key, month]))
}

const noPapers = { buyer: null, ksef_number: null, has_receipt: false }
const toDay = (moment: Date) => readWarsawClock(moment).day

const toReceipt = (receipt: PrintedReceiptRow): MonthDocument => ({
  ...noPapers,
  key: `receipt:${receipt.checkout_id}`,
  kind: 'receipt',
  number: receipt.number || null,
  day: toDay(receipt.printed_at),
  sold_on: toDay(receipt.sold_at),
  order_number: receipt.order_numbers.join(', '),
  sums: sumByRate(receipt.lines),
  gross_grosze: receipt.gross_grosze,
})

/** What went back of a sale with a receipt, as negative amounts. */
function toReturns(receipt: Awaited<ReturnType<typeof findReturnedReceipts>>[number]): MonthDocument[] {
  const { checkout_id: id, number, order_numbers, printed_at, events } = receipt
  // One answer of the provider may contain two equal refunds.
  const numberKey = numberEqualKeys()
  return listReturns(receipt, events).map(({ moment, gross_grosze, sums }) => ({
    ...noPapers,
    key: numberKey(`return:${id}:${moment.toISOString()}:${gross_grosze}`),
    kind: 'return',
    number: number || null,
    day: toDay(moment),
    sold_on: toDay(printed_at),
    order_number: order_numbers.join(', '),
    sums: subtractSums([], sums),
    gross_grosze: -gross_grosze,
  }))
}

/** The first day whose documents may belong to a month: where the month before is closed, that of the first closed one. */
async function findFirstDay(db: Kysely<Database>, month: Month): Promise<Day> {
  const { rows } = await sql<{ first: Month | null }>`
    select min(month) as first from closed_months
    where exists (select from closed_months where month = ${shiftMonth(month, -1)})`.execute(db)
  return `${rows[0]?.first ?? month}-01`
}

/** For queries of `invoices`: the day of the sale, of most corrections the day of their issue. */
const COUNTS_ON = sql<Day>`content ->> case
  when corrects_id is null or content -> 'corrected' -> 'counts_from_sale' = 'true' then 'sold_on' else 'issued_on' end`

/** Invoices and corrections by the day on which they count. */
async function listIssued(db: Kysely<Database>, first: Day, next: Day): Promise<MonthDocument[]> {
  type Issued = { id: string; content: Invoice; is_replacing: boolean } & Pick<
    MonthDocument,
    'ksef_number' | 'awaits_ksef'
  >
  const { rows } = await sql<Issued>`
    select id, content, replaces_id is not null as is_replacing, ksef_number, invoice_id is not null and ksef_number is null as awaits_ksef
    from invoices left join ksef_invoices on invoice_id = id
    where ${COUNTS_ON} >= ${first} and ${COUNTS_ON} < ${next}
      and coalesce(written_at, issued_at) >= ${dayBegins(first)}
    order by number`.execute(db)
  return rows.map(({ id, content, is_replacing, ksef_number, awaits_ksef }) => ({
    key: `invoice:${id}`,
    kind: content.corrected === null ? 'invoice' : 'correction',
    number: content.number,
    day: content.issued_on,
    sold_on: content.sold_on,
    order_number: content.order_numbers.join(', '),
    buyer: { name: content.buyer.name, nip: content.buyer.kind === 'company' ? content.buyer.nip : null },
    sums: content.sums,
    gross_grosze: content.gross_grosze,
    ksef_number,
    awaits_ksef,
    has_receipt: content.has_receipt,
    ...((is_replacing || content.corrected?.counts_from_sale) && { counts_from_sale: true }),
  }))
}

/**
 * Sales of the month that do not agree with their papers, oldest first. Money that came since a receipt, which the
 * register of returns cannot hold, is listed in the month in which it came: the month of the sale may be closed.
 */
export async function listDisagreements(db: Kysely<Database>, month: Month): Promise<MonthReport['problems']> {
  const [begin, end] = [dayBegins(`${month}-01`), dayBegins(`${nextMonth(month)}-01`)]
  const { rows } = await sql<MonthReport['problems'][number]>`
    with wrong as (
      select checkouts.id as checkout_id, sales.sold_at, sales.kept_grosze - papers.grosze as grosze,
        case when papers.count = 0 then 'no_invoice' else 'invoice_differs' end as problem
      from checkouts join sales on sales.checkout_id = checkouts.id
      cross join lateral (
        select count(*)::int as count, coalesce(sum(gross_grosze), 0)::bigint as grosze
        from invoices where invoices.checkout_id = checkouts.id) as papers
      where (checkouts.company is not null or checkouts.invoice_person is not null)
        and checkouts.created_at >= ${begin} - interval '60 days' and checkouts.created_at < ${end}
        and sales.kept_grosze <> papers.grosze and (not sales.is_cancelled or papers.count > 0)
        and sold_at >= ${begin} and sold_at < ${end}
      union all
      select receipts.checkout_id, sales.sold_at, sales.kept_grosze,
        case receipts.state when 'unclear' then 'unclear_receipt' else 'no_receipt' end
      from receipts cross join lateral (
        select * from sales where sales.checkout_id = receipts.checkout_id offset 0) as sales
      where receipts.state <> 'printed' and receipts.created_at >= ${begin} and receipts.created_at < ${end}
        and sales.company is null and not sales.is_cancelled and sales.kept_grosze > 0
        and not exists (select from invoices where invoices.checkout_id = receipts.checkout_id)
        and sold_at >= ${begin} and sold_at < ${end}
      union all
      select receipts.checkout_id, sales.sold_at, least(sales.kept_grosze, wanted.grosze) - receipts.gross_grosze,
        'receipt_differs'
      from receipts cross join lateral (
        select * from sales where sales.checkout_id = receipts.checkout_id offset 0) as sales
      cross join lateral (
        select coalesce(sum(total_grosze), 0)::bigint as grosze from orders
        where orders.checkout_id = receipts.checkout_id and status <> 'cancelled') as wanted
      where receipts.state = 'printed' and least(sales.kept_grosze, wanted.grosze) > receipts.gross_grosze
        and receipts.checkout_id in (
          select printed.checkout_id from money_movements join orders on orders.id = money_movements.order_id
          join receipts as printed on printed.checkout_id = orders.checkout_id
          where moment >= ${begin} and moment < ${end} and moment > coalesce(printed.claimed_at, printed.printed_at)
            and (kind = 'sold' or cause in ('refund came back', 'dispute won back')))
      union all
      select checkout_id, issued_at, gross_grosze, 'awaits_ksef'
      from invoices join ksef_invoices on ksef_invoices.invoice_id = invoices.id
      where ksef_number is null and ${COUNTS_ON} >= ${`${month}-01`} and ${COUNTS_ON} < ${`${nextMonth(month)}-01`}
        and issued_at >= ${begin}
    )
    select problem, head.id as order_id, head.number as order_number, grosze::float8 as grosze
    from wrong cross join lateral (
      select id, number from orders where orders.checkout_id = wrong.checkout_id order by id limit 1) as head
    order by sold_at, head.id`.execute(db)
  return rows
}

/** What marketplaces sold in a month and paper themselves, so that no document here has it: less what was undone. */
export async function sumPaperedElsewhere(db: Kysely<Database>, month: Month) {
  const { rows } = await sql<{ orders: number; grosze: Grosze }>`
    select count(distinct orders.id)::int as orders,
      coalesce(sum(case kind when 'sold' then grosze else -grosze end), 0)::bigint as grosze
    from money_movements join orders on orders.id = money_movements.order_id
    join checkouts on checkouts.id = orders.checkout_id
    where moment >= ${dayBegins(`${month}-01`)} and moment < ${dayBegins(`${nextMonth(month)}-01`)}
      and orders.payment = 'elsewhere' and checkouts.papers_elsewhere`.execute(db)
  return rows[0] ?? { orders: 0, grosze: 0 }
}
