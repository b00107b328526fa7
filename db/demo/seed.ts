import { type Kysely, sql, type Transaction } from 'kysely'
import { describeSize } from '#domain/catalog/scents/sizes.ts'
import { toSlug } from '#domain/catalog/slug.ts'
import type { Database } from '#domain/database.ts'
import type { PictureStorage } from '#domain/pictures/picture.ts'
import { sayStockCause } from '#domain/stock/stock-cause-queries.server.ts'
import { type DemoProduct, readDemo } from './demo-data.ts'
import { type DemoPictureKeys, storeDemoPictures } from './demo-pictures.ts'
import { seedReviews } from './demo-reviews.ts'

type Options = {
  now: Date
  /** null: the rows carry the pictures' keys, but no files are made (tests). */
  pictures: PictureStorage | null
  log?(line: string): void
  /** Aborts the making of pictures; nothing is loaded then. */
  signal?: AbortSignal
}

/** Keeps processes that start at once from loading the demo twice. */
const SEED_LOCK = 7_310_442
const DAY_MS = 86_400_000
/** The demo brand that is the original line, which the first migration inserts; all others are substitutes. */
const ORIGINAL_SLUG = 'perfumy-arabskie'

/** Loads the demo catalogue into a database without products; false when there are some already. All or nothing. */
export async function seedDemo(
  db: Kysely<Database>,
  { now, pictures, log = () => {}, signal }: Options,
): Promise<boolean> {
  if (await hasProducts(db)) return false
  const demo = readDemo()
  // Before the transaction: making the pictures takes seconds.
  const imageKeys = await storeDemoPictures(demo.products, pictures, log, signal)
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(trx)
    if (await hasProducts(trx)) return false
    const brandIds = await seedBrands(trx, demo)
    const productIds = await seedProducts(trx, demo, { brandIds, imageKeys, now })
    await trx
      .insertInto('demo_products')
      .values([...productIds.values()].map((product_id) => ({ product_id })))
      .execute()
    await trx.updateTable('gift_rule').set({ with_sample: true }).execute()
    await seedReviews(trx, demo.reviews, productIds, (days) => daysBefore(now, days))
    log(`Katalog pokazowy wczytany: produkty ${productIds.size}, marki ${demo.brands.length}`)
    return true
  })
}

async function hasProducts(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('products').select('id').limit(1).executeTakeFirst()) !== undefined
}

type Ids = Map<string, string>

async function seedBrands(
  trx: Transaction<Database>,
  { brands, producers }: ReturnType<typeof readDemo>,
): Promise<Ids> {
  const makers = await trx
    .insertInto('producers')
    .values(producers.map((producer) => ({ ...producer, is_demo: true })))
    .returning(['id', 'name'])
    .execute()
  const producerIds = new Map(makers.map(({ name, id }) => [name, id]))
  const original = brands.find(({ slug }) => slug === ORIGINAL_SLUG)
  const { id } = await trx
    .updateTable('brands')
    .set({ description: original?.description ?? '', producer_id: known(producerIds, original?.producer ?? '') })
    .where('is_arabic', '=', true)
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await trx
    .insertInto('brands')
    .values(
      brands
        .filter((brand) => brand !== original)
        .map(({ producer, ...brand }) => ({ ...brand, producer_id: known(producerIds, producer) })),
    )
    .returning(['id', 'slug'])
    .execute()
  return new Map([[ORIGINAL_SLUG, id], ...rows.map((row) => [row.slug, row.id] as const)])
}

type Seeding = { brandIds: Ids; imageKeys: DemoPictureKeys; now: Date }

/** The products, followed by the further sizes of some, which are dated an hour earlier. */
async function seedProducts(
  trx: Transaction<Database>,
  { products, sizes }: Pick<ReturnType<typeof readDemo>, 'products' | 'sizes'>,
  { brandIds, imageKeys, now }: Seeding,
): Promise<Ids> {
  const toRow = ({ brand, image: _, close_ups: __, created_days_ago, notes_pyramid, ...product }: DemoProduct) => ({
    ...product,
    brand_id: known(brandIds, brand),
    image_key: known(imageKeys, product.slug).image_key,
    notes_pyramid: JSON.stringify(notes_pyramid),
    created_at: daysBefore(now, created_days_ago),
  })
  const insert = async (rows: ReturnType<typeof toRow>[]) => {
    await sayStockCause(trx, { reason: 'added' })
    return trx.insertInto('products').values(rows).returning(['id', 'slug']).execute()
  }
  const first = new Map((await insert(products.map(toRow))).map(({ slug, id }) => [slug, id]))
  const pictures = [...first].flatMap(([slug, id]) =>
    known(imageKeys, slug).more_pictures.map((one, index) => ({ ...one, product_id: id, position: index + 2 })),
  )
  await trx.insertInto('product_pictures').values(pictures).execute()
  const further = sizes.flatMap(({ of, ...size }) =>
    products
      .filter(({ slug }) => slug === of)
      .map((product) => ({
        ...toRow({ ...product, created_days_ago: product.created_days_ago + 1 / 24 }),
        ...size,
        slug: toSlug(`${product.name} ${describeSize(size)}`),
        out_of_stock: size.stock_quantity === 0,
        scent_id: known(first, of),
      })),
  )
  return new Map([...first, ...(await insert(further)).map(({ slug, id }) => [slug, id] as const)])
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

function known<Value>(ids: Map<string, Value>, key: string): Value {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`db/demo/catalog.json names ${key}, which it does not define`)
  return id
}
