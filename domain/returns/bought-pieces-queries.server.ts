import { type Kysely, sql } from 'kysely'
import { ITEM_RECALLED } from '#domain/batches/recall-queries.server.ts'
import type { Database } from '#domain/database.ts'
import type { BesideClaim } from './return-amount.ts'
import { TRUSTED_MATCHES } from './return-case.ts'

/**
 * What money without a case may pay of each item of a checkout's cases: their price less the deduction, or what was
 * lowered; of settled ones what it has paid.
 */
export async function listBesideClaims(db: Kysely<Database>, checkoutId: string) {
  const { rows } = await sql<BesideClaim>`
    select "caseId", "orderId", "itemId", "receivedAt", "settledAt", pieces,
      case when "settledAt" is not null then beside_grosze
        when demand = 'lower_price' and decision = 'accepted' then lowered_grosze
        else price - least(price,
          deduction_grosze * price / greatest(1, sum(price) over (partition by "caseId")))
      end::int as grosze
    from (
      select return_cases.id as "caseId", order_items.order_id as "orderId", order_items.id as "itemId",
        received_at as "receivedAt", settled_at as "settledAt",
        case demand when 'lower_price' then 0 else return_items.quantity end as pieces, return_items.beside_grosze, return_items.lowered_grosze, deduction_grosze::bigint, demand, decision,
        return_items.quantity * unit_price_grosze - discount_grosze
          * least(return_items.quantity, order_items.quantity) / greatest(1, order_items.quantity) as price
      from return_cases join return_items on return_items.case_id = return_cases.id
      join order_items on order_items.id = return_items.order_item_id
      where return_cases.checkout_id = ${checkoutId} and match = any(${TRUSTED_MATCHES}::text[])
        and unit_price_grosze > 0 and decision is distinct from 'rejected'
        and (return_cases.kind = 'withdrawal' or demand in ('lower_price', 'withdrawal'))
    ) as claims order by "receivedAt", "caseId", "itemId"`.execute(db)
  return rows
}

/**
 * The bought pieces of a checkout, and how many of each go back by cases other than `than`: by all of them, and by
 * those that took them before it; by how much other complaints lowered their price. Pieces of cancelled orders count only
 * where they are part of a withdrawal.
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
    is_cancelled: boolean
    is_sample: boolean
    recalled: boolean
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
      orders.status = 'cancelled' as is_cancelled,
      exists (select from products where products.id = order_items.product_id and kind = 'sample') as is_sample,
      ${ITEM_RECALLED} as recalled
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
