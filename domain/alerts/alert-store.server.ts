import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { nameWithVolume } from '#domain/kernel/order-words/name-with-size.ts'
import type { AlertKind, ProductAlert } from './alert.ts'

type NewAlert = {
  product_id: string
  kind: AlertKind
  email: string
  price_grosze: number | null
  due_at: Date | null
  asked_at: Date
}

/** Stores an alert, or renews an existing one with the present price and time. */
export function upsertAlert(trx: Transaction<Database>, alert: NewAlert) {
  return trx
    .insertInto('product_alerts')
    .values({ id: sql`gen_random_uuid()`, confirmed_at: null, ...alert })
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'kind', 'email'])
        .doUpdateSet({ price_grosze: alert.price_grosze, due_at: alert.due_at, asked_at: alert.asked_at }),
    )
    .returning(['id', 'confirmed_at'])
    .executeTakeFirstOrThrow()
}

/** Confirms an alert; may be repeated. Undefined when the alert is over. */
export async function confirmAlertRow(db: Kysely<Database>, id: string, now: Date): Promise<ProductAlert | undefined> {
  const found = await db
    .updateTable('product_alerts')
    .from('products')
    .set({ confirmed_at: sql`coalesce(confirmed_at, ${now})` })
    .where('product_alerts.id', '=', id)
    .whereRef('products.id', '=', 'product_alerts.product_id')
    .returning(['product_alerts.kind', 'products.name', 'products.volume_ml'])
    .executeTakeFirst()
  return found && { kind: found.kind, product_name: nameWithVolume(found) }
}

export async function deleteAlert(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('product_alerts').where('id', '=', id).execute()
}

/** Orders of the same bottle by one person, from which its days are learnt, and fewer tell nothing. */
const LEAST_REPEATS = 5

/** Replaces what is known: for each size the median of the days until a buyer ordered the same bottle again, for a piece. */
export async function learnRefillDays(db: Kysely<Database>): Promise<void> {
  await sql`
    with bought as (
      select products.volume_ml, orders.created_at, order_items.quantity,
        lead(orders.created_at) over (partition by person_of(orders.email), product_id order by orders.created_at) as again_at
      from order_items join orders on orders.id = order_id join products on products.id = product_id
      where products.kind = 'bottle' and products.volume_ml is not null and unit_price_grosze > 0
        and orders.status <> 'cancelled' and orders.payment <> 'elsewhere' and anonymised_at is null
    ), learnt as (
      select volume_ml, round(percentile_cont(0.5) within group (
        order by extract(epoch from again_at - created_at) / 86400 / quantity))::int as days
      from bought where again_at > created_at + interval '7 days' group by volume_ml having count(*) >= ${LEAST_REPEATS}
    ), forgotten as (delete from refill_days where volume_ml not in (select volume_ml from learnt))
    insert into refill_days (volume_ml, days) select volume_ml, greatest(days, 1) from learnt
    on conflict (volume_ml) do update set days = excluded.days`.execute(db)
}

/**
 * Of the bottles that are due: one that its buyer has bought again since runs out as long after that as it would have
 * after the request; one of which nothing is left with its buyer, because it was returned, does not run out.
 */
export async function adjustDueRefills(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`
    with bought as materialized (
      select product_alerts.id, max(orders.created_at) filter (
        where orders.status <> 'cancelled' and order_items.quantity > greatest(restocked, back.pieces, paid_back.pieces)) as kept_at
      from product_alerts
      join order_items on order_items.product_id = product_alerts.product_id and unit_price_grosze > 0
      join orders on orders.id = order_items.order_id and orders.email = product_alerts.email
      cross join lateral (
        select coalesce(sum(return_items.quantity), 0) as pieces
        from return_items join return_cases on return_cases.id = return_items.case_id
        where return_items.order_item_id = order_items.id and not return_items.amended
          and (return_cases.kind = 'withdrawal' or demand = 'withdrawal') and decision is distinct from 'rejected'
          and coalesce(arrived_at, settled_at) is not null) as back
      cross join lateral (
        select coalesce(sum((line ->> 'pieces')::int), 0) as pieces
        from sale_reductions cross join jsonb_array_elements(lines) as line
        where sale_reductions.order_id = orders.id and cause in ('withdrawal', 'complaint')
          and line ->> 'item_id' = order_items.id::text) as paid_back
      where product_alerts.kind = 'refill' and confirmed_at is not null and due_at <= ${now}
      group by product_alerts.id
    ), returned as (
      delete from product_alerts using bought where bought.id = product_alerts.id and kept_at is null
    )
    update product_alerts set due_at = kept_at + (due_at - asked_at), asked_at = kept_at
    from bought where bought.id = product_alerts.id and kept_at > asked_at`.execute(db)
}

/** Claims those of these alerts that no other process has claimed. */
export function takeAlerts(trx: Transaction<Database>, ids: readonly string[]) {
  return trx
    .deleteFrom('product_alerts')
    .where('id', 'in', ids)
    .where('confirmed_at', 'is not', null)
    .returning(['id', 'product_id', 'kind', 'email'])
    .execute()
}
