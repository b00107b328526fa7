import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { readGiftRule } from '#domain/gifts/gift-rule-queries.server.ts'
import { orFail } from '#domain/kernel/result.ts'
import { buildCatalog, type Catalog, type CatalogRow, replaceProducts } from './catalog.ts'
import { brandOnSale, onSale, selectProducts, toProduct } from './product-queries.server.ts'

/** The part of the catalogue that visitors may see. */
export async function readCatalog(db: Kysely<Database>): Promise<Catalog> {
  const [[rows, formerSlugs, moved, giftRule], [brands, formerBrandSlugs, sales], settings] = await Promise.all([
    orFail(
      'Failed to fetch products',
      Promise.all([
        selectRows(db).orderBy('p.created_at', 'desc').orderBy('p.id').execute(),
        db.selectFrom('product_slugs').select(['slug', 'product_id']).execute(),
        db.selectFrom('moved_addresses').select(['path', 'product_id']).execute(),
        readGiftRule(db),
      ]),
    ),
    orFail('Failed to fetch brands', readBrands(db)),
    orFail(
      'Failed to fetch shop settings',
      db.selectFrom('shop_settings').select('hide_substitutes').where('id', '=', 1).executeTakeFirst(),
    ),
  ])
  return buildCatalog(rows.map(toRow), {
    brands,
    // A former shop may have had its products where this one has them.
    formerSlugs: new Map([
      ...moved.map(({ path, product_id }) => [path.replace(PRODUCT_PATH, ''), product_id] as const),
      ...formerSlugs.map(({ slug, product_id }) => [slug, product_id] as const),
    ]),
    movedAddresses: new Map(moved.map(({ path, product_id }) => [path, product_id])),
    formerBrandSlugs: new Map(formerBrandSlugs.map(({ former, slug }) => [former, slug])),
    brandSales: new Map(sales.map(({ brand_id, pieces }) => [brand_id, pieces])),
    hidesSubstitutes: settings?.hide_substitutes ?? false,
    giftRule,
  })
}

const PRODUCT_PATH = /^\/produkt\//

/** The brands on sale, the former slugs of all, and how many pieces each sells. */
function readBrands(db: Kysely<Database>) {
  return Promise.all([
    db
      .selectFrom('brands as b')
      .select(['b.id', 'b.name', 'b.slug', 'b.description', 'b.is_original', 'b.is_arabic', 'b.active'])
      .where(brandOnSale)
      .orderBy(sql`b.name collate polish`)
      .orderBy('b.id')
      .execute(),
    db
      .selectFrom('brand_slugs')
      .innerJoin('brands', 'brands.id', 'brand_slugs.brand_id')
      .select(['brand_slugs.slug as former', 'brands.slug'])
      .where('brands.active', '=', true)
      .execute(),
    db
      .selectFrom('product_sales as sales')
      .innerJoin('products as p', 'p.id', 'sales.product_id')
      .select(['p.brand_id', sql<number>`sum(sales.pieces)::int`.as('pieces')])
      .groupBy('p.brand_id')
      .execute(),
  ])
}

/** The catalogue with the present state of these products. */
export async function readChanges(db: Kysely<Database>, catalog: Catalog, ids: ReadonlySet<string>): Promise<Catalog> {
  const rows = await orFail(
    'Failed to fetch products',
    selectRows(db)
      .where('p.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .execute(),
  )
  return replaceProducts(catalog, ids, rows.map(toRow)) ?? readCatalog(db)
}

function selectRows(db: Kysely<Database>) {
  return selectProducts(db)
    .leftJoin('product_sales as sales', 'sales.product_id', 'p.id')
    .select(['p.edited_at', 'p.reduced_from as reduction_begins', sql<number>`coalesce(sales.pieces, 0)`.as('sold')])
    .where(onSale)
}

function toRow({
  edited_at,
  reduction_begins,
  sold,
  ...row
}: Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>): CatalogRow {
  return { product: toProduct(row), editedAt: edited_at, reducedFrom: reduction_begins, sold }
}

/** Whether goods of the demo are on sale. Only then are the demo's pictures, films and words shown. */
export async function hasDemoGoods(db: Kysely<Database>): Promise<boolean> {
  const found = await db
    .selectFrom('demo_products')
    .innerJoin('products', 'products.id', 'demo_products.product_id')
    .select('product_id')
    .where('products.active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
