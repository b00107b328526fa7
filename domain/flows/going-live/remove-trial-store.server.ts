import { sql, type Transaction } from 'kysely'
import { IS_RECALLED } from '#domain/batches/recall-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { staysAfterTrial } from '#domain/going-live/going-live-queries.server.ts'
import { sayStockCause } from '#domain/stock/stock-cause-queries.server.ts'
import { LOCKED_TABLES, TABLE_VERDICTS } from './trial-tables.ts'

/**
 * Blocks all writers until the transaction ends, but no readers. Waits for running calls: each order locks its account
 * and its idempotency key first, so those tables come first, and the audit last.
 */
export async function lockOutWriters(trx: Transaction<Database>): Promise<void> {
  const tables = LOCKED_TABLES.toSorted((a, b) => rankLock(a) - rankLock(b)).map((table) => sql.table(table))
  await sql`set local statement_timeout = '5min'`.execute(trx)
  await sql`lock table ${sql.join(tables)} in exclusive mode`.execute(trx)
}

const FIRST = ['users', 'idempotency_keys', 'products', 'gift_rule']
const rankLock = (table: string) => (FIRST.includes(table) ? FIRST.indexOf(table) : table === 'audit_events' ? 99 : 50)

/** Returns the pieces that orders of the trial took from counted stock and have not returned. */
export async function returnTrialPieces(trx: Transaction<Database>): Promise<void> {
  await sayStockCause(trx, { reason: 'trial' })
  await sql`
    update products
    set stock_quantity = stock_quantity + taken.pieces, out_of_stock = out_of_stock and (stock_quantity > 0 or ${IS_RECALLED})
    from (
      select product_id, sum(pieces)::int as pieces from (
        select product_id, quantity - restocked as pieces
        from order_items join orders on orders.id = order_items.order_id
        where taken_from_stock and orders.status <> 'cancelled'
        union all
        select product_id, quantity from held_pieces
      ) as each group by product_id
    ) as taken
    where products.id = taken.product_id and taken.pieces > 0 and stock_quantity is not null`.execute(trx)
  await sql`
    update gift_rule set stock = stock + taken.pieces
    from (select gift_name, sum(gift_pieces)::int as pieces from orders where gift_from_stock group by gift_name) as taken
    where taken.gift_name = gift_rule.gift and stock is not null`.execute(trx)
}

/** Empties the tables of a trial by their verdicts. Nothing of the accounts that stay goes but trial orders. */
export async function emptyTrialTables(trx: Transaction<Database>, adminEmail: string): Promise<void> {
  await sql`set local perfumeria.removes_trial = 'yes'`.execute(trx)
  const staying = sql`(select id from users where ${staysAfterTrial(adminEmail)})`
  const partly: Partial<Record<keyof typeof TABLE_VERDICTS, ReturnType<typeof sql>>> = {
    run_items: sql`checkout_id is not null`,
    codes: sql`sample_checkout_id is not null`,
    // Runs without a mode are runs over parcels.
    runs: sql`mode is null`,
    users: sql`not ${staysAfterTrial(adminEmail)}`,
    audit_events: sql`action <> 'shop.started_clean'`,
    terms_versions: sql`version < coalesce((select max(version) from terms_versions
      where version <= (now() at time zone 'Europe/Warsaw')::date::text), '')`,
    product_prices: sql`valid_to <= coalesce((select https_since from going_live), now())`,
  }
  for (const table of Object.keys(TABLE_VERDICTS) as (keyof typeof TABLE_VERDICTS)[]) {
    const verdict = TABLE_VERDICTS[table]
    const condition =
      verdict === 'gone'
        ? sql`true`
        : verdict === 'people'
          ? sql`user_id is null or user_id not in ${staying}`
          : partly[table]
    if (condition) await sql`delete from ${sql.table(table)} where ${condition}`.execute(trx)
  }
  await sql`update users set terms_version = null, terms_accepted_at = null where terms_version is not null`.execute(
    trx,
  )
  // No order shows the pictures of removed demo goods any more, so a job deletes their files.
  await sql`
    update products set image_key = null where not active and id in (select product_id from demo_products)`.execute(trx)
  // Emptied again, because the triggers of deleted reviews write rows here.
  await sql`delete from product_ratings`.execute(trx)
}

export async function noteCleaned(trx: Transaction<Database>, now: Date): Promise<void> {
  await trx.updateTable('going_live').set({ cleaned_at: now }).execute()
}
