import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { noteCatalogRead } from './catalog-reads.server.ts'
import type { PickerBrand } from './picker.ts'
import { brandOnSale } from './product-queries.server.ts'

/**
 * Brands that have products, the original line first, then by the pieces they sold in the last 90 days (`brand_sales`), the
 * number of their products and the name. With what each has for women and for men; unisex scents are for both.
 */
export async function listPickerBrands(db: Kysely<Database>): Promise<PickerBrand[]> {
  noteCatalogRead('lists')
  const ofGender = (gender: 'women' | 'men') => {
    const genders = sql`gender in (${sql.lit(gender)}, 'unisex')`
    return {
      total: sql`coalesce(sum(products) filter (where ${genders}), 0)::int`,
      newest: sql`(
        select product_id from listed_products where brand_id = b.id and ${genders} order by created_at desc, product_id limit 1
      )`,
    }
  }
  const women = ofGender('women')
  const men = ofGender('men')
  const { rows } = await sql<BrandRow>`
    with counted as (
      select brand_id, sum(products) as total, ${women.total} as "totalWomen", ${men.total} as "totalMen"
      from listed_counts group by brand_id having sum(products) > 0
    ), picked as materialized (
      select b.*, counted.*, ${women.newest} as "newestWomen", ${men.newest} as "newestMen"
      from brands b join counted on counted.brand_id = b.id where ${brandOnSale}
    )
    select slug, picked.name, is_original as "isOriginal", "totalWomen", "totalMen", "newestWomen", "newestMen",
      (select image_key from products where id = "newestWomen") as "imageWomen",
      (select image_key from products where id = "newestMen") as "imageMen"
    from picked left join brand_sales on brand_sales.brand_id = picked.brand_id
    order by is_original desc, coalesce(pieces, 0) desc, total desc, picked.name collate polish, picked.brand_id`.execute(
    db,
  )
  return rows.map(({ slug, name, isOriginal, ...row }) => {
    for (const newest of [row.newestWomen, row.newestMen]) if (newest !== null) noteCatalogRead(`product:${newest}`)
    return {
      slug,
      name,
      isOriginal,
      women: { total: row.totalWomen, imageKey: row.imageWomen },
      men: { total: row.totalMen, imageKey: row.imageMen },
    }
  })
}

type BrandRow = {
  slug: string
  name: string
  isOriginal: boolean
  totalWomen: number
  totalMen: number
  newestWomen: string | null
  newestMen: string | null
  imageWomen: string | null
  imageMen: string | null
}
