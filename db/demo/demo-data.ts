import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { FILLERS } from '#domain/catalog/scents/fillers.ts'
import { PRODUCT_KINDS } from '#domain/catalog/scents/product-kinds.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const FOLDER = join(PROJECT_ROOT, 'db', 'demo')

const catalogSchema = z.object({
  producers: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      contact: z.string(),
      is_in_eu: z.boolean(),
      responsible_name: z.string().nullable(),
      responsible_address: z.string().nullable(),
      responsible_contact: z.string().nullable(),
    }),
  ),
  /** `producer`: the name of the brand's producer. */
  brands: z.array(z.object({ name: z.string(), slug: z.string(), description: z.string(), producer: z.string() })),
  products: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      /** Slug of the brand. */
      brand: z.string(),
      gender: z.enum(GENDERS),
      price_grosze: z.int().positive(),
      stock_quantity: z.int().min(0),
      out_of_stock: z.boolean(),
      volume_ml: z.int().positive(),
      concentration: z.string(),
      description: z.string(),
      notes: z.array(z.string()),
      notes_pyramid: z.object({ head: z.array(z.string()), heart: z.array(z.string()), base: z.array(z.string()) }),
      product_code: z.string(),
      warnings: z.string(),
      ingredients: z.string(),
      opened_months: z.int(),
      /** Path below db/demo. */
      image: z.string(),
      /** Whether close-ups of label and cap, cut from the picture, are shown too. */
      close_ups: z.boolean().default(false),
      created_days_ago: z.number(),
    }),
  ),
})

/** Further sizes of products: the values that differ from the first size. */
const sizesSchema = z.array(
  z.object({
    /** Slug of the first size. */
    of: z.string(),
    kind: z.enum(PRODUCT_KINDS),
    volume_ml: z.int().positive(),
    price_grosze: z.int().positive(),
    stock_quantity: z.int().min(0),
    product_code: z.string(),
    filled_by: z.enum(FILLERS),
    batch: z.string().nullable(),
  }),
)

const reviewsSchema = z.array(
  z.object({
    product: z.string(),
    rating: z.int().min(1).max(5),
    first_name: z.string(),
    comment: z.string().nullable(),
    approved: z.boolean(),
    created_days_ago: z.number(),
  }),
)

export type DemoReview = z.infer<typeof reviewsSchema>[number]
export type DemoProduct = z.infer<typeof catalogSchema>['products'][number]

export function readDemo() {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
  return {
    ...catalogSchema.parse(read('catalog.json')),
    sizes: sizesSchema.parse(read('sizes.json')),
    reviews: reviewsSchema.parse(read('reviews.json')),
  }
}

export function readDemoPicture(product: DemoProduct): Buffer {
  return readFileSync(join(FOLDER, product.image))
}
