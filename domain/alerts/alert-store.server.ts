import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { nameWithVolume } from '#domain/kernel/order-words/name-with-size.ts'
import type { AlertKind, ProductAlert } from './alert.ts'

type NewAlert = { product_id: string; kind: AlertKind; email: string; price_grosze: number | null; asked_at: Date }

/** Stores an alert, or renews an existing one with the present price and time. */
export function upsertAlert(trx: Transaction<Database>, alert: NewAlert) {
  return trx
    .insertInto('product_alerts')
    .values({ id: sql`gen_random_uuid()`, confirmed_at: null, ...alert })
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'kind', 'email'])
        .doUpdateSet({ price_grosze: alert.price_grosze, asked_at: alert.asked_at }),
    )
    .returning(['id', 'confirmed_at'])
    .executeTakeFirstOrThrow()
}

/** Confirms an alert; may be repeated. Undefined when the alert is over. */
export async function confirmAlertRow(db: Kysely<Database>, id: string, now: Date): Promise<ProductAlert | undefined> {
  const found = await db
    .updateTable('product_alerts')
    .from('products')
    .set({ confirmed_at: sql`coalesce(confirmed_at, ${now})` })
    .where('product_alerts.id', '=', id)
    .whereRef('products.id', '=', 'product_alerts.product_id')
    .returning(['product_alerts.kind', 'products.name', 'products.volume_ml'])
    .executeTakeFirst()
  return found && { kind: found.kind, product_name: nameWithVolume(found) }
}

export async function deleteAlert(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('product_alerts').where('id', '=', id).execute()
}

/** Claims those of these alerts that no other process has claimed. */
export function takeAlerts(trx: Transaction<Database>, ids: readonly string[]) {
  return trx
    .deleteFrom('product_alerts')
    .where('id', 'in', ids)
    .where('confirmed_at', 'is not', null)
    .returning(['id', 'product_id', 'kind', 'email'])
    .execute()
}
