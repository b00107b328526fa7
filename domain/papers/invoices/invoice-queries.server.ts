import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import type { PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { fitLines } from '#domain/money/allocate.ts'
import { readOrderStates } from '#domain/money/allocation-queries.server.ts'
import type { Company } from '#domain/papers/company.ts'
import type { Invoice, InvoiceLine } from '#domain/papers/invoice.ts'
import { type InvoicePerson, refuseToAsk } from '#domain/papers/invoices/person-invoice.ts'
import type { SaleMovement } from './plan-invoice.ts'

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

/** For queries of `checkouts`: whether the last paper of its living invoice has another buyer than wanted by now. */
const HAS_OTHER_BUYER = sql<boolean>`(
  checkouts.buyer_mended_at is not null and sales.kept_grosze > 0 and coalesce(checkouts.company, checkouts.invoice_person) <> (
    select (content -> 'buyer') - 'kind' from invoices where invoices.checkout_id = checkouts.id
    order by issued_at desc, number desc limit 1))`

/**
 * Checkouts of the last days whose invoices do not add up to what the shop keeps, or whose pieces were changed since the
 * last of them, or whose buyer was mended, oldest first; and those whose paper could not be issued before.
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
              select max(issued_at) from invoices where invoices.checkout_id = checkouts.id))
        or ${HAS_OTHER_BUYER})
      and (not sales.is_cancelled or exists (select from invoices where invoices.checkout_id = checkouts.id))
      or checkouts.id in (select checkout_id from invoice_problems)
    order by checkouts.created_at`.execute(db)
  return rows.map(({ id }) => id)
}

export type InvoicedSale = {
  email: string
  payment: PaymentWay
  company: Company | null
  person: InvoicePerson | null
  /** Whether company or person was changed after the order. */
  isMended: boolean
  isCancelled: boolean
  keptGrosze: Grosze
  soldOn: Day | null
  orderedOn: Day
  orderNumbers: string[]
}

/** Facts of a sale for its invoice. Undefined when there is no such checkout. */
export async function findSale(db: Kysely<Database>, checkoutId: string): Promise<InvoicedSale | undefined> {
  const { rows } = await sql<InvoicedSale>`
    select payment, company, invoice_person as person,
      (select buyer_mended_at is not null from checkouts where id = sales.checkout_id) as "isMended", is_cancelled as "isCancelled", kept_grosze as "keptGrosze",
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

/** The name of a line for what the shop keeps of the price of pieces that came back. */
const labelKept = (name: string) => `Zatrzymana część ceny: ${name}`

/**
 * The lines of a sale as they stand after all that went back, adding up to what the shop keeps: the goods, what it
 * keeps of returned ones, and the delivery, which the orders of a parcel share and which has one rate. Goods whose whole
 * price went back while they stayed with the buyer keep their pieces, unless nothing is left of the order.
 */
export async function listKeptLines(db: Kysely<Database>, checkoutId: string): Promise<InvoiceLine[]> {
  const states = await readOrderStates(db, { checkoutId }, 'effective')
  const kept = await db
    .selectFrom('kept_orders')
    .select(['order_id', 'kept_grosze'])
    .where('checkout_id', '=', checkoutId)
    .execute()
  const rows = await db
    .selectFrom('sale_lines')
    .leftJoin('products', 'products.id', 'sale_lines.product_id')
    .select(['item_id', 'order_id', 'sale_lines.name', 'rate', 'product_code', 'gross_grosze'])
    .where('checkout_id', '=', checkoutId)
    .execute()
  const lines = states.flatMap(({ orderId, isCancelled, lines: left }) => {
    const known = kept.find(({ order_id }) => order_id === orderId)?.kept_grosze ?? 0
    return fitLines(left, known).flatMap((line) => {
      const row = rows.find(({ order_id, item_id }) => order_id === orderId && item_id === line.item_id)
      if (!row) return []
      const isWithBuyer = known > 0 && !isCancelled && line.pieces > 0 && row.gross_grosze > 0
      return [{ ...line, name: row.name, code: row.product_code ?? '', rate: row.rate, isWithBuyer }]
    })
  })
  const goods = lines.filter(({ item_id }) => item_id !== null)
  const deliveries = lines.filter(({ item_id }) => item_id === null)
  const delivery = deliveries.reduce((sum, { grosze }) => sum + grosze, 0)
  return [
    ...goods
      .filter(({ grosze, isWithBuyer }) => grosze > 0 || isWithBuyer)
      .map(({ name, code, rate, pieces, grosze }) => ({
        ...{ name, code, rate, quantity: pieces, gross_grosze: grosze },
        unit: 'szt.' as const,
      })),
    ...goods.map(({ name, rate, kept_grosze }) => ({
      ...{ name: labelKept(name), code: '', rate, quantity: 1, gross_grosze: kept_grosze },
      unit: 'usł.' as const,
    })),
    ...deliveries.slice(0, 1).map(({ name, code, rate }) => ({
      ...{ name, code, rate, quantity: 1, gross_grosze: delivery },
      unit: 'usł.' as const,
    })),
  ].filter(({ gross_grosze, unit }) => gross_grosze > 0 || unit === 'szt.')
}

/**
 * What has changed a sale since it was made, oldest first: money that went back, changes of its pieces, and orders on
 * delivery that were cancelled, after the parcel had left because nobody took it.
 */
export async function listSaleMovements(db: Kysely<Database>, checkoutId: string): Promise<SaleMovement[]> {
  const { rows } = await sql<SaleMovement>`
    select key, cause, effective_at as moment from sale_reductions join orders on orders.id = sale_reductions.order_id
    where orders.checkout_id = ${checkoutId} and is_effective and lines is distinct from '[]'::jsonb
      and cause is distinct from 'change' and cause is distinct from 'overpayment'
    union all
    select 'change:' || id, 'change', created_at from order_changes
    where checkout_id = ${checkoutId} and lines @> '[{"field": "pieces"}]'
    union all
    select 'cancelled:' || cancelled.id, case when exists (
        select from order_events as sent where sent.order_id = cancelled.order_id and sent.subject = 'shipment'
          and sent.to_status in ('shipped', 'delivered') and sent.id < cancelled.id)
      then 'not_collected' else 'cancellation' end, cancelled.created_at
    from orders cross join lateral (
      select * from order_events where order_events.order_id = orders.id and subject = 'order' and to_status = 'cancelled'
      order by id desc limit 1) as cancelled
    where orders.checkout_id = ${checkoutId} and orders.status = 'cancelled' and orders.payment <> 'prepaid'
    order by moment, key`.execute(db)
  return rows
}

/** The papers of a sale, oldest first. */
export function listPapers(db: Kysely<Database>, checkoutId: string) {
  return db
    .selectFrom('invoices')
    .select(['id', 'number', 'corrects_id', 'replaces_id', 'content', 'gross_grosze', 'issued_at', 'movements'])
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
