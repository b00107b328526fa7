import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { OrderWave } from './order-waves.ts'

/** Older orders do not belong to a wave, ms. */
const WAVE_MS = 24 * 60 * 60 * 1000

/** How many of its orders are named. */
const NAMED_ORDERS = 5

type Moments = { since: Date; until: Date }

/** Orders of accounts with unproven addresses that are neither paid for nor sent. */
const openOrders = ({ since, until }: Moments) => sql`
  select orders.id, orders.number, orders.checkout_id, orders.user_id, orders.total_grosze, orders.created_at,
    orders.first_name || ' ' || orders.last_name as name, checkouts.client_network as network,
    (select sum(quantity)::int from order_items where order_items.order_id = orders.id) as pieces
  from checkouts
  join users on users.id = checkouts.user_id and not users.email_verified
  join orders on orders.checkout_id = checkouts.id and orders.status = 'pending'
  left join shipments on shipments.order_id = orders.id
  where checkouts.client_network is not null and checkouts.created_at > ${since} and checkouts.created_at <= ${until}
    and (shipments.status is null or shipments.status in ('created', 'processing'))`

/**
 * Networks from which as many parcels were ordered within a day as the limit per hour allows, or more; likewise all
 * networks together.
 */
export async function listOrderWaves(db: Kysely<Database>, now: Date): Promise<OrderWave[]> {
  const moments = { since: new Date(now.getTime() - WAVE_MS), until: now }
  const { rows } = await sql<OrderWave>`
    with limits as (select network_parcels, all_parcels from unproven_account_limits),
    open_orders as materialized (${openOrders(moments)}),
    waiting as (
      select client_network as network from held_orders
      where confirmed_at is null and cancelled_at is null and created_at > ${moments.since} and expires_at > ${now}
    ), waves as (
      select network, count(distinct user_id)::int as accounts, count(distinct checkout_id)::int as parcels,
        sum(pieces)::int as pieces, sum(total_grosze)::int as total,
        (array_agg(json_build_object('id', id, 'number', number, 'name', name)
          order by created_at desc))[1:${sql.lit(NAMED_ORDERS)}] as orders
      from open_orders group by grouping sets ((network), ())
    )
    select network, accounts, parcels, pieces, total as total_grosze, orders,
      (select count(*)::int from waiting where waves.network is null or waiting.network = waves.network) as held
    from waves, limits
    where parcels >= case when network is null then all_parcels else network_parcels end
    order by network nulls first`.execute(db)
  return rows
}

/** Up to `most` orders of a wave as it was at `until`, after the previous one. */
export async function listOrdersOfWave(
  db: Kysely<Database>,
  { network, until, after, most }: { network: string | null; until: Date; after: string | null; most: number },
): Promise<string[]> {
  const since = new Date(until.getTime() - WAVE_MS)
  const { rows } = await sql<{ id: string }>`
    select id from (${openOrders({ since, until })}) as wave
    where (${network}::text is null or network = ${network}) and (${after}::uuid is null or id > ${after})
    order by id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends the held orders of a wave. */
export async function cancelHeldOrders(
  db: Kysely<Database>,
  { network, until }: { network: string | null; until: Date },
): Promise<void> {
  await db
    .updateTable('held_orders')
    .set({ cancelled_at: until })
    .where('confirmed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('created_at', '<=', until)
    .$if(network !== null, (query) => query.where('client_network', '=', network))
    .execute()
}
