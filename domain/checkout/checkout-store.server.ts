import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
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
  events: Insertable<Database['order_events']>[]
  mails: ReturnType<typeof toOutboxRow>[]
}

/** Of an account that had none when its session was read. */
type AccountNames = { firstName: string; lastName: string }

/** What the rows were made from, and what must still be so when they are written. */
export type CheckoutPremises = {
  /** At the price, from the counted or uncounted stock, that they were read with. */
  lines: readonly PricedLine[]
  /** How many orders the account had placed, while its address is not proven; null: it does not matter. */
  checkoutsPlaced: number | null
}

/**
 * Writes a checkout with the answer of its key, takes its pieces from counted stock and gives the account its names: one
 * statement, which is its own transaction, so that all of it is there or nothing. False: nothing was written, because
 * a premise holds no more, or the key or a number was taken. It locks an unproven buyer and then the products in id order,
 * so that two carts with the same products can never wait for each other, and compares what they are by then. Locks
 * end with the statement: nobody waits for what happens between two of them.
 */
export async function writeCheckout(
  db: Kysely<Database>,
  { use, answer }: { use: KeyUse; answer: PlacedCheckout },
  { lines, checkoutsPlaced }: CheckoutPremises,
  rows: CheckoutRows,
  names: AccountNames | null,
): Promise<boolean> {
  const ids = lines.map(({ product }) => product.id)
  const quantities = lines.map(({ quantity }) => quantity)
  const prices = lines.map(({ product }) => product.price_grosze)
  const counted = lines.map(({ product }) => product.stock_quantity !== null)
  const numbers = answer.orderIds.map(formatOrderNumber)
  // Orders of the first release are not in the unique index, but are found by their number as well.
  const isRight = sql`
    (select count(*) from unchanged) = ${lines.length}::int
    and (select number from orders where number = any(${numbers}::text[]) order by number limit 1) is null`
  const nameless = sql`coalesce(first_name, '') = '' and coalesce(last_name, '') = ''`
  try {
    const { rows: written } = await sql`
      with line as materialized (
        select * from unnest(${ids}::uuid[], ${quantities}::int[], ${prices}::int[], ${counted}::boolean[])
          as line (id, quantity, price_grosze, counted)
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
          and (product.stock_quantity is null or product.stock_quantity >= line.quantity)
      ), claimed as (${claimKey(use, answer, isRight)}
      ), taken as (
        update products
        set stock_quantity = stock_quantity - line.quantity, out_of_stock = (stock_quantity = line.quantity)
        from line where products.id = line.id and line.counted and exists (select from claimed)
      ), account as (
        update users
        set checkouts_placed = checkouts_placed + 1,
            first_name = case when ${nameless} then coalesce(${names?.firstName ?? null}, first_name) else first_name end,
            last_name = case when ${nameless} then coalesce(${names?.lastName ?? null}, last_name) else last_name end
        where id = ${use.userId} and (${checkoutsPlaced}::int is not null or ${names !== null}::boolean)
          and exists (select from claimed)
      )${sql.join(insertRows(rows), sql``)}
      select from claimed`.execute(db)
    return written.length > 0
  } catch (error) {
    if (isNumberTaken(error)) return false
    throw error
  }
}

/** Each table's rows as JSON documents that name their columns, inserted if the key was claimed. */
function insertRows({ checkout, ...rows }: CheckoutRows): RawBuilder<unknown>[] {
  const tables = {
    checkouts: [checkout],
    orders: rows.orders,
    order_items: rows.items,
    shipments: rows.shipments,
    order_events: rows.events,
    mail_outbox: rows.mails,
  }
  return Object.entries(tables).flatMap(([table, documents]) => {
    const [first] = documents
    if (first === undefined) return []
    const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
    return sql`, ${sql.ref(`stored_${table}`)} as (
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(documents)}::json)
      where exists (select from claimed))`
  })
}

/** Two orders drew the same number at the same moment. */
function isNumberTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'orders_number_key'
}
