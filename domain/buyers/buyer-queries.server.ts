import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { countPages } from '#domain/kernel/lists/paging.ts'
import { listSearchWords, toSearchQuery } from '#domain/kernel/lists/prefix-search.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'

/** Whether the owner refuses cash on delivery to the person with this address, by whichever of their addresses. */
export const isWithoutCashOnDelivery = (email: string | RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from buyers as known where person_of(known.email) = person_of(${email}) and not known.cash_on_delivery)`

/** The version of all that is noted about the person with this address; null: nothing is. */
export const personVersion = (email: string | RawBuilder<string>): RawBuilder<string | null> =>
  sql<string | null>`(
    select max(${rowVersion('known.updated_at')}) from buyers as known where person_of(known.email) = person_of(${email}))`

type BuyerRow = {
  email: string
  /** Of the newest order. */
  name: string
  /** Checkouts, cancelled ones among them. */
  orders: number
  /** What was sold, less what was undone and went back. */
  kept_grosze: number
  last_at: Date
  /** Parcels that the carrier brought back. */
  returned_parcels: number
  note: string
  /** Whether the shop takes orders to be paid on delivery from the person. */
  cash_on_delivery: boolean
  /** Of the person, sent back with a change; null: nothing is noted yet. */
  version: string | null
}

/**
 * A page of people who ordered, one per e-mail address, latest order first. A number beyond the end means the last
 * page.
 */
export async function listBuyers(db: Kysely<Database>, { search, page: wanted }: { search: string; page: number }) {
  const words = listSearchWords(search)
  const fits =
    search === ''
      ? sql`true`
      : words.length === 0
        ? sql`false`
        : sql`email in (select email from orders where search @@ ${toSearchQuery(words)}::tsquery)`
  const ofPeople = sql`from orders where anonymised_at is null and ${fits}`
  const { rows: counted } = await sql<{ total: number }>`
    select count(distinct email)::int as total ${ofPeople}`.execute(db)
  const total = counted[0]?.total ?? 0
  const pageSize = PAGE_SIZES.adminBuyers
  const page = Math.min(wanted, countPages(total, pageSize))
  const { rows } = await sql<BuyerRow>`
    with people as (
      select email, max(created_at) as last_at ${ofPeople}
      group by email order by last_at desc, email limit ${pageSize} offset ${(page - 1) * pageSize}
    )
    select people.email, last_at, newest.name, placed.orders, coalesce(money.kept, 0)::float8 as kept_grosze,
      placed.returned_parcels, coalesce(buyers.note, '') as note,
      not ${isWithoutCashOnDelivery(sql`people.email`)} as cash_on_delivery, ${personVersion(sql`people.email`)} as version
    from people
    left join buyers on buyers.email = lower(people.email)
    cross join lateral (
      select first_name || ' ' || last_name as name from orders
      where orders.email = people.email and anonymised_at is null order by created_at desc limit 1
    ) as newest
    cross join lateral (
      select count(distinct orders.checkout_id)::int as orders,
        (count(distinct orders.checkout_id) filter (where carrier_status = 'returned_to_sender'))::int as returned_parcels
      from orders left join carrier_shipments on carrier_shipments.checkout_id = orders.checkout_id
      where orders.email = people.email and anonymised_at is null
    ) as placed
    cross join lateral (
      select sum(case kind when 'sold' then grosze else -grosze end) as kept from money_movements
      where order_id in (select id from orders where orders.email = people.email and anonymised_at is null)
    ) as money
    order by last_at desc, people.email`.execute(db)
  return { items: rows.map((row) => ({ ...row, last_at: row.last_at.toISOString() })), total, page, pageSize }
}
export type BuyerList = Awaited<ReturnType<typeof listBuyers>>
export type ListedBuyer = BuyerList['items'][number]
