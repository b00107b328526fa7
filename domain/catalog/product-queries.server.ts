import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { nameWithVolume } from '#domain/kernel/order-words/name-with-size.ts'
import { findAllergens } from '#domain/labels/allergens.ts'
import type { Producer } from '#domain/labels/producer.ts'
import { buildPictureUrl } from '#domain/pictures/picture-url.ts'
import { readReduction, reductionColumns } from './prices/price-queries.server.ts'
import { type Product, priceFields, shownPiecesLeft } from './product.ts'
import { columnsOfFields } from './product-field-lists.ts'
import { type DescribedPicture, listPictures } from './product-pictures.ts'

/** While the admin's switch is on, every list shows the original line alone. */
const substitutesHidden = sql<boolean>`coalesce((select hide_substitutes from shop_settings where id = 1), false)`

/** Whether visitors see a brand, for brands as b. */
export const brandOnSale = sql<boolean>`(b.active and (b.is_original or not ${substitutesHidden}))`

/**
 * Whether visitors see a product, for products as p and brands as b. `isOnSale` of product.ts is the same rule for
 * rows.
 */
export const onSale = sql<boolean>`(p.active and ${brandOnSale})`

/**
 * Pieces that can be ordered; null when stock is not counted. `countPiecesLeft` of product.ts is the same rule for
 * rows.
 */
export const piecesLeft = sql<number | null>`case when p.out_of_stock then 0 else p.stock_quantity end`

/** The pictures after the first one, for products as p. */
export const morePictures = sql<DescribedPicture[]>`coalesce((
  select json_agg(json_build_object('image_key', image_key, 'alt', alt) order by position)
  from product_pictures where product_id = p.id
), '[]')`

/** The producer of the product or else of its brand, for producers as m; null while neither names one. */
const producerColumn = sql<Producer | null>`case when m.id is not null then json_build_object(
  'name', m.name, 'address', m.address, 'contact', m.contact,
  'responsible', case when m.responsible_name is not null then json_build_object(
    'name', m.responsible_name, 'address', m.responsible_address, 'contact', m.responsible_contact) end
) end`

/** The public columns of products as p, with their brand as b and their rating as r. */
export function selectProducts(db: Kysely<Database>) {
  return db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .leftJoin('product_ratings as r', 'r.product_id', 'p.id')
    .leftJoin('producers as m', (join) => join.on('m.id', '=', sql`coalesce(p.producer_id, b.producer_id)`))
    .select([
      'p.id',
      'p.slug',
      ...columnsOfFields('card', 'page', 'label'),
      'p.image_alt',
      morePictures.as('more_pictures'),
      ...reductionColumns,
      'b.name as brand_name',
      'b.slug as brand_slug',
      'b.description as brand_description',
      'b.is_original as brand_is_original',
      'b.is_arabic as brand_is_arabic',
      producerColumn.as('producer'),
      'p.active',
      'p.out_of_stock',
      piecesLeft.as('pieces_left'),
      'p.created_at',
      averageRating.as('average_rating'),
      sql<number>`coalesce(r.reviews, 0)`.as('total_reviews'),
    ])
}

/** One decimal, for product_ratings as r; null without reviews. */
export const averageRating = sql<number | null>`round(r.stars::numeric / nullif(r.reviews, 0), 1)::float8`

type ProductRow = Awaited<ReturnType<ReturnType<typeof selectProducts>['executeTakeFirstOrThrow']>>

/** Converts a row to its public form, in which brand, price and stock differ. Without the other sizes of its scent. */
export function toProduct({
  brand_name,
  brand_slug,
  brand_description,
  brand_is_original,
  brand_is_arabic,
  price_grosze: _,
  current_price_grosze,
  price_ledger,
  reduced_to,
  pieces_left,
  created_at,
  image_alt,
  more_pictures,
  ...columns
}: ProductRow): Product {
  const { brand_id, image_key } = columns
  return {
    ...columns,
    brand: {
      id: brand_id,
      name: brand_name,
      slug: brand_slug,
      description: brand_description,
      is_original: brand_is_original,
      is_arabic: brand_is_arabic,
    },
    ...priceFields(current_price_grosze),
    ...readReduction({ price_ledger, reduced_to }),
    sizes: [],
    pieces_left: shownPiecesLeft(pieces_left),
    allergens: findAllergens(columns.ingredients),
    created_at: created_at.toISOString(),
    image_url: image_key === null ? null : buildPictureUrl(image_key, 480, 'webp'),
    pictures: listPictures({ image_key, image_alt, more_pictures }, { name: columns.name, brand: brand_name }),
  }
}

/** Those of these products that visitors still see and the customer has not reviewed, by name, with their size. */
export async function listProductsToReview(
  db: Kysely<Database>,
  { userId, productIds }: { userId: string; productIds: readonly string[] },
) {
  const products = await db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.slug', 'p.name', 'p.volume_ml', 'b.name as brand_name', 'p.image_key'])
    .where('p.id', '=', sql<string>`any(${productIds}::uuid[])`)
    .where(onSale)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reviews')
            .select('reviews.id')
            .whereRef('reviews.product_id', '=', 'p.id')
            .where('reviews.user_id', '=', userId),
        ),
      ),
    )
    .orderBy(sql`p.name collate polish`)
    .orderBy('p.id')
    .execute()
  return products.map(({ volume_ml, ...product }) => ({ ...product, name: nameWithVolume({ ...product, volume_ml }) }))
}
