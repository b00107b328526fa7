import { type Insertable, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { stockCause } from '#domain/stock/stock-cause-queries.server.ts'

type Table = keyof Database & string
/** A row to insert. The columns that it does not name have the table's default. */
export type Row<Name extends Table> = Insertable<Database[Name]>

/** All rows of a checkout. */
export type CheckoutRows = {
  checkout: Row<'checkouts'>
  orders: Row<'orders'>[]
  items: Row<'order_items'>[]
  /** The shipments of orders that need no payment here first. */
  shipments: Row<'shipments'>[]
  /** The first payment attempt of each order paid ahead. */
  payments: Row<'payments'>[]
  events: Row<'order_events'>[]
  mail: (Omit<Row<'mail_outbox'>, 'data'> & { data: object }) | null
}

/**
 * Writes a checkout and takes its pieces and gifts from counted stock; the products are locked. It is one statement,
 * because each round trip within the transaction delays everyone who waits for its locks.
 */
export async function insertCheckout(trx: Transaction<Database>, rows: CheckoutRows): Promise<void> {
  const placed = rows.items.map(({ product_id, order_id }) => [product_id, { order_id }])
  const gifts = rows.orders.reduce((sum, order) => sum + (order.gift_from_stock ? (order.gift_pieces ?? 0) : 0), 0)
  await sql`
    with taken as (
      update products
      set stock_quantity = stock_quantity - item.quantity, out_of_stock = (stock_quantity = item.quantity)
      from ${rowsOf('order_items', rows.items)} as item
      where products.id = item.product_id and item.taken_from_stock
    ),
    gifts_taken as (update gift_rule set stock = stock - ${gifts}::int where ${gifts}::int > 0),
    checkout as (${insertInto('checkouts', [rows.checkout])}),
    orders_of_checkout as (${insertInto('orders', rows.orders)}),
    items as (${insertInto('order_items', rows.items)}),
    shipments_of_orders as (${insertInto('shipments', rows.shipments)}),
    payments_of_orders as (${insertInto('payments', rows.payments)}),
    events as (${insertInto('order_events', rows.events)}),
    mail as (${insertInto('mail_outbox', rows.mail ? [rows.mail] : [])})
    select ${stockCause({ reason: 'placed', products: Object.fromEntries(placed) })}`.execute(trx)
}

/** Rows of one table with the same columns. */
function insertInto(table: Table, rows: readonly object[]) {
  const [first] = rows
  if (!first) return sql`select`
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${rowsOf(table, rows)}`
}

function rowsOf(table: Table, rows: readonly object[]) {
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`
}

/** Locks an account, so that its simultaneous orders are placed one after another. */
export async function lockBuyer(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Locks the mailbox of a guest: each purchase is a user of its own, and their simultaneous orders wait here. */
export async function lockAddress(trx: Transaction<Database>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('guest:' || person_of(${email}), 0))`.execute(trx)
}

/** Gives an account without a name the name of its order. */
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

/** Whether the error means that two orders drew the same number. */
export function isNumberTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'orders_number_key'
}
