import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import { rowVersion } from '#domain/kernel/row-version-queries.server.ts'

/** Orders whose code counts as used: those that are not cancelled. */
const IS_USE = sql<boolean>`orders.status <> 'cancelled'`

export function findCode(db: Kysely<Database>, code: string) {
  return db.selectFrom('codes').selectAll().where('code', '=', code).executeTakeFirst()
}

export type StoredCode = NonNullable<Awaited<ReturnType<typeof findCode>>>

type Uses = { uses: number; own: number }

/** How many checkouts use a code, and how many of this buyer. `beside`: a checkout that does not count. */
export async function countUses(
  db: Kysely<Database>,
  code: string,
  { email, beside = null }: { email: string | null; beside?: string | null },
): Promise<Uses> {
  return db
    .selectFrom('orders')
    .select([
      sql<number>`count(distinct checkout_id)::int`.as('uses'),
      sql<number>`count(distinct checkout_id) filter (where email = ${email})::int`.as('own'),
    ])
    .where('discount_code', '=', code)
    .where(IS_USE)
    .where('checkout_id', 'is distinct from', beside)
    .executeTakeFirstOrThrow()
}

/** All codes, newest first, with their uses and what they gave: discounts of products and waived deliveries. */
export function listCodeRows(db: Kysely<Database>, id: string | null = null) {
  return db
    .selectFrom('codes')
    .leftJoinLateral(
      (outer) =>
        outer
          .selectFrom('orders')
          .select([
            sql<number>`count(distinct checkout_id) filter (where ${IS_USE})::int`.as('uses'),
            sql<boolean>`count(*) > 0`.as('is_used'),
            sql<Grosze>`coalesce(sum(waived_grosze + (
              select coalesce(sum(discount_grosze), 0) from order_items where order_items.order_id = orders.id
            )) filter (where ${IS_USE}), 0)::bigint`.as('given_grosze'),
          ])
          .whereRef('orders.discount_code', '=', 'codes.code')
          .as('used'),
      (join) => join.onTrue(),
    )
    .selectAll('codes')
    .select(['used.uses', 'used.is_used', 'used.given_grosze', rowVersion('codes.updated_at').as('version')])
    .$if(id !== null, (codes) => codes.where('codes.id', '=', id))
    .orderBy('codes.created_at', 'desc')
    .orderBy('codes.id')
    .execute()
}
