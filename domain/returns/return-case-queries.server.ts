import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#domain/database.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { type CaseKind, type Dispatch, TRUSTED_MATCHES } from './return-case.ts'
import type { DeclaredItem } from './statement.ts'

/** A case with its pictures. Undefined when there is none. */
export function findCase(db: Kysely<Database>, caseId: string) {
  return selectCases(db).where('return_cases.id', '=', caseId).executeTakeFirst()
}

export type StoredCase = NonNullable<Awaited<ReturnType<typeof findCase>>>

/** A case by its number, if it surely belongs to this checkout. */
export function findCaseOfCheckout(db: Kysely<Database>, checkoutId: string, number: string) {
  return selectCases(db)
    .where('return_cases.checkout_id', '=', checkoutId)
    .where('return_cases.number', '=', number)
    .where('return_cases.match', 'in', TRUSTED_MATCHES)
    .executeTakeFirst()
}

/** The cases that surely belong to a checkout, oldest first. */
export function listCasesOfCheckout(db: Kysely<Database>, checkoutId: string) {
  return selectCases(db)
    .where('return_cases.checkout_id', '=', checkoutId)
    .where('return_cases.match', 'in', TRUSTED_MATCHES)
    .orderBy('return_cases.received_at')
    .orderBy('return_cases.id')
    .execute()
}

/**
 * How far the parcel of a case's pieces is; null: the case belongs to no order yet. A cancelled parcel is as far as it
 * was before. Pieces that were taken out of a parcel never left, wherever the rest is now.
 */
const DISPATCH = sql<Dispatch | null>`case when return_cases.unsent_at is not null then 'not_sent' else (
  select case when bool_and(state in ('created', 'processing')) then 'not_sent'
    when bool_and(state = 'delivered') then 'delivered' else 'sent' end
  from return_items
  join order_items on order_items.id = return_items.order_item_id
  left join shipments on shipments.order_id = order_items.order_id
  cross join lateral (select case shipments.status when 'cancelled' then coalesce((
      select from_status from order_events where order_events.order_id = order_items.order_id and subject = 'shipment'
        and to_status = 'cancelled' order by id desc limit 1), 'created')
    else coalesce(shipments.status, 'created') end as state) as parcel
  where return_items.case_id = return_cases.id having count(*) > 0
) end`

function selectCases(db: Kysely<Database>) {
  return db
    .selectFrom('return_cases')
    .selectAll('return_cases')
    .select(DISPATCH.as('dispatch'))
    .select((row) => [
      jsonArrayFrom(
        row
          .selectFrom('return_pictures')
          .select('image_key')
          .whereRef('case_id', '=', 'return_cases.id')
          .orderBy('position'),
      ).as('pictures'),
      jsonArrayFrom(
        row
          .selectFrom('return_items')
          .innerJoin('order_items', 'order_items.id', 'return_items.order_item_id')
          .innerJoin('orders', 'orders.id', 'order_items.order_id')
          .select([
            'return_items.order_item_id',
            'return_items.quantity',
            'return_items.condition',
            'return_items.restocked',
            'return_items.lowered_grosze',
            'order_items.product_name',
            'order_items.brand_name',
            'order_items.facts',
            'order_items.unit_price_grosze',
            'order_items.order_id',
            'orders.gift_pieces',
            sql<number>`(
              select sum(quantity)::int from order_items as every where every.order_id = orders.id and unit_price_grosze > 0)`.as(
              'ordered',
            ),
          ])
          .whereRef('return_items.case_id', '=', 'return_cases.id')
          .orderBy('order_items.order_id')
          .orderBy('order_items.id'),
      ).as('items'),
    ])
}

/** The statement under this key, or the one that it was added to, with the answer that it got. */
export function findSubmitted(db: Kysely<Database>, submissionKey: string) {
  return db
    .selectFrom('return_cases')
    .select(['id', 'number', 'received_at'])
    .where(({ or, eb }) =>
      or([eb('submission_key', '=', submissionKey), eb('amended_keys', '@>', sql<string[]>`array[${submissionKey}]`)]),
    )
    .executeTakeFirst()
}

/** The order with this number and the addresses of its buyer and its receiver. */
export async function findNumberedOrder(db: Kysely<Database>, number: string) {
  const order = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select([
      'orders.id',
      'orders.checkout_id',
      'orders.email',
      'orders.receiver_email',
      'users.email as account_email',
    ])
    .where('orders.number', '=', number)
    .where('orders.anonymised_at', 'is', null)
    .executeTakeFirst()
  if (!order) return null
  const { id, checkout_id, email, receiver_email, account_email } = order
  return { orderId: id, checkoutId: checkout_id, emails: [email, receiver_email, account_email] }
}

/** The buyer, as the first order of a checkout names them. */
export function findBuyerOfCase(db: Kysely<Database>, checkoutId: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'email', 'first_name', 'last_name', 'payment'])
    .where('checkout_id', '=', checkoutId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The numbers of the orders of a checkout to which declared pieces belong. */
export async function listNumbersOf(
  db: Kysely<Database>,
  checkoutId: string,
  items: readonly DeclaredItem[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select('orders.number')
    .where('orders.checkout_id', '=', checkoutId)
    .where('order_items.product_id', '=', sql<string>`any(${items.map(({ product_id }) => product_id)}::uuid[])`)
    .orderBy('orders.id')
    .execute()
  return rows.map(({ number }) => number)
}

/** A page of cases: open ones with the earliest deadline first, closed ones newest first. */
export async function listCases(
  db: Kysely<Database>,
  { open, kind, page }: { open: boolean; kind: CaseKind | undefined; page: number },
) {
  const found = db
    .selectFrom('return_cases')
    .where('is_open', '=', open)
    .$if(kind !== undefined, (cases) => cases.where('kind', '=', kind ?? 'withdrawal'))
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select([
      'id',
      'number',
      'kind',
      'name',
      'order_number',
      'match',
      'received_at',
      'demand',
      'decision',
      'sent_back_at',
      'arrived_at',
      'settled_at',
      'settled_grosze',
      DISPATCH.as('dispatch'),
    ])
    .orderBy('received_at', open ? 'asc' : 'desc')
    .orderBy('id')
    .limit(PAGE_SIZES.returnCases)
    .offset((page - 1) * PAGE_SIZES.returnCases)
    .execute()
  return { total: Number(total), rows }
}

/** Open cases whose deadline has passed at this moment, judged by the days of their statements. */
export function listOpenBefore(db: Kysely<Database>, moment: Date) {
  return db
    .selectFrom('return_cases')
    .select(['id', 'number', 'kind', 'received_at', 'demand', 'decision', 'sent_back_at', 'arrived_at', 'settled_at'])
    .select(DISPATCH.as('dispatch'))
    .where('is_open', '=', true)
    .where('received_at', '<', moment)
    .orderBy('received_at')
    .limit(100)
    .execute()
}

/** The status of a refund with those that complete it: failed if one of them is, succeeded once all are. */
export async function findRefundStatus(db: Kysely<Database>, refundId: string) {
  const refunds = await db
    .selectFrom('refunds')
    .select('status')
    .where((refund) => refund.or([refund('id', '=', refundId), refund('follows_id', '=', refundId)]))
    .execute()
  const statuses = refunds.map(({ status }) => status)
  return (['failed', 'pending', 'succeeded'] as const).find((status) => statuses.includes(status)) ?? null
}
