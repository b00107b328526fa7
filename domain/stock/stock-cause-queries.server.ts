import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { StockCause } from './movement.ts'

/**
 * An expression of the statement that changes stock and says why. The trigger of products writes it into the movements;
 * where nobody said it, the reason is unknown.
 */
export const stockCause = (cause: StockCause): RawBuilder<string> =>
  sql<string>`set_config('perfumeria.stock_cause', ${JSON.stringify(cause)}, true)`

/** Says why the next statement that writes products changes their stock. */
export async function sayStockCause(trx: Transaction<Database>, cause: StockCause): Promise<void> {
  await sql`select ${stockCause(cause)}`.execute(trx)
}
