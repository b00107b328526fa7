import { type Insertable, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { compileOnce, type Placeholder } from '#domain/compiled-queries.server.ts'
import type { Database } from '#domain/database.ts'
import type { toOutboxRow } from '#domain/email/queue-mail.server.ts'
import { claimKey, type KeyUse } from '#domain/idempotency/idempotency-queries.server.ts'
import { formatOrderNumber } from '#domain/orders/order.ts'
import type { PlacedCheckout } from './checkout.ts'
import type { PricedLine } from './pricing.ts'

/** Everything that a checkout is, row by row. */
export type CheckoutRows = {
  checkout: Insertable<Database['checkouts']>
  orders: Insertable<Database['orders']>[]
  items: Insertable<Database['order_items']>[]
  shipments: Insertable<Database['shipments']>[]
  /** The first attempt to pay for each order that is paid ahead. */
  payments: Insertable<Database['payments']>[]
  events: Insertable<Database['order_events']>[]
  mail: ReturnType<typeof toOutboxRow> | null
}

/** Of an account that had none when its session was read. */
type AccountNames = { firstName: string; lastName: string }

/** What the rows were made from, and what must still be so when they are written. */
export type CheckoutPremises = {
  /** At the price, from the counted or uncounted stock, that they were read with. */
  lines: readonly PricedLine[]
  /** How many orders the account had placed, while it received no parcel yet; null: it does not matter. */
  checkoutsPlaced: number | null
  /** How much stock of each line's product is left at least (`checkStockShares`); null: as much as is ordered. */
  leastStock: readonly (number | null)[] | null
}

/**
 * Writes a checkout with the answer of its key, takes its pieces from counted stock and gives the account its names: one
 * statement, which is its own transaction, so that all of it is there or nothing. False: nothing was written, because
 * a premise holds no more, or the key or a number was taken. It locks a new buyer and then the products in id order,
 * so that two carts with the same products can never wait for each other, and compares what they are by then. Locks
 * end with the statement: nobody waits for what happens between two of them.
 */
export async function writeCheckout(
  db: Kysely<Database>,
  { use, answer }: { use: KeyUse; answer: PlacedCheckout },
  { lines, checkoutsPlaced, leastStock }: CheckoutPremises,
  rows: CheckoutRows,
  names: AccountNames | null,
): Promise<boolean> {
  const tables: TableRows = {
    checkouts: [rows.checkout],
    orders: rows.orders,
    order_items: rows.items,
    shipments: rows.shipments,
    payments: rows.payments,
    order_events: rows.events,
    mail_outbox: rows.mail ? [rows.mail] : [],
  }
  refuseUnnamedDifferences(tables)
  // Paid on delivery and paid ahead fill different tables.
  const shape = TABLES.map((table) => `${table} ${Object.keys(tables[table][0] ?? {})}`).join()
  let write = WRITES.get(shape)
  if (!write) {
    write = compileWrite(tables)
    WRITES.set(shape, write)
  }
  try {
    const { rows: written } = await write(db, { use, answer, lines, checkoutsPlaced, leastStock, tables, names })
    return written.length > 0
  } catch (error) {
    if (isNumberTaken(error)) return false
    throw error
  }
}

type Row = Readonly<Record<string, unknown>>
type TableRows = Record<keyof typeof COLUMNS_OF_ROWS, readonly Row[]>

/**
 * What differs between the rows that one checkout has in a table, with its type: every other column has one value, that of
 * the first row, for all of them.
 */
const COLUMNS_OF_ROWS = {
  checkouts: {},
  orders: { id: 'uuid', items_grosze: 'bigint', shipping_grosze: 'integer' },
  order_items: {
    id: 'uuid',
    order_id: 'uuid',
    product_id: 'uuid',
    product_name: 'text',
    brand_name: 'text',
    unit_price_grosze: 'integer',
    quantity: 'smallint',
    taken_from_stock: 'boolean',
  },
  shipments: { order_id: 'uuid', heads_parcel: 'boolean' },
  payments: { id: 'uuid', order_id: 'uuid', amount_grosze: 'bigint' },
  order_events: {
    order_id: 'uuid',
    subject: 'text',
    to_status: 'text',
    actor: 'text',
    actor_id: 'uuid',
  },
  mail_outbox: {},
} as const satisfies Record<string, Readonly<Record<string, string>>>

const TABLES = ['checkouts', 'orders', 'order_items', 'shipments', 'payments', 'order_events', 'mail_outbox'] as const

type WrittenCheckout = CheckoutPremises & {
  use: KeyUse
  answer: PlacedCheckout
  tables: TableRows
  names: AccountNames | null
}

/** A column that differs between the rows of a table must be named above, or all rows would get the first one's value. */
function refuseUnnamedDifferences(tables: TableRows): void {
  for (const table of TABLES) {
    const [first, ...others] = tables[table]
    for (const [column, value] of Object.entries(first ?? {})) {
      if (!(column in COLUMNS_OF_ROWS[table]) && others.some((row) => row[column] !== value)) {
        throw new Error(`the rows of ${table} differ in ${column}`)
      }
    }
  }
}

/** By the tables and columns that they fill. */
const WRITES = new Map<string, ReturnType<typeof compileWrite>>()

function compileWrite(tables: TableRows) {
  return compileOnce((placeholder: Placeholder<WrittenCheckout>, db) => {
    const eachLine = <Value>(read: (line: PricedLine) => Value) => placeholder(({ lines }) => lines.map(read))
    const ids = eachLine(({ product }) => product.id)
    const quantities = eachLine(({ quantity }) => quantity)
    const prices = eachLine(({ product }) => product.price_grosze)
    const counted = eachLine(({ product }) => product.stock_quantity !== null)
    const least = placeholder(({ lines, leastStock }) =>
      lines.map(({ quantity }, index) => Math.max(quantity, leastStock?.[index] ?? 0)),
    )
    const numbers = placeholder(({ answer }) => answer.orderIds.map(formatOrderNumber))
    const checkoutsPlaced = placeholder((values) => values.checkoutsPlaced)
    const use = {
      userId: placeholder((values) => values.use.userId),
      key: placeholder((values) => values.use.key),
      operation: placeholder((values) => values.use.operation),
      requestHash: placeholder((values) => values.use.requestHash),
    }
    const answer = placeholder((values) => JSON.stringify(values.answer))
    const firstName = placeholder(({ names }) => names?.firstName ?? null)
    const lastName = placeholder(({ names }) => names?.lastName ?? null)
    // Orders of the first release are not in the unique index, but are found by their number as well.
    const isRight = sql`
    (select count(*) from unchanged) = ${placeholder(({ lines }) => lines.length)}::int
    and (select number from orders where number = any(${numbers}::text[]) order by number limit 1) is null`
    const nameless = sql`coalesce(first_name, '') = '' and coalesce(last_name, '') = ''`
    return sql`
      with line as materialized (
        select * from unnest(${ids}::uuid[], ${quantities}::int[], ${prices}::int[], ${counted}::boolean[], ${least}::int[])
          as line (id, quantity, price_grosze, counted, least_stock)
      ), buyer as materialized (
        select from users where id = ${use.userId} and checkouts_placed = ${checkoutsPlaced}::int for no key update
      ), product as materialized (
        select id, price_grosze, stock_quantity, active, out_of_stock from products
        where id = any(${ids}::uuid[]) and (${checkoutsPlaced}::int is null or exists (select from buyer))
        order by id for no key update
      ), unchanged as materialized (
        select from line join product on product.id = line.id
        where product.active and not product.out_of_stock and product.price_grosze = line.price_grosze
          and (product.stock_quantity is not null) = line.counted
          and (product.stock_quantity is null or product.stock_quantity >= line.least_stock)
      ), claimed as (${claimKey(use, answer, isRight)}
      ), taken as (
        update products
        set stock_quantity = stock_quantity - line.quantity, out_of_stock = (stock_quantity = line.quantity)
        from line where products.id = line.id and line.counted and exists (select from claimed)
      ), account as (
        update users
        set checkouts_placed = checkouts_placed + 1,
            first_name = case when ${nameless} then coalesce(${firstName}, first_name) else first_name end,
            last_name = case when ${nameless} then coalesce(${lastName}, last_name) else last_name end
        where id = ${use.userId} and (${checkoutsPlaced}::int is not null or ${placeholder(({ names }) => names !== null)}::boolean)
          and exists (select from claimed)
      )${sql.join(insertRows(placeholder, tables), sql``)}
      select from claimed`.compile(db)
  })
}

/** Inserts each table's rows if the key was claimed: what differs between them as arrays, all else from the first. */
function insertRows(placeholder: Placeholder<WrittenCheckout>, tables: TableRows): RawBuilder<unknown>[] {
  return TABLES.flatMap((table) => {
    const [first] = tables[table]
    if (first === undefined) return []
    const columns = Object.keys(first)
    const types: Readonly<Record<string, string>> = COLUMNS_OF_ROWS[table]
    const own = Object.entries(types)
    const values = columns.map((column) =>
      column in types ? sql.ref(`row.${column}`) : placeholder((written) => written.tables[table][0]?.[column]),
    )
    const arrays = own.map(
      ([column, type]) =>
        sql`${placeholder((written) => written.tables[table].map((row) => row[column]))}::${sql.raw(type)}[]`,
    )
    const names = sql.join(columns.map((column) => sql.ref(column)))
    const from =
      own.length === 0
        ? sql``
        : sql`from unnest(${sql.join(arrays)}) as row (${sql.join(own.map(([column]) => sql.ref(column)))})`
    return sql`, ${sql.ref(`stored_${table}`)} as (
      insert into ${sql.table(table)} (${names}) select ${sql.join(values)} ${from} where exists (select from claimed))`
  })
}

/** Locks an account, and lets the orders that it is placing meanwhile as a new buyer begin again. */
export async function lockNewBuyer(trx: Transaction<Database>, userId: string): Promise<void> {
  await sql`update users set checkouts_placed = checkouts_placed + 1 where id = ${userId}`.execute(trx)
}

/** Two orders drew the same number at the same moment. */
function isNumberTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'orders_number_key'
}
