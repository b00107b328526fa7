import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { changeStatus, insertEvents } from '#domain/kernel/database/status-store.server.ts'
import { STATE_VERSION } from '#domain/kernel/lists/row-version-queries.server.ts'
import { ORDER_TRANSITIONS, type OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import type { Actor, StatusChange } from '#domain/kernel/transitions.ts'

/** Changes the status of an order and writes its event. Refuses transitions that the table does not allow. */
export function changeOrderStatus(trx: Transaction<Database>, orderId: string, change: StatusChange<OrderStatus>) {
  return changeStatus(trx, 'order', ORDER_TRANSITIONS, orderId, change)
}

/** The code of an order, with its buyer. Undefined when there is no such order. */
export function findOrderCode(trx: Transaction<Database>, orderId: string) {
  return trx
    .selectFrom('orders')
    .select(['discount_code', 'email', 'checkout_id'])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

/** Locks an order until the transaction ends and returns its status. Undefined when there is none. */
export async function lockOrderStatus(trx: Transaction<Database>, orderId: string): Promise<OrderStatus | undefined> {
  const order = await trx.selectFrom('orders').select('status').where('id', '=', orderId).forUpdate().executeTakeFirst()
  return order?.status
}

/**
 * Locks an order, then its shipment, until the transaction ends, and returns their state with its version. Undefined
 * when there is no such order.
 */
export async function lockOrderWithShipment(trx: Transaction<Database>, orderId: string) {
  if ((await lockOrderStatus(trx, orderId)) === undefined) return undefined
  await trx.selectFrom('shipments').select('id').where('order_id', '=', orderId).forUpdate().execute()
  return await trx
    .selectFrom('orders')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .select(['orders.id', 'orders.status', 'orders.shipping_method', 'shipments.status as shipping_status'])
    .select(STATE_VERSION.as('version'))
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
}

/**
 * Takes pieces, which were returned to stock before, out of an order that was not paid: the reduction of the total is
 * stored with its moment. Each item keeps at least one piece; an order that would keep none is cancelled instead.
 */
export async function subtractPieces(
  trx: Transaction<Database>,
  orderId: string,
  pieces: readonly { orderItemId: string; quantity: number }[],
): Promise<void> {
  await sql`
    with out as (
      select order_items.id, pieces.quantity, discount_grosze as discount,
        -- As shareOfPieces splits it.
        discount_grosze / order_items.quantity * kept.pieces
          + greatest(0, kept.pieces - (order_items.quantity - discount_grosze % order_items.quantity)) as kept_discount
      from unnest(${pieces.map(({ orderItemId }) => orderItemId)}::uuid[], ${pieces.map(({ quantity }) => quantity)}::int[])
        as pieces (id, quantity)
      join order_items on order_items.id = pieces.id and order_items.order_id = ${orderId}
      cross join lateral (select order_items.quantity - pieces.quantity as pieces) as kept
    ), taken as (
      update order_items set quantity = order_items.quantity - out.quantity, discount_grosze = out.kept_discount,
        restocked = greatest(0, restocked - out.quantity)
      from out where order_items.id = out.id
      returning order_items.unit_price_grosze * out.quantity - (out.discount - out.kept_discount) as grosze
    ), total as (
      update orders set items_grosze = items_grosze - (select sum(grosze) from taken)
      where id = ${orderId} returning (select sum(grosze)::int from taken) as grosze
    )
    insert into order_amendments (order_id, difference_grosze) select ${orderId}::uuid, -grosze from total`.execute(trx)
}

/**
 * Makes the kept orders of an unpaid checkout dearer by a discount that they lose, item by item, and by a delivery that
 * is not free any more. What no item has of the discount was a free delivery by its code. The rise of each total is
 * stored with its moment.
 */
export async function takeBackAdvantages(
  trx: Transaction<Database>,
  checkoutId: string,
  { discount, delivery }: { discount: Grosze; delivery: Grosze },
): Promise<void> {
  await sql`
    with kept as (
      select order_items.id, order_id, discount_grosze,
        coalesce(sum(discount_grosze) over (order by order_id, order_items.id
          rows between unbounded preceding and 1 preceding), 0) as before
      from order_items join orders on orders.id = order_id
      where checkout_id = ${checkoutId} and status <> 'cancelled' and discount_grosze > 0
    ), cut as (
      select id, order_id, least(discount_grosze, greatest(0, ${discount}::int - before))::int as grosze from kept
    ), items as (
      update order_items set discount_grosze = order_items.discount_grosze - cut.grosze from cut
      where order_items.id = cut.id and cut.grosze > 0
    ), rises as (
      select orders.id, coalesce((select sum(cut.grosze) from cut where cut.order_id = orders.id), 0)::int as items,
        (case when row_number() over (order by orders.id) = 1
          then ${delivery}::int + ${discount}::int - coalesce((select sum(cut.grosze) from cut), 0) else 0 end)::int as delivery
      from orders where checkout_id = ${checkoutId} and status <> 'cancelled'
    ), raised as (
      update orders set items_grosze = items_grosze + rises.items, shipping_grosze = shipping_grosze + rises.delivery,
        waived_grosze = greatest(0, waived_grosze - rises.delivery)
      from rises where orders.id = rises.id and rises.items + rises.delivery > 0
      returning orders.id, rises.items + rises.delivery as grosze
    )
    insert into order_amendments (order_id, difference_grosze) select id, grosze from raised`.execute(trx)
}

/** Writes an event of an order that is no change of its status. */
export async function insertOrderEvent(
  trx: Transaction<Database>,
  orderId: string,
  event: Actor & { from: string | null; to: string; reason: string | null },
): Promise<void> {
  await insertEvents(trx, { ...event, orderId, subject: 'order' })
}

/** The last one who cancelled an order. */
export async function findCanceller(trx: Transaction<Database>, orderId: string) {
  const event = await trx
    .selectFrom('order_events')
    .select('actor')
    .where('order_id', '=', orderId)
    .where('subject', '=', 'order')
    .where('to_status', '=', 'cancelled')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return event?.actor
}

/** Counts the orders of every day (UTC) that ended before `moment` and is not counted yet. */
export async function countOrderDays(db: Kysely<Database>, moment: Date): Promise<void> {
  await sql`
    insert into order_days (day, orders)
    select (created_at at time zone 'UTC')::date as day, count(*) from orders
    where created_at >= coalesce((select max(day) + 1 from order_days)::timestamp at time zone 'UTC', '-infinity')
      and created_at < date_trunc('day', ${moment}::timestamptz, 'UTC')
    group by day
    on conflict (day) do nothing`.execute(db)
}

/**
 * Moves checkouts, with their orders, to the account whose address was just proven, if their orders carry this address
 * under another account. Call it in the transaction that proves the address, and nowhere else: a matching e-mail alone
 * must not attach an order. Orders of deleted accounts stay where they are.
 */
export async function attachOrders(
  trx: Transaction<Database>,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await sql`
    with moved as (
      update orders set user_id = ${userId} from users as before
      where orders.email = ${email} and orders.user_id <> ${userId}
        and before.id = orders.user_id and before.deleted_at is null
      returning checkout_id
    )
    update checkouts set user_id = ${userId} where id in (select checkout_id from moved)`.execute(trx)
}

export async function insertNote(trx: Transaction<Database>, orderId: string, note: string): Promise<void> {
  await trx.insertInto('order_notes').values({ order_id: orderId, note }).execute()
}

/** False when the order has no such note. */
export async function deleteNote(trx: Transaction<Database>, orderId: string, noteId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('order_notes')
    .where('id', '=', noteId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
