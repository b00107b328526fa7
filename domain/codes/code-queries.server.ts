import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import { IS_REFUNDED, isPaidBack } from '#domain/payments/order-payment-queries.server.ts'
import { sumKeptSamples, sumPresentSamples } from './sample-code-queries.server.ts'

/** Orders whose code counts as used: not cancelled, not refunded in full, and not withdrawn from with all that was bought. */
const IS_USE = sql<boolean>`(orders.status <> 'cancelled' and not ${isPaidBack(IS_REFUNDED)}
  and exists (
    select from order_items where order_items.order_id = orders.id and unit_price_grosze > 0 and quantity > (
      select coalesce(sum(return_items.quantity), 0) from return_items
      join return_cases on return_cases.id = return_items.case_id
      where return_items.order_item_id = order_items.id and not return_items.amended and settled_at is not null
        and (return_cases.kind = 'withdrawal' or demand = 'withdrawal'))))`

const OF_SAMPLES = sql.ref<string | null>('codes.sample_checkout_id')

/** For codes: the owner has the code switched on, and the samples that it was given for are kept and paid for. */
const IS_ACTIVE = sql<boolean>`codes.active and (codes.sample_checkout_id is null
  or (codes.value <= ${sumPresentSamples(OF_SAMPLES)} and ${sumKeptSamples(OF_SAMPLES)} > 0))`

/** For codes: of one for samples at most what they cost after complaints about them; of an ended one its former value. */
const VALUE = sql<number | null>`case when codes.sample_checkout_id is null then codes.value
  else least(codes.value, nullif(${sumKeptSamples(OF_SAMPLES)}, 0)) end`

/** `active`: neither switched off nor given for samples that were returned. */
export function selectCodes(db: Kysely<Database>) {
  return db
    .selectFrom('codes')
    .selectAll('codes')
    .select([IS_ACTIVE.as('active'), VALUE.as('value')])
}

export function findCode(db: Kysely<Database>, code: string) {
  return selectCodes(db).where('code', '=', code).executeTakeFirst()
}

export type StoredCode = NonNullable<Awaited<ReturnType<typeof findCode>>>

type Uses = { uses: number; own: number }

/**
 * How many checkouts use a code, and how many of this buyer, by whichever address of one mailbox.
 * @param of `beside`: the checkout that is not counted; `withoutUnpaidOf`: the user whose unpaid orders are not
 */
export async function countUses(
  db: Kysely<Database>,
  code: string,
  {
    email,
    beside = null,
    withoutUnpaidOf = null,
  }: { email: string | null; beside?: string | null; withoutUnpaidOf?: string | null },
): Promise<Uses> {
  return db
    .selectFrom('orders')
    .select([
      sql<number>`count(distinct checkout_id)::int`.as('uses'),
      sql<number>`count(distinct checkout_id) filter (where person_of(email) = person_of(${email}))::int`.as('own'),
    ])
    .where('discount_code', '=', code)
    .where(IS_USE)
    .where('checkout_id', 'is distinct from', beside)
    .where(
      sql<boolean>`(${withoutUnpaidOf}::uuid is null or user_id is distinct from ${withoutUnpaidOf}::uuid
        or payment <> 'prepaid' or status <> 'pending')`,
    )
    .executeTakeFirstOrThrow()
}

/**
 * Codes that were used more often than they may be since they were changed last: a limit may be lowered below the uses
 * that there are.
 */
export async function listOverusedCodes(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    with used as (
      select codes.code, codes.updated_at, checkout_id, max(orders.created_at) as used_at,
        count(*) over (partition by codes.code) as uses, most_uses,
        -- An anonymous order is of nobody known.
        count(*) over (
          partition by codes.code, coalesce(person_of(nullif(min(orders.email), '')), checkout_id::text)) as own,
        once_per_person
      from codes join orders on orders.discount_code = codes.code
      where (codes.most_uses is not null or codes.once_per_person) and ${IS_USE}
      group by codes.id, checkout_id)
    select distinct code from used
    where used_at > updated_at and (uses > most_uses or (once_per_person and own > 1)) order by code`.execute(db)
  return rows.map(({ code }) => code)
}

/** A code for samples, for its mail. Rejects when there is no such code. */
export function findMailedCode(db: Kysely<Database>, codeId: string) {
  return db
    .selectFrom('codes')
    .innerJoin('orders', 'orders.checkout_id', 'codes.sample_checkout_id')
    .select(['code', 'least_grosze', 'valid_to', 'orders.first_name', 'orders.number'])
    .select([IS_ACTIVE.as('active'), VALUE.as('value')])
    .where('codes.id', '=', codeId)
    .orderBy('orders.number')
    .executeTakeFirstOrThrow()
}

type ListedCodes = { id: string } | { of: 'owner' | 'samples' }

/**
 * Codes, newest first, with their uses and what they gave: discounts of products and waived deliveries. Of those for
 * samples the newest.
 */
export function listCodeRows(db: Kysely<Database>, which: ListedCodes) {
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
    .select([
      IS_ACTIVE.as('is_active'),
      VALUE.as('value'),
      sql<string | null>`(
        select min(number) from orders where orders.checkout_id = codes.sample_checkout_id)`.as('sample_order'),
    ])
    .where((codes) => {
      if ('id' in which) return codes('codes.id', '=', which.id)
      return codes('sample_checkout_id', which.of === 'samples' ? 'is not' : 'is', null)
    })
    .$if('of' in which && which.of === 'samples', (codes) => codes.limit(PAGE_SIZES.sampleCodes))
    .orderBy('codes.created_at', 'desc')
    .orderBy('codes.id')
    .execute()
}
