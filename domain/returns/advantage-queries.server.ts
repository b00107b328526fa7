import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { IS_RETURNING, isPaidBack } from '#domain/payments/order-payment-queries.server.ts'
import type { Advantage, GivenFor } from './advantages.ts'
import { TRUSTED_MATCHES } from './return-case.ts'

/**
 * For order items: pieces that came back by a withdrawal or an accepted complaint. A withdrawal whose goods nobody has
 * seen yet may still be refused.
 */
const PIECES_BACK = sql<number>`(
  select coalesce(sum(return_items.quantity), 0)::int
  from return_items join return_cases on return_cases.id = return_items.case_id
  where return_items.order_item_id = order_items.id and not return_items.amended
    and return_cases.match = any(${TRUSTED_MATCHES}::text[])
    and case return_cases.kind when 'withdrawal' then decision is distinct from 'rejected'
        and coalesce(arrived_at, sent_back_at, unsent_at, settled_at) is not null
      else demand = 'withdrawal' and decision = 'accepted' end)`

/** Of an advantage `line` of a case: it was taken off or given back. What comes back is never waived. */
const IS_DEDUCTED = sql`(not advantages_waived or (line ->> 'grosze')::int < 0)`

type SampleCode = {
  id: string
  text: string
  active: boolean
  orders: string[]
  /** Orders with it whose payment ahead nobody has seen yet. */
  unpaid: string[]
  usedGrosze: Grosze
}

/** The code for the samples of a checkout, and what it took off pieces that are kept; undefined: there is none. */
export async function findSampleCode(db: Kysely<Database>, checkoutId: string) {
  const { rows } = await sql<SampleCode>`
    select codes.id, codes.code as text, codes.active, coalesce(array_agg(used.number order by used.number)
      filter (where used.number is not null), '{}') as orders,
      coalesce(array_agg(used.number order by used.number) filter (where used.is_unpaid), '{}') as unpaid, coalesce(sum(used.grosze), 0)::int as "usedGrosze"
    from codes left join lateral (
      select orders.number, orders.payment = 'prepaid' and orders.status = 'pending' as is_unpaid, sum(order_items.discount_grosze
        * greatest(0, order_items.quantity - ${PIECES_BACK}) / order_items.quantity)::int as grosze
      from orders join order_items on order_items.order_id = orders.id
      where orders.discount_code = codes.code and orders.status <> 'cancelled' and not ${isPaidBack(IS_RETURNING)}
      group by orders.id
    ) as used on true
    where codes.sample_checkout_id = ${checkoutId} group by codes.id`.execute(db)
  return rows[0]
}

/** What was given for a checkout, and what settled cases of it deducted or left to the buyer. */
export async function readGivenFor(db: Kysely<Database>, checkoutId: string): Promise<GivenFor> {
  const { rows } = await sql<{
    orders: string[]
    code: GivenFor['code']
    delivery: GivenFor['delivery']
    past: { kind: Advantage['kind']; deducted: Grosze; waived: Grosze }[]
  }>`
    select array(select number from orders where checkout_id = checkouts.id order by id) as orders,
      (select json_build_object('text', codes.code, 'leastGrosze', least_grosze, 'waivedGrosze', (
          select coalesce(sum(waived_grosze), 0) from orders where checkout_id = checkouts.id and status <> 'cancelled'))
        from codes where sample_checkout_id is null and least_grosze > 0
          and code = (select min(discount_code) from orders where checkout_id = checkouts.id)) as code,
      (select json_build_object('fromGrosze', costs.free_delivery_from_grosze, 'costGrosze', rates.grosze)
        from (select * from shipping_costs
          order by updated_at > checkouts.created_at, abs(extract(epoch from updated_at - checkouts.created_at)) limit 1
        ) as costs
        join shipping_rates as rates on rates.costs_id = costs.id
          and rates.payment = checkouts.payment and rates.delivery = checkouts.delivery
        where not exists (select from orders where checkout_id = checkouts.id and shipping_grosze > 0) and costs.free_delivery_from_grosze is not null and not exists (
          select from orders where checkout_id = checkouts.id and waived_grosze > 0)) as delivery,
      (select coalesce(json_agg(sums), '[]') from (
        select line ->> 'kind' as kind,
          coalesce(sum((line ->> 'grosze')::int) filter (where ${IS_DEDUCTED}), 0)::int as deducted,
          coalesce(sum((line ->> 'grosze')::int) filter (where not ${IS_DEDUCTED}), 0)::int as waived
        from return_cases, jsonb_array_elements(advantages) as line
        where return_cases.checkout_id = checkouts.id group by 1
      ) as sums) as past
    from checkouts where id = ${checkoutId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`there is no checkout ${checkoutId}`)
  const sampleCode = (await findSampleCode(db, checkoutId)) ?? null
  const { past, ...given } = row
  return {
    ...given,
    sampleCode: sampleCode && sampleCode.usedGrosze > 0 ? sampleCode : null,
    deducted: Object.fromEntries(past.map(({ kind, deducted }) => [kind, deducted])),
    waived: Object.fromEntries(past.map(({ kind, waived }) => [kind, waived])),
  }
}

/** What the return of samples deducted for a code that orders of this checkout use; undefined: nothing. */
export async function findDeductedElsewhere(db: Kysely<Database>, checkoutId: string) {
  const { rows } = await sql<{ code: string; order: string; grosze: Grosze }>`
    select codes.code, (select min(number) from orders where checkout_id = codes.sample_checkout_id) as order,
      sum((line ->> 'grosze')::int)::int as grosze
    from codes
    join return_cases on return_cases.checkout_id = codes.sample_checkout_id
    cross join jsonb_array_elements(advantages) as line
    where ${IS_DEDUCTED} and codes.code = (select min(discount_code) from orders where checkout_id = ${checkoutId})
      and line ->> 'kind' = 'sample_code'
    group by codes.id having sum((line ->> 'grosze')::int) > 0`.execute(db)
  return rows[0]
}
