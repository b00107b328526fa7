import type { Generated } from 'kysely'
import { z } from 'zod'
import { EXISTING_CHOICES, importReportSchema } from '#domain/catalog/sheet/product-import.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'

/** The largest file of another shop, characters, and the most products that are moved at once. */
export const MOVED_FILE_MAX = 3 * 1024 * 1024
export const MOVED_PRODUCTS_MAX = 500
/** The longest address of a picture, and the longest former path of a product. */
export const PICTURE_ADDRESS_MAX = 2000
export const MOVED_PATH_MAX = 300

/** The shops whose files are recognised by their heads; `list`: any other table, such as a supplier's. */
export const FORMER_SHOPS = {
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
  prestashop: 'PrestaShop',
  shoper: 'Shoper',
  list: 'lista produktów',
} as const
export type FormerShop = keyof typeof FORMER_SHOPS

/** What a column of a foreign file can be. */
export const MOVED_COLUMNS = {
  name: 'Nazwa',
  brand: 'Marka',
  price: 'Cena brutto',
  net_price: 'Cena netto',
  currency: 'Waluta',
  gender: 'Płeć',
  volume: 'Pojemność',
  concentration: 'Stężenie',
  notes: 'Nuty',
  description: 'Opis',
  summary: 'Krótki opis',
  ingredients: 'Skład (INCI)',
  ean: 'Kod EAN',
  code: 'Kod własny (SKU)',
  stock: 'Liczba sztuk',
  available: 'Czy dostępny',
  counted: 'Czy liczyć sztuki',
  pictures: 'Adresy zdjęć',
  address: 'Adres strony produktu',
  words: 'Kategorie, tagi i cechy',
  status: 'Czy opublikowany',
  type: 'Rodzaj wiersza',
  id: 'ID w tamtym sklepie',
  parent: 'Wspólny dla wariantów',
  option_name: 'Nazwa cechy wariantu',
  option_value: 'Wartość cechy wariantu',
} as const
export type MovedColumn = keyof typeof MOVED_COLUMNS

const columnSchema = defineSchema(() => z.enum(Object.keys(MOVED_COLUMNS) as MovedColumn[]).nullable())

/** A file of another shop, to be previewed or to be applied as previewed. */
export const movingInSchema = defineSchema(() =>
  z.strictObject({
    file: z.string().max(MOVED_FILE_MAX, 'Plik jest za duży: najwyżej 3 MB.'),
    columns: z
      .array(columnSchema)
      .max(500)
      .nullable()
      .meta({ description: 'What each column is, as corrected; null: as its head says' }),
    brand_id: z.uuid().nullable().meta({ description: 'The brand of products for which the file names none' }),
    left_out: z.array(z.int()).max(20_000).meta({ description: 'Lines that are not moved' }),
    existing: z.enum(EXISTING_CHOICES).default('ask'),
    token: z
      .string()
      .nullable()
      .meta({ description: 'Null: a preview. The token of a report: applied once if the outcome is still the same.' }),
  }),
)
export type MovingIn = z.output<typeof movingInSchema>

const remarkSchema = defineSchema(() => z.object({ line: z.int(), name: z.string(), sentence: z.string() }))
export type Remark = z.output<typeof remarkSchema>

export const movingInReportSchema = defineSchema(() =>
  z
    .object({
      shop: z.enum(Object.keys(FORMER_SHOPS) as FormerShop[]),
      columns: z.array(z.object({ head: z.string(), examples: z.array(z.string()), is: columnSchema })),
      left_out: z.array(remarkSchema).meta({ description: 'Lines that are no product on sale, and why' }),
      remarks: z.array(remarkSchema).meta({ description: 'What is moved otherwise than it stands in the file' }),
      missing_brands: z.array(z.string()).meta({ description: 'Named in the file and not in the shop' }),
      brands: z.array(z.object({ id: z.uuid(), name: z.string() })).meta({ description: 'Those of the shop' }),
      pictures: z.int(),
      addresses: z.int().meta({ description: 'Former addresses that will lead to the new products' }),
      report: importReportSchema.nullable().meta({ description: 'Null: no column is the name or the price' }),
    })
    .meta({ id: 'MovingInReport' }),
)
export type MovingInReport = z.output<typeof movingInReportSchema>

/** The kind of the runs that fetch pictures. */
export const MOVED_PICTURES = 'moved-pictures'

/** How far the pictures of moved products are. */
export const movedPicturesSchema = defineSchema(() =>
  z
    .object({
      run_id: z.uuid().nullable().meta({ description: 'The newest run' }),
      running: z.boolean(),
      open: z.int().meta({ description: 'Pictures that their products do not have yet' }),
    })
    .meta({ id: 'MovedPictures' }),
)
export type MovedPictures = z.output<typeof movedPicturesSchema>

export type MovingInTables = {
  /** Pictures of moved products at the addresses of their former shop. */
  picture_sources: {
    product_id: string
    /** From 1. */
    position: number
    url: string
    /** `fetched`: stored, and not yet among the pictures of the product. */
    state: Generated<'waiting' | 'fetched' | 'done' | 'failed'>
    image_key: Generated<string | null>
    /** Of `failed`: the reason. */
    failure: Generated<string | null>
    tried_at: Generated<Date | null>
  }
  /** Paths that products had in their former shop. */
  moved_addresses: { path: string; product_id: string }
}
