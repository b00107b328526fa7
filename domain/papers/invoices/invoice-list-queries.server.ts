import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { countPages } from '#domain/kernel/lists/paging.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { InvoiceFilters } from './invoice-list.ts'

/** Of one defect many sales may suffer; they are mended one after another. */
const MOST_UNISSUED = 100

/** What the filters match: number, NIP, name of the buyer or number of an order. */
function matching({ search, kind, month }: Omit<InvoiceFilters, 'page'>) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const digits = search.replaceAll(/[\s-]/g, '')
  return sql`from invoices left join ksef_invoices on ksef_invoices.invoice_id = invoices.id
    where (${search} = '' or number ilike ${pattern} or content -> 'buyer' ->> 'name' ilike ${pattern}
        or content -> 'buyer' ->> 'nip' = ${digits} or content -> 'order_numbers' @> to_jsonb(lower(${search})))
      and (${month} = '' or content ->> 'issued_on' like ${month} || '-%')
      and (${kind} = 'all' or (corrects_id is null) = (${kind} = 'invoice'))`
}

const listed = sql`
  invoices.id, number, content ->> 'issued_on' as issued_on, content -> 'corrected' ->> 'number' as corrects,
  (select replaced.number from invoices as replaced where replaced.id = invoices.replaces_id) as replaces,
  content -> 'buyer' ->> 'name' as buyer, content -> 'buyer' ->> 'nip' as nip, gross_grosze::float8 as gross_grosze,
  (select orders.id from orders where orders.checkout_id = invoices.checkout_id order by orders.id limit 1) as order_id,
  content -> 'order_numbers' ->> 0 as order_number, ksef_invoices.state as ksef, ksef_number,
  upo is not null as has_upo, problem`

export type ListedInvoice = {
  id: string
  number: string
  issued_on: Day
  /** The number of the invoice that it corrects. */
  corrects: string | null
  /** The number of the invoice with a wrong NIP in whose place it is. */
  replaces: string | null
  buyer: string
  nip: string | null
  gross_grosze: Grosze
  order_id: string
  order_number: string
  /** Null: it does not go to KSeF. */
  ksef: Selectable<Database['ksef_invoices']>['state'] | null
  ksef_number: string | null
  /** Whether the official receipt of KSeF is there. */
  has_upo: boolean
  problem: string | null
}

/** A page of papers, newest first. A number beyond the end means the last page. */
export async function listInvoices(db: Kysely<Database>, { page: wanted, ...filters }: InvoiceFilters) {
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${matching(filters)}`.execute(db)
  const total = counted[0]?.total ?? 0
  const pageSize = PAGE_SIZES.adminInvoices
  const page = Math.min(wanted, countPages(total, pageSize))
  const { rows } = await sql<ListedInvoice>`
    select ${listed} ${matching(filters)}
    order by issued_at desc, number desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return { items: rows, total, page, pageSize, unissued: await listUnissued(db, filters.search) }
}
export type InvoiceList = Awaited<ReturnType<typeof listInvoices>>

type UnissuedRow = {
  order_id: string
  order_number: string
  buyer: string
  since: Date
  mistakes: Selectable<Database['invoice_problems']>['mistakes']
}

/** Sales whose paper cannot be issued as they are, oldest first, with the first of their orders. */
export async function listUnissued(db: Kysely<Database>, search: string) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<UnissuedRow>`
    select first.id as order_id, first.number as order_number, since, mistakes,
      coalesce(checkouts.company ->> 'name', checkouts.invoice_person ->> 'name', '') as buyer
    from invoice_problems
    join checkouts on checkouts.id = invoice_problems.checkout_id
    cross join lateral (
      select id, number from orders where orders.checkout_id = checkouts.id order by id limit 1) as first
    where ${search} = '' or checkouts.company ->> 'name' ilike ${pattern}
      or checkouts.company ->> 'nip' = ${search.replaceAll(/[\s-]/g, '')}
      or exists (select from orders where orders.checkout_id = checkouts.id and number = lower(${search}))
    order by since, first.id limit ${MOST_UNISSUED}`.execute(db)
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }))
}
export type UnissuedInvoice = Awaited<ReturnType<typeof listUnissued>>[number]

/** All papers that the filters match, in the order of their numbers. */
export async function listAllInvoices(db: Kysely<Database>, filters: Omit<InvoiceFilters, 'page'>) {
  const { rows } = await sql<ListedInvoice>`select ${listed} ${matching(filters)} order by number`.execute(db)
  return rows
}

/** The papers of a customer's own order. Undefined when it is not theirs. */
export async function listOwnInvoices(db: Kysely<Database>, { orderId, userId }: { orderId: string; userId: string }) {
  if (!isUuid(orderId)) return undefined
  const order = await db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!order) return undefined
  return { checkoutId: order.checkout_id, invoices: await listInvoicesOf(db, order.checkout_id) }
}

/** For queries of `invoices` with `ksef_invoices`: whether the buyer has it. By law it is issued when KSeF takes it. */
const IS_HANDED_OVER = sql<boolean>`(
  ksef_invoices.invoice_id is null or ksef_invoices.state = 'accepted' or ksef_invoices.offline)`

/** The papers of a sale that its buyer has, by their numbers, oldest first. */
export function listInvoicesOf(db: Kysely<Database>, checkoutId: string): Promise<{ id: string; number: string }[]> {
  return db
    .selectFrom('invoices')
    .leftJoin('ksef_invoices', 'ksef_invoices.invoice_id', 'invoices.id')
    .select(['invoices.id', 'number'])
    .where('checkout_id', '=', checkoutId)
    .where(IS_HANDED_OVER)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
}

/** Whether an invoice is of a customer's own order, and theirs already. */
export async function isOwnInvoice(db: Kysely<Database>, { id, userId }: { id: string; userId: string }) {
  if (!isUuid(id)) return false
  const own = await db
    .selectFrom('invoices')
    .innerJoin('checkouts', 'checkouts.id', 'invoices.checkout_id')
    .leftJoin('ksef_invoices', 'ksef_invoices.invoice_id', 'invoices.id')
    .select('invoices.id')
    .where('invoices.id', '=', id)
    .where(IS_HANDED_OVER)
    .where('checkouts.user_id', '=', userId)
    .executeTakeFirst()
  return own !== undefined
}
