import { type Kysely, sql } from 'kysely'
import { countUses, findCode } from '#domain/codes/code-queries.server.ts'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'

/** What a buyer wants that an own unpaid order may hold. */
export type WantedThings = {
  /** Products with their pieces. */
  pieces: readonly { productId: string; quantity: number }[]
  /** As the code is stored. */
  code: string | null
  /** Free gifts that the rule would give. */
  gifts: number
  /** A free sample comes with a bottle. */
  withSample: boolean
}

export type OwnUnpaidOrder = { id: string; number: string; total_grosze: Grosze }

type Buyer = { userId: string; email: string }

/** For orders: paid ahead by this user, and waiting for the payment. */
const isUnpaidOf = (userId: string) =>
  sql<boolean>`(orders.user_id = ${userId} and orders.payment = 'prepaid' and orders.status = 'pending')`

/** Ids of the orders of this buyer that wait for their payment. */
export const unpaidIds = (userId: string) =>
  sql<string[]>`array(select orders.id::text from orders where ${isUnpaidOf(userId)})`

/** All orders of this buyer that wait for their payment, newest first. */
export function listUnpaid(db: Kysely<Database>, userId: string): Promise<OwnUnpaidOrder[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'total_grosze'])
    .where(isUnpaidOf(userId))
    .orderBy('created_at', 'desc')
    .execute()
}

/**
 * Unpaid orders of this buyer that hold what the buyer wants now and what is not there otherwise: pieces, gifts, the
 * last use of a code. Pieces that are too few even without them are not counted, because giving up would be in vain.
 * @param among only these orders; null: all
 */
export async function listUnpaidInTheWay(
  db: Kysely<Database>,
  { userId, email }: Buyer,
  { pieces, code, gifts, withSample }: WantedThings,
  among: readonly string[] | null,
): Promise<OwnUnpaidOrder[]> {
  const productIds = pieces.map(({ productId }) => productId)
  const heldCode = code !== null && (await isCodeGone(db, code, email)) ? code : null
  const { rows } = await sql<OwnUnpaidOrder>`
    with own as materialized (
      select id, number, total_grosze, created_at, discount_code, gift_name, gift_from_stock from orders
      where ${isUnpaidOf(userId)} and (${among}::uuid[] is null or id = any(${among}::uuid[]))
    ), held as materialized (
      select own.id, order_items.product_id, order_items.quantity, unit_price_grosze = 0 as is_free
      from own join order_items on order_items.order_id = own.id and order_items.taken_from_stock
    ), short as (
      select products.id from products
      join unnest(${productIds}::uuid[], ${pieces.map(({ quantity }) => quantity)}::int[])
        as wanted (product_id, quantity) on wanted.product_id = products.id
      where stock_quantity < wanted.quantity and wanted.quantity <= stock_quantity + (
        select coalesce(sum(held.quantity), 0) from held where held.product_id = products.id)
    )
    select id, number, total_grosze from own
    where exists (select from held join short on short.id = held.product_id where held.id = own.id)
      or discount_code = ${heldCode}
      or (gift_from_stock and exists (
        select from gift_rule where gift = own.gift_name and stock < ${gifts}::int))
      or (${withSample}::boolean and exists (
        select from held join products as sample on sample.id = held.product_id and sample.stock_quantity = 0
        join products as bottle on bottle.kind = 'bottle' and bottle.id = any(${productIds}::uuid[])
          and coalesce(bottle.scent_id, bottle.id) = coalesce(sample.scent_id, sample.id)
        where held.id = own.id and held.is_free))
    order by created_at desc`.execute(db)
  return rows
}

/** Whether this buyer cannot use the code any more. */
async function isCodeGone(db: Kysely<Database>, text: string, email: string): Promise<boolean> {
  const code = await findCode(db, text)
  if (!code || (code.most_uses === null && !code.once_per_person)) return false
  const { uses, own } = await countUses(db, text, { email })
  return (code.once_per_person && own > 0) || (code.most_uses !== null && uses >= code.most_uses)
}
