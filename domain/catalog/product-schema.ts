import { z } from 'zod'
import { groszeSchema, momentSchema, pageShapeOf, zlSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { producerSchema } from '#domain/labels/producer.ts'
import { shapeOfFields } from './product-field-lists.ts'
import { galleryPictureSchema } from './product-pictures.ts'
import { TWISTS } from './scents/twists.ts'

// Separate from product.ts, which every page loads: the fields would load the schema library as well.

export const brandSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      name: z.string(),
      slug: z.string().meta({ example: 'perfumy-arabskie' }),
      description: z.string(),
      is_original: z
        .boolean()
        .meta({ description: 'An original line; products of every other brand are substitutes.' }),
      is_arabic: z.boolean().meta({ description: "'Perfumy Arabskie', whatever it is called" }),
      active: z.boolean(),
    })
    .meta({ id: 'Brand' }),
)

/** One of the sizes in which a scent is sold. */
export const sizeSchema = defineSchema(() =>
  z
    .object({
      slug: z.string(),
      label: z.string().meta({ description: 'Polish: what tells it apart', example: 'próbka 2 ml' }),
      current_price_cents: groszeSchema,
      lowest_price_cents: groszeSchema.nullable(),
      price_100ml_cents: groszeSchema.nullable().meta({ description: 'Null: unknown, or the price itself' }),
      best_value: z.boolean().meta({ description: 'The one bottle that costs least for 100 ml' }),
      out_of_stock: z.boolean(),
    })
    .meta({ id: 'Size' }),
)

/** The fields of a product, without its brand, that a card, the cart and a checkout need. */
const cardShape = defineSchema(() => ({
  id: z.uuid(),
  slug: z.string().meta({ example: 'layali-zahran' }),
  ...shapeOfFields('card'),
  current_price_pln: zlSchema.meta({ description: 'zł; screens format current_price_cents', example: 119 }),
  current_price_cents: groszeSchema.meta({ description: 'grosze', example: 11900 }),
  lowest_price_cents: groszeSchema.nullable().meta({
    description: 'The lowest price of the 30 days before the present reduction; null: no reduction may be announced',
  }),
  reduced_until: z.string().nullable().meta({
    description: 'When the announced reduction ends, by the Polish wall clock',
    example: '2026-12-11T20:00',
  }),
  sizes: z.array(sizeSchema).meta({
    description: 'What is sold of its scent, this product among it: in a grouped list what matches; empty: it alone',
  }),
  sample_gift: z
    .object({ id: z.uuid(), label: z.string(), note: z.string() })
    .optional()
    .meta({ description: 'The sample that comes free with this bottle; none: nothing is promised' }),
  out_of_stock: z.boolean(),
  pieces_left: z
    .int()
    .nullable()
    .meta({ description: 'Pieces when fewer than 5 are left, 0 when sold out, otherwise null.' }),
  image_url: z.string().nullable().meta({ description: 'The picture in its middle width' }),
  average_rating: z.number().nullable(),
  total_reviews: z.int(),
}))

const listedShape = defineSchema(() => ({
  ...cardShape,
  ...shapeOfFields('page'),
  brand: brandSchema.omit({ active: true }),
  active: z.boolean(),
  created_at: momentSchema,
}))

/** A product in a list of the JSON contract: without the texts of its label, which are longer than all the rest. */
export const listedProductSchema = defineSchema(() => z.object(listedShape).meta({ id: 'ListedProduct' }))

/** A product in the JSON contract and on its page. */
export const productSchema = defineSchema(() =>
  z
    .object({
      ...listedShape,
      ...shapeOfFields('label'),
      pictures: z.array(galleryPictureSchema).meta({ description: 'All pictures, that of image_key first' }),
      producer: producerSchema.nullable(),
      allergens: z.array(z.string()).meta({ description: 'Fragrance allergens among the ingredients' }),
    })
    .meta({ id: 'Product' }),
)

const correctedSchema = defineSchema(() =>
  z.string().optional().meta({
    description: 'The search that was used instead when nothing matched',
    example: 'Zafran',
  }),
)

const ignoredSchema = defineSchema(() =>
  z
    .array(z.string())
    .optional()
    .meta({ description: 'The words that the corrected search leaves out, or that nobody knows when nothing matches' }),
)

export const productPageSchema = defineSchema(() =>
  z.object({
    ...pageShapeOf(listedProductSchema),
    corrected: correctedSchema,
    ignored: ignoredSchema,
  }),
)

/** A product in a list. */
export const cardProductSchema = defineSchema(() =>
  z
    .object({ ...cardShape, brand: brandSchema.pick({ name: true, slug: true, is_original: true }) })
    .meta({ id: 'CardProduct' }),
)

/** Other products and the notes that both share, as the first one spells them. */
export const similarProductsSchema = defineSchema(() =>
  z.object({
    items: z.array(
      z.object({
        product: cardProductSchema,
        shared_notes: z.array(z.string()),
        remark: z.string().meta({ description: 'Polish: the shared notes', example: 'wspólne: oud, wanilia' }),
      }),
    ),
    twists: z
      .array(z.object({ twist: z.enum(TWISTS), name: z.string() }))
      .meta({ description: 'Ways in which a scent like it differs: `ale` of /znajdz-zapach' }),
  }),
)

const namedSchema = defineSchema(() => z.object({ name: z.string(), slug: z.string() }))

export const suggestionsSchema = defineSchema(() =>
  z
    .object({
      products: z.array(cardProductSchema),
      total: z.int().meta({ description: 'Matching products on all pages' }),
      brands: z.array(namedSchema),
      notes: z.array(namedSchema),
      corrected: correctedSchema,
      ignored: ignoredSchema,
    })
    .meta({ id: 'Suggestions' }),
)

/** Leaves out the texts of the label. */
export function toListedProduct(product: z.output<typeof productSchema>): z.output<typeof listedProductSchema> {
  return listedProductSchema.parse(product)
}

/** Leaves out the fields that a card does not show. */
export function toCardProduct(product: z.output<typeof productSchema>): z.output<typeof cardProductSchema> {
  return cardProductSchema.parse(product)
}

/** Products with too few pieces. */
export const shortageSchema = defineSchema(() =>
  z.object({
    products: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        left: z.int().meta({ description: 'Pieces that can still be ordered; 0: sold out' }),
      }),
    ),
  }),
)
export type Shortage = z.output<typeof shortageSchema>
