import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { BookDifference } from './book-comparison.ts'

/** A refund is made within minutes; the provider may be away for a while. */
const REFUND_WAITS = sql`interval '3 days'`
/** The owner gives the money of a cancelled order back on the same day. */
const CANCELLED_WAITS = sql`interval '1 day'`

/**
 * What does not agree of the orders placed since a moment: their sums, statuses, money, refunds, cases, parcels, and
 * gifts. Each difference once for an order. Earlier builds stored money that went back without its lines
 * (`unexplained`): it may have lowered the sale or not, so neither is a difference.
 */
export async function listOrderDifferences(db: Kysely<Database>, since: Date, now: Date): Promise<BookDifference[]> {
  const { rows } = await sql<BookDifference>`
    with compared as materialized (
      select orders.id, orders.number, orders.payment, orders.status, orders.total_grosze, orders.gift_pieces,
        orders.checkout_id,
        (select coalesce(sum(gross_grosze), 0) from sale_lines where sale_lines.order_id = orders.id) as lines,
        (select coalesce(sum(case kind when 'sold' then grosze else -grosze end), 0) from money_movements
          where money_movements.order_id = orders.id) as money,
        (select coalesce(sum(sum_allocated(sale_reductions.lines)), 0) from sale_reductions
          where sale_reductions.order_id = orders.id and is_effective and sale_reductions.lines is not null
            and cause is distinct from 'change') as reduced,
        (select coalesce(sum(grosze), 0) from sale_reductions
          where sale_reductions.order_id = orders.id and is_effective and sale_reductions.lines is null) as unexplained,
        exists (select from refunds join payments on payments.id = refunds.payment_id
          where payments.order_id = orders.id and refunds.status = 'pending') as is_refunding,
        exists (select from disputes join payments on payments.id = disputes.payment_id
          where payments.order_id = orders.id and disputes.closed_at is null) as is_disputed,
        (select to_status from order_events where order_events.order_id = orders.id and subject = 'order'
          and to_status in ('pending', 'paid', 'completed', 'cancelled') order by id desc limit 1) as last_status,
        (select created_at from order_events where order_events.order_id = orders.id and subject = 'order'
          and to_status = 'cancelled' order by id desc limit 1) as cancelled_at
      from orders where orders.created_at >= ${since}
    )
    select 'order_sum' as kind, id as order_id, number as name, (lines - total_grosze)::bigint as grosze
    from compared where status <> 'cancelled' and lines <> total_grosze
    union all
    select 'order_status', id, number, null from compared
    where status <> coalesce(last_status, 'pending')
    union all
    select 'money_missing', id, number, (total_grosze - reduced - money)::bigint from compared
    where payment = 'prepaid' and status in ('paid', 'completed')
      and money < total_grosze - reduced - unexplained and money >= 0
    union all
    select 'money_over', id, number, (money - (total_grosze - reduced))::bigint from compared
    where payment = 'prepaid' and status in ('paid', 'completed') and not is_refunding
      and money > total_grosze - reduced
    union all
    select 'money_below_zero', id, number, (-money)::bigint from compared where money < 0
    union all
    select 'cancelled_with_money', id, number, money::bigint from compared
    where status = 'cancelled' and payment = 'prepaid' and money > 0 and not is_refunding
      and not is_disputed and cancelled_at < ${now}::timestamptz - ${CANCELLED_WAITS}
    union all
    select 'paid_unmarked', id, number, money::bigint from compared
    where payment = 'prepaid' and status = 'pending' and money > 0
    union all
    select 'sent_unpaid', compared.id, number, total_grosze::bigint
    from compared join shipments on shipments.order_id = compared.id
    where payment = 'prepaid' and compared.status = 'pending' and shipments.status in ('shipped', 'delivered')
    union all
    select 'shipment_status', compared.id, number, null
    from compared join shipments on shipments.order_id = compared.id
    where shipments.status <> 'created' and not exists (
      select from order_events where order_events.order_id = compared.id and subject = 'shipment'
        and to_status = shipments.status)
    union all
    select 'gifts_over', id, number, null from compared
    where gift_pieces > (select coalesce(sum(quantity), 0) from order_items where order_items.order_id = compared.id)
    union all
    select 'refund_over', compared.id, number, (refunded.grosze - payments.amount_grosze)::bigint
    from compared join payments on payments.order_id = compared.id
    cross join lateral (
      select coalesce(sum(amount_grosze), 0)::bigint as grosze from refunds
      where refunds.payment_id = payments.id and refunds.status = 'succeeded') as refunded
    where refunded.grosze > payments.amount_grosze
    union all
    select 'payment_status', compared.id, number, payments.amount_grosze::bigint
    from compared join payments on payments.order_id = compared.id
    cross join lateral (
      select coalesce(sum(grosze) filter (where is_gone), 0) as gone, coalesce(sum(grosze), 0) as begun from (
        select amount_grosze as grosze, status = 'succeeded' as is_gone from refunds
        where refunds.payment_id = payments.id and status <> 'failed'
        union all
        select amount_grosze, true from disputes where disputes.payment_id = payments.id and status = 'lost') as leaving
    ) as returned
    where payments.paid_at is not null and payments.status <> case
      when gone >= amount_grosze then 'refunded' when begun >= amount_grosze then 'refund_pending' else 'paid' end
    union all
    select 'case_unpaid', first.id, first.number, settled_grosze - given.grosze
    from return_cases cross join lateral (
      select coalesce(sum(amount_grosze), 0)::bigint as grosze from (
        select amount_grosze from refunds where return_cases.refund_id in (refunds.id, refunds.follows_id)
        union all
        select amount_grosze from transfers where transfers.case_id = return_cases.id) as every) as given
    cross join lateral (
      select id, number from compared where compared.checkout_id = return_cases.checkout_id order by id limit 1) as first
    where settled_grosze <> given.grosze
    union all
    select 'no_parcel', id, number, null from compared
    where (payment <> 'prepaid' or status <> 'pending') and status <> 'cancelled'
      and not exists (select from shipments where shipments.order_id = compared.id)
    union all
    select 'refund_waiting', compared.id, number, sum(refunds.amount_grosze)::bigint
    from compared join payments on payments.order_id = compared.id join refunds on refunds.payment_id = payments.id
    where refunds.status = 'pending' and refunds.created_at < ${now}::timestamptz - ${REFUND_WAITS}
    group by compared.id, number
    order by name, kind`.execute(db)
  return rows
}

/**
 * Sales of orders placed since a moment that have no row for their receipt and no invoice, sales whose last paper has
 * lines of another sum than all of their papers, and those whose receipt says another sum than its lines, or than what
 * was sold where nothing was changed. Each is named by its first order. Sales before the first receipt are of earlier
 * builds.
 */
export async function listPaperDifferences(db: Kysely<Database>, since: Date): Promise<BookDifference[]> {
  const { rows } = await sql<BookDifference>`
    with bare as materialized (
      select id from checkouts where created_at >= ${since} and company is null
        and not exists (select from receipts where receipts.checkout_id = checkouts.id)
        and not exists (select from invoices where invoices.checkout_id = checkouts.id)
    ), wrong as (
      select 'no_receipt' as kind, bare.id as checkout_id, kept_grosze as grosze
      from bare cross join lateral (select * from sales where sales.checkout_id = bare.id offset 0) as sales
      where sold_at >= (select min(created_at) from receipts) and not is_cancelled and kept_grosze > 0
      union all
      select 'invoice_lines', papers.checkout_id, last.grosze - papers.grosze
      from (
        select checkout_id, sum(gross_grosze)::bigint as grosze from invoices
        where checkout_id in (select id from checkouts where created_at >= ${since}) group by checkout_id) as papers
      cross join lateral (
        select (select coalesce(sum((line ->> 'gross_grosze')::bigint), 0)
          from jsonb_array_elements(content -> 'lines') as line)::bigint as grosze
        from invoices where invoices.checkout_id = papers.checkout_id order by issued_at desc, number desc limit 1) as last
      where last.grosze <> papers.grosze
      union all
      select 'receipt_differs', receipts.checkout_id, receipts.gross_grosze - said.grosze
      from checkouts join receipts on receipts.checkout_id = checkouts.id
      cross join lateral (
        select sum((line ->> 'gross_grosze')::bigint)::bigint as lines, (
          select sum(total_grosze)::bigint from orders where orders.checkout_id = checkouts.id) as sold
        from jsonb_array_elements(receipts.lines) as line) as sums
      cross join lateral (
        select case when sums.lines = receipts.gross_grosze and not exists (
          select from orders where orders.checkout_id = checkouts.id and (
            exists (select from order_amendments where order_amendments.order_id = orders.id)
            or exists (select from order_events where order_events.order_id = orders.id and to_status = 'cancelled')))
          then sums.sold else sums.lines end as grosze) as said
      where checkouts.created_at >= ${since} and receipts.state = 'printed' and as_sold
        and receipts.gross_grosze <> said.grosze
    )
    select kind, first.id as order_id, first.number as name, grosze from wrong cross join lateral (
      select id, number from orders where orders.checkout_id = wrong.checkout_id order by id limit 1) as first
    order by name, kind`.execute(db)
  return rows
}

/** How many orders placed since a moment there are, without cancelled and unpaid ones, and what the shop keeps of them. */
export async function countKeptOrders(db: Kysely<Database>, since: Date): Promise<{ orders: number; grosze: Grosze }> {
  const { rows } = await sql<{ orders: number; grosze: Grosze }>`
    select count(*)::int as orders, coalesce(sum(kept_grosze), 0)::bigint as grosze
    from orders join kept_orders on kept_orders.order_id = orders.id
    where orders.created_at >= ${since} and orders.status <> 'cancelled'
      and (orders.payment <> 'prepaid' or orders.status <> 'pending')`.execute(db)
  return rows[0] ?? { orders: 0, grosze: 0 }
}
