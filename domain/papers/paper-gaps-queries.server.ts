import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Whether the shop ever issued an invoice to a company. */
export async function hasInvoicedCompany(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`select from invoices where content -> 'buyer' ->> 'kind' = 'company' limit 1`.execute(db)
  return rows.length > 0
}

/** Invoices that KSeF refused, and those written before `moment` that have no number there. */
export async function countStuckInvoices(
  db: Kysely<Database>,
  moment: Date,
): Promise<{ refused: number; waiting: number }> {
  const { rows } = await sql<{ refused: number; waiting: number }>`
    select count(*) filter (where state = 'refused')::int as refused,
      count(*) filter (where state <> 'refused' and written_at < ${moment})::int as waiting
    from ksef_invoices where state <> 'accepted'`.execute(db)
  return rows[0] ?? { refused: 0, waiting: 0 }
}

/** A sale to a company without its invoice, with the first of its orders. */
export type UninvoicedSale = { order_id: string; order_number: string; sold_at: Date }

/** Sales to companies of before `moment` without an invoice, oldest first. */
export async function listUninvoicedCompanies(
  db: Kysely<Database>,
  moment: Date,
  most: number,
): Promise<UninvoicedSale[]> {
  // Sale by sale, so that only those without an invoice are counted.
  const { rows } = await sql<UninvoicedSale>`
    select first.id as order_id, first.number as order_number, sales.sold_at
    from checkouts
    cross join lateral (select * from sales where sales.checkout_id = checkouts.id offset 0) as sales
    cross join lateral (
      select id, number from orders where orders.checkout_id = checkouts.id order by id limit 1) as first
    where checkouts.company is not null and not exists (
        select from invoices where invoices.checkout_id = checkouts.id)
      and sales.sold_at < ${moment} and not sales.is_cancelled and sales.kept_grosze > 0
    order by sales.sold_at, checkouts.id limit ${most}`.execute(db)
  return rows
}
