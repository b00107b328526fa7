import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { PaymentMode, SyncedProduct } from '#domain/payments/payment-provider.ts'

type Key = { productId: string; mode: PaymentMode }

/** The content of a product that the provider has to know. */
export function findProductContent(db: Kysely<Database>, productId: string) {
  return db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select([
      'products.name',
      'brands.name as brand_name',
      'products.description',
      'products.current_price_grosze',
      'products.image_key',
      'products.active',
    ])
    .where('products.id', '=', productId)
    .executeTakeFirst()
}

/** Locks the provider's known state of a product until the transaction ends, and returns it. */
export async function lockProviderProduct(trx: Transaction<Database>, { productId, mode }: Key) {
  await trx
    .insertInto('provider_products')
    .values({ product_id: productId, mode })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('provider_products')
    .select(['provider_product_id', 'provider_price_id', 'synced', 'request_number', 'pending'])
    .where('product_id', '=', productId)
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Stores a numbered request before it is sent. */
export async function storePendingRequest(
  trx: Transaction<Database>,
  { productId, mode }: Key,
  request: { number: number; pending: string },
): Promise<void> {
  await trx
    .updateTable('provider_products')
    .set({ pending: request.pending, request_number: request.number })
    .where('product_id', '=', productId)
    .where('mode', '=', mode)
    .execute()
}

/** Stores the outcome of the request with this number, unless another process has: the present `ids` and `synced`. */
export async function storeRequestOutcome(
  db: Kysely<Database>,
  { productId, mode }: Key,
  outcome: { number: number; ids: SyncedProduct | null; synced: string | null; moment: Date },
): Promise<void> {
  const { number, ids, synced, moment } = outcome
  await db
    .updateTable('provider_products')
    .set({
      provider_product_id: ids?.providerProductId ?? null,
      provider_price_id: ids?.providerPriceId ?? null,
      synced,
      pending: null,
      synced_at: moment,
    })
    .where('product_id', '=', productId)
    .where('mode', '=', mode)
    .where('request_number', '=', number)
    .where('pending', 'is not', null)
    .execute()
}

/** The modes in which the provider knows a product. */
export async function listProviderModes(db: Kysely<Database>, productId: string): Promise<PaymentMode[]> {
  const rows = await db.selectFrom('provider_products').select('mode').where('product_id', '=', productId).execute()
  return rows.map(({ mode }) => mode)
}

/** The products that the provider should have in this mode, or has and should not have. */
export async function listSyncedProducts(db: Kysely<Database>, mode: PaymentMode): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where(({ or, eb }) => or([eb('active', '=', true), isAtProvider(mode)]))
    .execute()
  return rows.map(({ id }) => id)
}

/** The products on sale that the provider does not have in this mode yet. */
export async function listMissingProducts(db: Kysely<Database>, mode: PaymentMode): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('active', '=', true)
    .where(({ not }) => not(isAtProvider(mode)))
    .execute()
  return rows.map(({ id }) => id)
}

const isAtProvider = (mode: PaymentMode) => sql<boolean>`exists (
  select from provider_products
  where product_id = products.id and mode = ${mode} and provider_product_id is not null)`

/** Names of products by id. */
export async function listProductNames(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
