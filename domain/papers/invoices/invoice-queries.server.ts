import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import type { PaymentMethod } from '#domain/kernel/shipping-method.ts'
import { shareOfPieces } from '#domain/kernel/split-grosze.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import type { Company } from '#domain/papers/company.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import { type InvoicePerson, refuseToAsk } from '#domain/papers/invoices/person-invoice.ts'
import type { VatRate } from '#domain/papers/vat.ts'
import type { SoldLine } from './plan-invoice.ts'

/** For queries of `checkouts`: whether somebody asked for an invoice. */
const IS_WANTED = sql<boolean>`(checkouts.company is not null or checkouts.invoice_person is not null)`

/** Whether one of these orders has an invoice or lacks one. */
export async function isInvoiceWanted(db: Kysely<Database>, orderIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    select exists (
      select from orders join checkouts on checkouts.id = orders.checkout_id
      where orders.id = any(${orderIds}::uuid[]) and ${IS_WANTED}) as wanted`.execute(db)
  return rows[0]?.wanted === true
}

/**
 * Checkouts of the last days whose invoices do not add up to what the shop keeps, or whose pieces were changed since the
 * last of them, oldest first.
 */
export async function listUninvoiced(db: Kysely<Database>, days: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select checkouts.id from checkouts join sales on sales.checkout_id = checkouts.id
    where ${IS_WANTED} and checkouts.created_at > now() - make_interval(days => ${days})
      and sales.sold_at is not null
      and (sales.kept_grosze is distinct from (
          select coalesce(sum(gross_grosze), 0) from invoices where invoices.checkout_id = checkouts.id)
        or exists (
          select from order_changes where order_changes.checkout_id = checkouts.id
            and order_changes.lines @> '[{"field": "pieces"}]'
            and order_changes.created_at > (
              select max(issued_at) from invoices where invoices.checkout_id = checkouts.id)))
      and (not sales.is_cancelled or exists (select from invoices where invoices.checkout_id = checkouts.id))
    order by checkouts.created_at`.execute(db)
  return rows.map(({ id }) => id)
}

export type InvoicedSale = {
  email: string
  payment: PaymentMethod
  company: Company | null
  person: InvoicePerson | null
  isCancelled: boolean
  keptGrosze: Grosze
  soldOn: Day | null
  orderedOn: Day
  orderNumbers: string[]
}

/** Facts of a sale for its invoice. Undefined when there is no such checkout. */
export async function findSale(db: Kysely<Database>, checkoutId: string): Promise<InvoicedSale | undefined> {
  const { rows } = await sql<InvoicedSale>`
    select payment, company, invoice_person as person, is_cancelled as "isCancelled", kept_grosze as "keptGrosze",
      to_char(sold_at at time zone 'Europe/Warsaw', 'YYYY-MM-DD') as "soldOn",
      to_char(ordered_at at time zone 'Europe/Warsaw', 'YYYY-MM-DD') as "orderedOn",
      (select array_agg(number order by id) from orders where orders.checkout_id = sales.checkout_id) as "orderNumbers",
      (select min(email) from orders where orders.checkout_id = sales.checkout_id) as email
    from sales where checkout_id = ${checkoutId}`.execute(db)
  return rows[0]
}

/** Whether a person may ask for the invoice of a sale on this day. */
export async function mayAskInvoice(db: Kysely<Database>, checkoutId: string, today: Day): Promise<boolean> {
  return refuseToAsk(await findSale(db, checkoutId), today) === null
}

type StoredLine = {
  item_id: string | null
  name: string
  code: string
  quantity: number
  gross_grosze: Grosze
  rate: VatRate
  unit_price_grosze: Grosze | null
  discount_grosze: Grosze | null
  returned: number
  lowered_grosze: Grosze
  /** Whether the shop keeps money of its order, which may be cancelled while others of its parcel are not. */
  is_kept: boolean
}

/**
 * The lines of a sale with what came back of them: pieces of settled cases that did not reduce their order. An order
 * that the shop keeps nothing of is gone with its part of the delivery.
 */
export async function listSoldLines(db: Kysely<Database>, checkoutId: string): Promise<SoldLine[]> {
  const { rows } = await sql<StoredLine>`
    select sale_lines.item_id, sale_lines.name, coalesce(products.product_code, '') as code, sale_lines.quantity,
      sale_lines.gross_grosze, sale_lines.rate, order_items.unit_price_grosze, order_items.discount_grosze,
      coalesce(back.pieces, 0)::int as returned, coalesce(back.lowered, 0)::bigint as lowered_grosze,
      (select coalesce(sum(case kind when 'sold' then grosze else -grosze end), 0) > 0
        from money_movements where money_movements.order_id = sale_lines.order_id) as is_kept
    from sale_lines
    left join order_items on order_items.id = sale_lines.item_id
    left join products on products.id = sale_lines.product_id
    left join lateral (
      select sum(return_items.quantity) filter (where not amended and lowered_grosze = 0) as pieces,
        sum(lowered_grosze) as lowered
      from return_items join return_cases on return_cases.id = return_items.case_id
      where return_items.order_item_id = sale_lines.item_id and return_cases.settled_at is not null
    ) as back on true
    where sale_lines.checkout_id = ${checkoutId}
    order by sale_lines.item_id is null, sale_lines.order_id, sale_lines.item_id`.execute(db)
  const goods = rows
    .filter(({ item_id }) => item_id !== null)
    .map(({ item_id: _, unit_price_grosze, discount_grosze, returned: asked, is_kept, ...line }): SoldLine => {
      const { quantity, gross_grosze } = line
      if (!is_kept) {
        return { ...line, unit: 'szt.', isDelivery: false, returned: quantity, returned_grosze: gross_grosze }
      }
      const returned = Math.min(asked, quantity)
      const worth = returned * (unit_price_grosze ?? 0) - shareOfPieces(discount_grosze ?? 0, returned, quantity)
      return { ...line, unit: 'szt.', isDelivery: false, returned, returned_grosze: worth }
    })
  // The orders of a parcel share its delivery, which has one rate.
  const [first, ...others] = rows.filter(({ item_id, is_kept }) => item_id === null && is_kept)
  if (!first) return goods
  const { name, code, rate } = first
  const gross = others.reduce((sum, { gross_grosze }) => sum + gross_grosze, first.gross_grosze)
  const delivery = { name, code, rate, quantity: 1, unit: 'usł.' as const, gross_grosze: gross, isDelivery: true }
  return [...goods, { ...delivery, returned: 0, returned_grosze: 0, lowered_grosze: 0 }]
}

/** The papers of a sale, oldest first. */
export function listPapers(db: Kysely<Database>, checkoutId: string) {
  return db
    .selectFrom('invoices')
    .select(['id', 'number', 'corrects_id', 'content', 'gross_grosze', 'issued_at'])
    .where('checkout_id', '=', checkoutId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
}

/** An issued paper. Undefined when there is none. */
export async function findInvoice(
  db: Kysely<Database>,
  id: string,
): Promise<{ id: string; checkout_id: string; content: Invoice } | undefined> {
  if (!isUuid(id)) return undefined
  return db.selectFrom('invoices').select(['id', 'checkout_id', 'content']).where('id', '=', id).executeTakeFirst()
}
