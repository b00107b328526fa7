import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { addDays, type Day } from '#domain/kernel/calendar-day.ts'
import { dayBegins } from '#domain/money/movement-queries.server.ts'
import type { PayoutReport } from './payout.ts'
import type { PayoutLine } from './payout-file.ts'
import type { PayoutSource } from './payout-kinds.ts'

/** Cash on delivery is paid out days after its parcel was sent, so orders of this many days are read. */
const MOST_DAYS_ON_THE_WAY = 60

/**
 * What a parcel collects on delivery, of `orders`, without those that were paid before it was sent. Movements are asked
 * by order: joined, all of the shop are read.
 */
const DUE = sql`(
  select coalesce(sum(moved.grosze), 0)::bigint from orders as each cross join lateral (
    select sum(case kind when 'sold' then grosze else -grosze end) as grosze from money_movements
    where order_id = each.id and kind in ('sold', 'undone')) as moved
  where each.checkout_id = orders.checkout_id and not exists (
    select from order_events as paid where paid.order_id = each.id and paid.subject = 'order' and paid.to_status = 'paid'
      and not exists (
        select from order_events as sent where sent.order_id = paid.order_id and sent.id < paid.id
          and sent.subject = 'shipment' and sent.to_status in ('shipped', 'delivered'))))`

/** Parcels paid on delivery that were sent, of orders from this day on and before that one. */
const sentOnDelivery = (from: Day, before: Day): RawBuilder<unknown> => sql`(
  select orders.id as order_id, orders.number, shipments.tracking_number as reference, orders.created_at as since,
    ${DUE} as grosze
  from orders join shipments on shipments.order_id = orders.id
  where orders.payment = 'cash_on_delivery' and shipments.heads_parcel
    and shipments.status in ('shipped', 'delivered')
    and orders.created_at >= ${dayBegins(from)} and orders.created_at < ${dayBegins(before)})`

/** For payout lines in `known`: what was paid out by then for the same payment or parcel. */
const sumUntil = (next: Day, kind: RawBuilder<unknown>) => sql`(
  select sum(payout_lines.gross_grosze)::bigint from payout_lines
  where payout_lines.source = known.source and payout_lines.reference = known.reference and payout_lines.reference <> ''
    and ${kind} and payout_lines.day < ${next}::date)`

/** What the shop knows to have gone back of `payments` at the provider, also what did not arrive; below zero. */
const KNOWN_RETURNED = sql`(-(
  (select coalesce(sum(amount_grosze), 0) from refunds
    where payment_id = payments.id and (provider_refund_id is not null or status = 'pending'))
  + (select coalesce(sum(amount_grosze), 0) from disputes where payment_id = payments.id)))::bigint`

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
    ), paid as (
      select distinct order_id, source, reference, expected,
        ${sumUntil(next, sql`payout_lines.kind = 'payment'`)} as grosze
      from known where kind = 'payment' and order_id is not null
    ), returned as (
      select distinct known.order_id, source, reference, ${KNOWN_RETURNED} as expected,
        ${sumUntil(next, sql`payout_lines.kind in ('refund', 'dispute')`)} as grosze
      from known join payments on provider_payment_id = reference
      where source = 'stripe' and kind in ('refund', 'dispute')
    ), differing as (
      select order_id, number as order_number, source, expected as expected_grosze, grosze as paid_grosze
      from paid join orders on orders.id = order_id where grosze <> expected
    ), returned_more as (
      select order_id, number as order_number, -expected as expected_grosze, -grosze as returned_grosze
      from returned join orders on orders.id = order_id where grosze < expected
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
          'other_grosze', coalesce(sum(gross_grosze) filter (where kind = 'other'), 0),
          'net_grosze', coalesce(sum(gross_grosze - fee_grosze), 0)) end
        from line where source = 'stripe') as stripe,
      (select case when count(*) > 0 then json_build_object('paid_grosze', sum(gross_grosze)) end
        from line where source = 'inpost') as inpost,
      (select coalesce(json_agg(differing order by order_number), '[]') from differing) as differing,
      (select json_agg(returned_more order by order_number) from returned_more) as returned_more,
      (select coalesce(json_agg(json_build_object('source', source, 'reference', reference, 'grosze', gross_grosze,
          'day', day) order by day, reference), '[]') from known where order_id is null) as unknown,
      (select coalesce(json_agg(on_delivery order by since), '[]') from on_delivery) as on_delivery,
      (select coalesce(json_agg(card order by since), '[]') from card) as card`.execute(db)
  const report = rows[0]
  if (!report) throw new Error('a report of payouts has no row')
  const withMoments = (awaited: PayoutReport['card']) =>
    awaited.map((each) => ({ ...each, since: new Date(each.since).toISOString() }))
  const { returned_more, ...same } = report
  return {
    ...same,
    ...(returned_more && { returned_more }),
    on_delivery: withMoments(report.on_delivery),
    card: withMoments(report.card),
  }
}

/** Which of these entries no earlier file had. */
export async function listNewEntries(
  db: Kysely<Database>,
  source: PayoutSource,
  lines: readonly PayoutLine[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ entry: string }>`
    select entry from jsonb_array_elements_text(${JSON.stringify(lines.map(({ entry }) => entry))}::jsonb) as asked (entry)
    where not exists (select from payout_lines where source = ${source} and payout_lines.entry = asked.entry)`.execute(
    db,
  )
  return new Set(rows.map(({ entry }) => entry))
}

/** Files shown to the owner. */
const MOST_FILES = 20

/** A closed month has counted a line of its own days or earlier that was stored before it was closed. */
const FILES = sql`
  select file.id, file.source, file.imported_at, count(line.id)::int as lines, min(line.day)::text as first_day,
    max(line.day)::text as last_day, coalesce(sum(line.gross_grosze - line.fee_grosze), 0)::bigint as net_grosze,
    not exists (
      select from closed_months where closed_at >= file.imported_at
        and month >= to_char(min(line.day), 'YYYY-MM')) as may_undo
  from payout_files as file left join payout_lines as line on line.file_id = file.id`

type Stored = {
  id: string
  source: PayoutSource
  imported_at: Date
  lines: number
  first_day: Day | null
  last_day: Day | null
  net_grosze: Grosze
  /** No closed month has counted it. */
  may_undo: boolean
}
const toWire = (file: Stored) => ({ ...file, imported_at: file.imported_at.toISOString() })
export type ReadPayoutFile = ReturnType<typeof toWire>

/** The newest files, and whether each can still be taken back. */
export async function listPayoutFiles(db: Kysely<Database>) {
  const { rows } =
    await sql<Stored>`${FILES} group by file.id order by file.imported_at desc limit ${MOST_FILES}`.execute(db)
  return rows.map(toWire)
}

/** A file, locked so that no month is closed over it meanwhile. */
export async function findPayoutFile(trx: Transaction<Database>, id: string) {
  await sql`lock table closed_months in share mode`.execute(trx)
  const { rows } = await sql<Stored>`${FILES} where file.id = ${id} group by file.id`.execute(trx)
  return rows[0] ? toWire(rows[0]) : null
}
