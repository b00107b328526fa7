import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { RETURNED_BESIDE } from '#domain/money/order-money-queries.server.ts'

/** For `beside`: whether a case of its order was open then, for which its money counts. */
const IS_AWAITED = sql`exists (
  select from return_cases as awaited join return_items as about on about.case_id = awaited.id
  join order_items as same on same.id = about.order_item_id and same.order_id = beside.order_id
  where awaited.received_at <= beside.decided_at
    and (awaited.settled_at is null or awaited.settled_at > beside.decided_at)
    and awaited.decision is distinct from 'rejected'
    and (awaited.kind = 'withdrawal' or awaited.demand in ('lower_price', 'withdrawal')))`

/** How much of the delivery of a checkout's orders went back without a case while none was open for its order. */
export async function findDeliveryGivenBack(db: Kysely<Database>, checkoutId: string): Promise<Grosze> {
  const { rows } = await sql<{ grosze: Grosze }>`
    select coalesce(sum((line.value ->> 'grosze')::int), 0)::int as grosze
    from orders cross join lateral (
      select * from (${RETURNED_BESIDE}) as every where every.order_id = orders.id) as beside
    cross join jsonb_array_elements(beside.lines) as line(value)
    where orders.checkout_id = ${checkoutId} and line.value ->> 'item_id' is null
      and beside.cause is distinct from 'change' and not ${IS_AWAITED}`.execute(db)
  return rows[0]?.grosze ?? 0
}

/**
 * The bought pieces of a checkout, and how many of each go back by cases other than `than`: by all of them, and by
 * those that took them before it; by how much other complaints lowered their price, and how much of it went back
 * without a case while none was open for their order. Pieces of cancelled orders count only where they are part of a
 * withdrawal.
 */
export async function listPieces(
  db: Kysely<Database>,
  checkoutId: string,
  than: { id: string; takenAt: Date | null } | null = null,
) {
  const thanId = than?.id ?? null
  const isEarlier = sql`return_cases.id is distinct from ${thanId}::uuid and (
    case return_cases.kind when 'withdrawal' then return_cases.received_at else return_cases.answered_at end,
    return_cases.id
  ) < (coalesce(${than?.takenAt ?? null}::timestamptz, 'infinity'), ${thanId}::uuid)`
  const { rows } = await sql<{
    order_item_id: string
    order_id: string
    product_id: string
    product_name: string
    brand_name: string
    facts: string
    unit_price_grosze: number
    discount_grosze: number
    ordered: number
    taken_out: number
    earlier_taken_out: number
    withdrawn: number
    earlier: number
    settled_later: number
    lowered_grosze: number
    given_back_grosze: number
    is_cancelled: boolean
    is_sample: boolean
  }>`
    select order_items.id as order_item_id, order_items.order_id, order_items.product_id, order_items.product_name,
      order_items.brand_name, order_items.facts, order_items.unit_price_grosze, order_items.discount_grosze,
      coalesce((select sum(quantity) from return_items as reduced
        where reduced.order_item_id = order_items.id and reduced.amended), 0)::int as taken_out,
      coalesce(sum(return_items.quantity) filter (where return_items.amended and ${isEarlier}), 0)::int
        as earlier_taken_out,
      -- Pieces by which its order was reduced were ordered, too.
      (order_items.quantity + coalesce((select sum(quantity) from return_items as reduced
        where reduced.order_item_id = order_items.id and reduced.amended), 0))::int as ordered,
      coalesce(sum(return_items.quantity) filter (where return_cases.id is distinct from ${thanId}::uuid), 0)::int
        as withdrawn,
      coalesce(sum(return_items.quantity) filter (where ${isEarlier}), 0)::int as earlier,
      coalesce(sum(return_items.quantity) filter (
        where return_cases.id is distinct from ${thanId}::uuid and not (${isEarlier}) and settled_at is not null
      ), 0)::int as settled_later,
      (select coalesce(sum(lowering.lowered_grosze), 0)::int from return_items as lowering
        where lowering.order_item_id = order_items.id and lowering.case_id is distinct from ${thanId}::uuid)
        as lowered_grosze,
      (select coalesce(sum((line.value ->> 'grosze')::int + greatest(0, (line.value ->> 'kept_grosze')::int)), 0)::int
        from (${RETURNED_BESIDE}) as beside cross join jsonb_array_elements(beside.lines) as line(value)
        where beside.order_id = orders.id and (line.value ->> 'item_id')::uuid = order_items.id
          and beside.cause is distinct from 'change'
          and not ${IS_AWAITED}) as given_back_grosze,
      orders.status = 'cancelled' as is_cancelled,
      exists (select from products where products.id = order_items.product_id and kind = 'sample') as is_sample
    from orders
    join order_items on order_items.order_id = orders.id
    left join (return_items join return_cases on return_cases.id = return_items.case_id and case return_cases.kind
        when 'withdrawal' then return_cases.decision is distinct from 'rejected'
        else return_cases.demand = 'withdrawal' and return_cases.decision = 'accepted' end)
      on return_items.order_item_id = order_items.id
    -- Nothing has to be sent back or paid for what came free.
    where orders.checkout_id = ${checkoutId} and unit_price_grosze > 0
    group by order_items.id, orders.id
    order by orders.id, order_items.id`.execute(db)
  return rows
}

export type Piece = Awaited<ReturnType<typeof listPieces>>[number]
