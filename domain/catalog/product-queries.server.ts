import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { buildPictureUrl, type Product, priceFields, shownPiecesLeft } from './product.ts'

/** With the admin's switch on, the shop is the original line alone, whatever brand or category is asked for. */
const substitutesHidden = sql<boolean>`coalesce((select hide_substitutes from shop_settings where id = 1), false)`

/** Whether visitors see a brand, for brands as b. */
export const brandOnSale = sql<boolean>`(b.active and (b.is_original or not ${substitutesHidden}))`

/** Whether visitors see a product at all, for products as p and brands as b; `isOnSale` of product.ts is the same rule for rows. */
export const onSale = sql<boolean>`(p.active and ${brandOnSale})`

/** Pieces that can be ordered, null when they are not counted; `countPiecesLeft` of product.ts is the same rule for rows. */
export const piecesLeft = sql<number | null>`case when p.out_of_stock then 0 else p.stock_quantity end`

/** Everything that leaves the shop of products as p: with their brand as b and their rating as r. */
export function selectProducts(db: Kysely<Database>) {
  return db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .leftJoin('product_ratings as r', 'r.product_id', 'p.id')
    .select([
      'p.id',
      'p.slug',
      'p.name',
      'p.brand_id',
      'b.name as brand_name',
      'b.slug as brand_slug',
      'b.description as brand_description',
      'b.is_original as brand_is_original',
      'p.gender',
      'p.active',
      'p.price_grosze',
      'p.out_of_stock',
      piecesLeft.as('pieces_left'),
      'p.created_at',
      'p.image_key',
      'p.description',
      'p.notes',
      'p.notes_pyramid',
      'p.volume_ml',
      'p.concentration',
      averageRating.as('average_rating'),
      sql<number>`coalesce(r.reviews, 0)`.as('total_reviews'),
    ])
}

/** One decimal, for product_ratings as r; null without reviews. */
export const averageRating = sql<number | null>`round(r.stars::numeric / nullif(r.reviews, 0), 1)::float8`

type ProductRow = Awaited<ReturnType<ReturnType<typeof selectProducts>['executeTakeFirstOrThrow']>>

/** A row as it leaves the shop: brand, price and exact stock go out in another form. */
export function toProduct(row: ProductRow): Product {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    brand_id: row.brand_id,
    brand: {
      id: row.brand_id,
      name: row.brand_name,
      slug: row.brand_slug,
      description: row.brand_description,
      is_original: row.brand_is_original,
    },
    gender: row.gender,
    active: row.active,
    ...priceFields(row.price_grosze),
    out_of_stock: row.out_of_stock,
    pieces_left: shownPiecesLeft(row.pieces_left),
    created_at: row.created_at.toISOString(),
    image_key: row.image_key,
    image_url: row.image_key === null ? null : buildPictureUrl(row.image_key, 480, 'webp'),
    description: row.description,
    notes: row.notes,
    notes_pyramid: row.notes_pyramid,
    volume_ml: row.volume_ml,
    concentration: row.concentration,
    average_rating: row.average_rating,
    total_reviews: row.total_reviews,
  }
}
