import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { changeStatus } from '#domain/kernel/status-store.server.ts'
import type { StatusChange } from '#domain/kernel/transitions.ts'
import { ORDER_TRANSITIONS, type OrderStatus } from './order.ts'

/** Changes the status of an order and writes its event. Refuses transitions that the table does not allow. */
export function changeOrderStatus(trx: Transaction<Database>, orderId: string, change: StatusChange<OrderStatus>) {
  return changeStatus(trx, 'order', ORDER_TRANSITIONS, orderId, change)
}

/** Locks an order until the transaction ends and returns its status. Undefined when there is none. */
export async function lockOrderStatus(trx: Transaction<Database>, orderId: string): Promise<OrderStatus | undefined> {
  const order = await trx.selectFrom('orders').select('status').where('id', '=', orderId).forUpdate().executeTakeFirst()
  return order?.status
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

/** The status from which an order was last cancelled. */
export async function findCancelledFrom(trx: Transaction<Database>, orderId: string) {
  const event = await trx
    .selectFrom('order_events')
    .select('from_status')
    .where('order_id', '=', orderId)
    .where('subject', '=', 'order')
    .where('to_status', '=', 'cancelled')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return event?.from_status
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
 * under another account. Call it in the transaction that proves the address, and nowhere else: nothing is attached
 * because an e-mail matches. Orders of deleted accounts stay where they are.
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
