import { type Insertable, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Everything that a checkout is, row by row. */
export type CheckoutRows = {
  checkout: Insertable<Database['checkouts']>
  orders: Insertable<Database['orders']>[]
  items: Insertable<Database['order_items']>[]
  /** Of orders that are paid on delivery. */
  shipments: Insertable<Database['shipments']>[]
  /** The first attempt to pay for each order that is paid ahead. */
  payments: Insertable<Database['payments']>[]
  events: Insertable<Database['order_events']>[]
}

export async function insertCheckout(trx: Transaction<Database>, rows: CheckoutRows): Promise<void> {
  await trx.insertInto('checkouts').values(rows.checkout).execute()
  await trx.insertInto('orders').values(rows.orders).execute()
  await trx.insertInto('order_items').values(rows.items).execute()
  if (rows.shipments.length > 0) await trx.insertInto('shipments').values(rows.shipments).execute()
  if (rows.payments.length > 0) await trx.insertInto('payments').values(rows.payments).execute()
  await trx.insertInto('order_events').values(rows.events).execute()
}

/** Locks an account, so that its orders of this moment are placed one after the other. */
export async function lockBuyer(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Gives an account that has no name the one that it orders with. */
export async function nameAccount(
  trx: Transaction<Database>,
  userId: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ first_name: firstName, last_name: lastName })
    .where('id', '=', userId)
    .where(sql<boolean>`coalesce(first_name, '') = '' and coalesce(last_name, '') = ''`)
    .execute()
}

/** Whether an error says that two orders drew the same number. */
export function isNumberTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'orders_number_key'
}
