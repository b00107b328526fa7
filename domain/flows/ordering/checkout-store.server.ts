import { type Insertable, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** The columns that a checkout writes, which also give the type of its rows. All others have the table's default. */
const COLUMNS = {
  checkouts: [
    'id',
    'user_id',
    'payment',
    'shipping_method',
    'items_grosze',
    'shipping_grosze',
    'terms_version',
    'terms_accepted_at',
    'client_network',
    'on_https',
    'company',
    'delivery_vat_rate',
  ],
  orders: [
    'id',
    'checkout_id',
    'user_id',
    'email',
    'status',
    'shipping_method',
    'items_grosze',
    'shipping_grosze',
    'first_name',
    'last_name',
    'phone',
    'receiver_email',
    'street',
    'house_number',
    'city',
    'postal_code',
    'parcel_locker_id',
    'parcel_locker_name',
    'parcel_locker_address',
    'gift_name',
    'gift_pieces',
    'gift_from_stock',
    'discount_code',
    'waived_grosze',
  ],
  order_items: [
    'id',
    'order_id',
    'product_id',
    'product_name',
    'brand_name',
    'facts',
    'unit_price_grosze',
    'quantity',
    'taken_from_stock',
    'discount_grosze',
  ],
  shipments: [
    'order_id',
    'heads_parcel',
    'receiver_name',
    'receiver_phone',
    'receiver_email',
    'parcel_locker_id',
    'parcel_locker_name',
  ],
  payments: ['id', 'order_id', 'provider', 'mode', 'status', 'amount_grosze', 'expires_at'],
  order_events: ['order_id', 'subject', 'from_status', 'to_status', 'actor', 'actor_id', 'reason'],
  mail_outbox: ['key', 'template', 'recipient', 'data'],
} as const satisfies { [Table in keyof Database]?: readonly (keyof Insertable<Database[Table]>)[] }

type Table = keyof typeof COLUMNS
/** A row to insert, with all of these columns. */
export type Row<Name extends Table> = Required<
  Pick<Insertable<Database[Name]>, Extract<keyof Insertable<Database[Name]>, (typeof COLUMNS)[Name][number]>>
>

/** All rows of a checkout. */
export type CheckoutRows = {
  checkout: Row<'checkouts'>
  orders: Row<'orders'>[]
  items: Row<'order_items'>[]
  /** The shipments of orders paid on delivery. */
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
    select`.execute(trx)
}

function insertInto(table: Table, rows: readonly object[]) {
  const columns = sql.join(COLUMNS[table].map((column) => sql.ref(column)))
  return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${rowsOf(table, rows)}`
}

function rowsOf(table: Table, rows: readonly object[]) {
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`
}

/** Locks an account, so that its simultaneous orders are placed one after another. */
export async function lockBuyer(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Locks the address of a guest: each purchase is a user of its own, and their simultaneous orders wait here. */
export async function lockAddress(trx: Transaction<Database>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`guest:${email}`}, 0))`.execute(trx)
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
