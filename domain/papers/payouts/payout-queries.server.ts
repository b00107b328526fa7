import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { addDays, type Day } from '#domain/kernel/calendar-day.ts'
import { dayBegins } from '#domain/money/movement-queries.server.ts'
import type { PayoutReport } from './payout.ts'

/** Cash on delivery is paid out days after its parcel was sent, so orders of this many days are read. */
const MOST_DAYS_ON_THE_WAY = 60

/** What a parcel collects on delivery, of `orders`. */
const DUE = sql`(
  select coalesce(sum(case kind when 'sold' then grosze else -grosze end), 0)::bigint
  from money_movements join orders as each on each.id = money_movements.order_id
  where each.checkout_id = orders.checkout_id and kind in ('sold', 'undone'))`

/** Parcels paid on delivery that were sent, of orders from this day on and before that one. */
const sentOnDelivery = (from: Day, before: Day): RawBuilder<unknown> => sql`(
  select orders.id as order_id, orders.number, shipments.tracking_number as reference, orders.created_at as since,
    ${DUE} as grosze
  from orders join shipments on shipments.order_id = orders.id
  where orders.payment = 'cash_on_delivery' and shipments.heads_parcel
    and shipments.status in ('shipped', 'delivered')
    and orders.created_at >= ${dayBegins(from)} and orders.created_at < ${dayBegins(before)})`

/**
 * What provider and carrier paid out from `first` until before `next`, and what became known late of a closed
 * month; and how that agrees with the shop's money.
 */
export async function readPayouts(db: Kysely<Database>, first: Day, next: Day): Promise<PayoutReport> {
  const { rows } = await sql<PayoutReport>`
    with line as materialized (
      select * from payout_lines where day >= ${first}::date and day < ${next}::date
      union all
      select * from payout_lines where day < ${first}::date and imported_at > (
        select closed_at from closed_months where month = to_char(${first}::date - 1, 'YYYY-MM'))
    ), known as (
      select line.source, line.reference, line.kind, line.gross_grosze, line.day, coalesce(paid.order_id, sent.order_id) as order_id,
        coalesce(paid.grosze, sent.grosze) as expected
      from line
      left join lateral (
        select order_id, amount_grosze as grosze from payments
        where line.source = 'stripe' and provider_payment_id = line.reference limit 1) as paid on true
      left join lateral (
        select orders.id as order_id, ${DUE} as grosze
        from shipments join orders on orders.id = shipments.order_id
        where line.source = 'inpost' and shipments.tracking_number = line.reference
        order by shipments.heads_parcel desc limit 1) as sent on true
      where line.reference <> ''
    ), differing as (
      select known.order_id, orders.number as order_number, source, expected as expected_grosze,
        sum(gross_grosze)::bigint as paid_grosze
      from known join orders on orders.id = known.order_id
      where kind = 'payment'
      group by known.order_id, orders.number, source, reference, expected
      having sum(gross_grosze) <> expected
    ), on_delivery as (
      select order_id, number as order_number, reference, grosze, since
      from ${sentOnDelivery(addDays(first, -MOST_DAYS_ON_THE_WAY), next)} as sent
      where grosze > 0 and not exists (
        select from payout_lines where source = 'inpost' and payout_lines.reference = sent.reference)
    ), card as (
      select payments.order_id, orders.number as order_number, provider_payment_id as reference,
        amount_grosze as grosze, paid_at as since
      from payments join orders on orders.id = payments.order_id
      where paid_at >= ${dayBegins(first)} and paid_at < ${dayBegins(next)} and not exists (
        select from payout_lines where source = 'stripe' and payout_lines.reference = provider_payment_id)
    )
    select
      (select case when count(*) > 0 then json_build_object(
          'paid_grosze', coalesce(sum(gross_grosze) filter (where kind = 'payment'), 0),
          'returned_grosze', coalesce(sum(gross_grosze) filter (where kind in ('refund', 'dispute')), 0),
          'fees_grosze', coalesce(sum(fee_grosze - case kind when 'fee' then gross_grosze else 0 end), 0),
          'net_grosze', coalesce(sum(gross_grosze - fee_grosze), 0)) end
        from line where source = 'stripe') as stripe,
      (select case when count(*) > 0 then json_build_object('paid_grosze', sum(gross_grosze)) end
        from line where source = 'inpost') as inpost,
      (select coalesce(json_agg(differing order by order_number), '[]') from differing) as differing,
      (select coalesce(json_agg(json_build_object('source', source, 'reference', reference, 'grosze', gross_grosze,
          'day', day) order by day, reference), '[]') from known where order_id is null) as unknown,
      (select coalesce(json_agg(on_delivery order by since), '[]') from on_delivery) as on_delivery,
      (select coalesce(json_agg(card order by since), '[]') from card) as card`.execute(db)
  const report = rows[0]
  if (!report) throw new Error('a report of payouts has no row')
  const withMoments = (awaited: PayoutReport['card']) =>
    awaited.map((each) => ({ ...each, since: new Date(each.since).toISOString() }))
  return { ...report, on_delivery: withMoments(report.on_delivery), card: withMoments(report.card) }
}
