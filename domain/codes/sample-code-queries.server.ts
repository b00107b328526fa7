import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { IS_RETURNING, isPaidBack } from '#domain/payments/order-payment-queries.server.ts'
import { TRUSTED_MATCHES } from '#domain/returns/return-case.ts'

const SAMPLES = sql`orders join order_items on order_items.order_id = orders.id
  join products on products.id = order_items.product_id and products.kind = 'sample'`

/** For payments: the bank holds or has taken the money, as `describeDisputes` says. */
const IS_DISPUTED = sql<boolean>`exists (
  select from disputes where disputes.payment_id = payments.id
    and disputes.status in ('needs_response', 'under_review', 'lost'))`

/** For order items: by how much accepted complaints lowered their price. */
const LOWERED = sql<Grosze>`(
  select coalesce(sum(lowered_grosze), 0)::int from return_items where return_items.order_item_id = order_items.id)`

/**
 * What was paid for the samples of a checkout that are kept: without cancelled and refunded orders, those whose money the
 * bank has back, and pieces that came back by a withdrawal or a complaint.
 * @param less what a complaint took off the price of a sample
 */
function sumSamples(checkoutId: Expression<string | null>, less: RawBuilder<Grosze>) {
  return sql<Grosze>`(
    select coalesce(sum(greatest(0,
      (order_items.quantity * unit_price_grosze - discount_grosze)
        * greatest(0, order_items.quantity - back.pieces) / order_items.quantity - ${less}
    )), 0)::int
    from ${SAMPLES}
    cross join lateral (
      select coalesce(sum(return_items.quantity), 0)::int as pieces
      from return_items join return_cases on return_cases.id = return_items.case_id
      where return_items.order_item_id = order_items.id and not return_items.amended
        and return_cases.match = any(${TRUSTED_MATCHES}::text[])
        and case return_cases.kind when 'withdrawal' then decision is distinct from 'rejected'
          else demand = 'withdrawal' and decision = 'accepted' end
    ) as back
    where orders.checkout_id = ${checkoutId} and orders.status <> 'cancelled'
      and not ${isPaidBack(sql<boolean>`${IS_RETURNING} or ${IS_DISPUTED}`)})`
}

/** What the samples of a checkout cost that are kept, after complaints. */
export const sumKeptSamples = (checkoutId: Expression<string | null>) => sumSamples(checkoutId, LOWERED)

/** The same before complaints: it falls only when samples come back. */
export const sumPresentSamples = (checkoutId: Expression<string | null>) => sumSamples(checkoutId, sql<Grosze>`0`)

export type PaidSamples = { checkoutId: string; email: string; grosze: Grosze }

/**
 * Checkouts since this moment whose samples were sent and paid for, and that no code was given for: paid ahead they are
 * on their way, otherwise delivered.
 */
export async function listPaidSamples(db: Kysely<Database>, since: Date, most: number): Promise<PaidSamples[]> {
  const { rows } = await sql<PaidSamples>`
    select "checkoutId", email, grosze from (
      select checkouts.id as "checkoutId", sent.email, ${sumKeptSamples(sql.ref('checkouts.id'))} as grosze
      from checkouts
      cross join lateral (
        select min(email) as email,
          bool_and(shipments.status = 'delivered' or (shipments.status = 'shipped' and orders.status = 'paid')) as whole
        from ${SAMPLES} left join shipments on shipments.order_id = orders.id
        where orders.checkout_id = checkouts.id and orders.status <> 'cancelled' and anonymised_at is null
      ) as sent
      where checkouts.created_at >= ${since} and checkouts.payment <> 'elsewhere' and sent.whole
        and not exists (select from codes where sample_checkout_id = checkouts.id)
    ) as paid
    where grosze > 0 order by "checkoutId" limit ${most}`.execute(db)
  return rows
}
