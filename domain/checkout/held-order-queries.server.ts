import { type Kysely, sql } from 'kysely'
import type { SignedInUser } from '#domain/accounts/account.ts'
import { describeFacts } from '#domain/catalog/product.ts'
import type { Database } from '#domain/database.ts'
import { describeOrdered } from '#domain/kernel/order-words/order-names.ts'
import { listFacts } from '#domain/orders/order-facts.ts'
import { heldRequestSchema } from './held-order.ts'

export function findHeldOrderByKey(db: Kysely<Database>, { userId, key }: { userId: string; key: string }) {
  return db
    .selectFrom('held_orders')
    .select(['total_grosze', 'expires_at'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** How many orders of an account wait for confirmation at this moment. */
export async function countHeldOrders(db: Kysely<Database>, userId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('held_orders')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

/** An order that waits or waited for confirmation, with its account. */
export async function findHeldOrder(db: Kysely<Database>, id: string) {
  const held = await db
    .selectFrom('held_orders')
    .innerJoin('users', 'users.id', 'held_orders.user_id')
    .leftJoin('guests', 'guests.user_id', 'users.id')
    .select(({ fn }) => [
      'held_orders.id',
      'held_orders.idempotency_key',
      'held_orders.request',
      'held_orders.total_grosze',
      'held_orders.expires_at',
      'held_orders.confirmed_at',
      'held_orders.cancelled_at',
      'users.id as user_id',
      fn.coalesce('guests.email', 'users.email').as('email'),
      'users.role',
      'users.first_name',
      'users.last_name',
    ])
    .where('held_orders.id', '=', id)
    .executeTakeFirst()
  if (!held) return undefined
  const { user_id, email, role, first_name, last_name, request, ...order } = held
  const user: SignedInUser = { id: user_id, email, role, first_name, last_name }
  return { ...order, request: heldRequestSchema.parse(request), user }
}

/** `over`: the admin ended the order. */
type HeldStanding = 'open' | 'confirmed' | 'over'

/** Products as they are now, for a mail about what is not ordered yet. */
export async function listMailedProducts(db: Kysely<Database>, ids: readonly string[]) {
  const products = await db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select(['products.id', 'products.name', 'brands.name as brand_name', 'kind', 'volume_ml', 'concentration'])
    .select(['gender', 'image_key'])
    .where('products.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return products.map((product) => ({
    productId: product.id,
    name: product.name,
    description: describeOrdered({ brand_name: product.brand_name, facts: describeFacts(product) }),
    gender: product.gender,
    imageKey: product.image_key,
    kind: product.kind,
  }))
}

/** A held order for its mail, with its products as they are now. The mail itself computes until when it waits. */
export async function findMailedHeldOrder(db: Kysely<Database>, id: string) {
  const held = await findHeldOrder(db, id)
  if (!held) throw new Error(`there is no held order ${id}`)
  const {
    lines,
    recipient,
    shownShippingGrosze,
    discountCode,
    shownDiscountGrosze = 0,
    promisedSamples = [],
  } = held.request
  const discount = discountCode === undefined ? null : { code: discountCode, grosze: shownDiscountGrosze }
  const products = await listMailedProducts(
    db,
    lines.map(({ productId }) => productId),
  )
  const items = lines.flatMap(({ productId, quantity, shownPriceGrosze }) =>
    products
      .filter((product) => product.productId === productId)
      .map((product) => ({ ...product, quantity, shownPriceGrosze })),
  )
  const standing: HeldStanding = held.confirmed_at !== null ? 'confirmed' : held.cancelled_at !== null ? 'over' : 'open'
  return {
    id,
    firstName: recipient.firstName,
    facts: listFacts(recipient, 'mail'),
    expiresAt: held.expires_at,
    standing,
    items,
    promisedSamples,
    shownShippingGrosze,
    discount,
  }
}
