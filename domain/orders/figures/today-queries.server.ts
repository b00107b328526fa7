import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { IS_SOLD } from './sales-day-queries.server.ts'

/** What was sold since midnight in Warsaw: orders, parcels they travel in, and their sum with delivery, in grosze. */
export type Today = { orders: number; parcels: number; totalGrosze: number }

export async function readToday(db: Kysely<Database>, now: Date): Promise<Today> {
  const { rows } = await sql<Today>`
    select count(*)::int as orders, count(distinct checkout_id)::int as parcels,
      coalesce(sum(total_grosze), 0)::float8 as "totalGrosze"
    from orders
    where created_at >= date_trunc('day', ${now}::timestamptz at time zone 'Europe/Warsaw') at time zone 'Europe/Warsaw'
      and ${IS_SOLD}`.execute(db)
  return rows[0] ?? { orders: 0, parcels: 0, totalGrosze: 0 }
}
