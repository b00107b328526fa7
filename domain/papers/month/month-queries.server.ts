import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import { dayBegins } from '#domain/money/movement-queries.server.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
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
 * The documents of an open month: those of its days, and those of closed months that were recorded too late for them. A
 * document is in one closed month at most.
 */
export async function listDocuments(db: Kysely<Database>, month: Month): Promise<MonthDocument[]> {
  const invoices = await listInvoices(db, await findFirstDay(db, month), `${nextMonth(month)}-01`)
  return invoices
}

/** The first day whose documents may belong to a month: where the month before is closed, that of the first closed one. */
async function findFirstDay(db: Kysely<Database>, month: Month): Promise<Day> {
  const { rows } = await sql<{ first: Month | null }>`
    select min(month) as first from closed_months
    where exists (select from closed_months where month = ${shiftMonth(month, -1)})`.execute(db)
  return `${rows[0]?.first ?? month}-01`
}

/** Invoices by the day of the sale, corrections by the day of their issue. */
async function listInvoices(db: Kysely<Database>, first: Day, next: Day): Promise<MonthDocument[]> {
  const { rows } = await sql<{ id: string; content: Invoice }>`
    select id, content from invoices
    where content ->> case when corrects_id is null then 'sold_on' else 'issued_on' end >= ${first}
      and content ->> case when corrects_id is null then 'sold_on' else 'issued_on' end < ${next}
      and issued_at >= ${dayBegins(first)}
      and not exists (select from closed_documents where key = 'invoice:' || invoices.id)
    order by number`.execute(db)
  return rows.map(({ id, content }) => ({
    key: `invoice:${id}`,
    kind: content.corrected === null ? 'invoice' : 'correction',
    number: content.number,
    day: content.issued_on,
    sold_on: content.sold_on,
    order_number: content.order_numbers.join(', '),
    buyer: { name: content.buyer.name, nip: content.buyer.kind === 'company' ? content.buyer.nip : null },
    sums: content.sums,
    gross_grosze: content.gross_grosze,
    ksef_number: null,
    has_receipt: content.has_receipt,
  }))
}

/** Sales of the month that do not agree with their papers, oldest first. */
export async function listDisagreements(db: Kysely<Database>, month: Month): Promise<MonthReport['problems']> {
  const [first, next] = [`${month}-01`, `${nextMonth(month)}-01`]
  const { rows } = await sql<MonthReport['problems'][number]>`
    select case when papers.count = 0 then 'no_invoice' else 'invoice_differs' end as problem,
      head.id as order_id, head.number as order_number, sales.kept_grosze - papers.grosze as grosze
    from checkouts join sales on sales.checkout_id = checkouts.id
    cross join lateral (
      select count(*)::int as count, coalesce(sum(gross_grosze), 0)::bigint as grosze
      from invoices where invoices.checkout_id = checkouts.id) as papers
    cross join lateral (
      select id, number from orders where orders.checkout_id = checkouts.id order by id limit 1) as head
    where (checkouts.company is not null or checkouts.invoice_person is not null)
      and checkouts.created_at >= ${dayBegins(first)} - interval '60 days' and checkouts.created_at < ${dayBegins(next)}
      and sales.sold_at >= ${dayBegins(first)} and sales.sold_at < ${dayBegins(next)}
      and sales.kept_grosze <> papers.grosze and (not sales.is_cancelled or papers.count > 0)
    order by checkouts.created_at`.execute(db)
  return rows
}
