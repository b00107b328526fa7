import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { addDays } from '#domain/kernel/calendar-day.ts'
import { dayBegins } from '#domain/money/movement-queries.server.ts'

/** A parcel that was sent before is looked for so many days back. */
const MOST_DAYS = 60

/** How many parcels were sent in a year, each at its first sending. */
export async function countSentParcels(db: Kysely<Database>, year: number): Promise<number> {
  const first = `${year}-01-01`
  const { rows } = await sql<{ parcels: number }>`
    select count(*)::int as parcels from (
      select order_id, min(created_at) as sent_at from order_events
      where subject = 'shipment' and to_status in ('shipped', 'delivered')
        and created_at >= ${dayBegins(addDays(first, -MOST_DAYS))} and created_at < ${dayBegins(`${year + 1}-01-01`)}
      group by order_id
    ) as sent join shipments on shipments.order_id = sent.order_id and shipments.heads_parcel
    where sent_at >= ${dayBegins(first)}`.execute(db)
  return rows[0]?.parcels ?? 0
}
