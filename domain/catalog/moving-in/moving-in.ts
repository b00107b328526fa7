import { z } from 'zod'
import { EXISTING_CHOICES } from '#domain/catalog/sheet/product-import.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** The largest file of another shop, characters, and the most products that are moved at once. */
export const MOVED_FILE_MAX = 3 * 1024 * 1024
export const MOVED_PRODUCTS_MAX = 500
/** The longest address of a picture. */
export const PICTURE_ADDRESS_MAX = 2000

/** Lines of a file: sizes and pictures have lines of their own. */
export const MOVED_ROWS_MAX = 5000
/** The shops whose files are recognised by their heads; `list`: any other table, such as a supplier's. */
export const FORMER_SHOPS = {
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
  prestashop: 'PrestaShop',
  shoper: 'Shoper',
  magento: 'Magento',
  baselinker: 'BaseLinker',
  list: 'lista produktów',
} as const
export type FormerShop = keyof typeof FORMER_SHOPS

/** What a column of a foreign file can be. */
export const MOVED_COLUMNS = {
  name: 'Nazwa',
  brand: 'Marka',
  price: 'Cena brutto',
  net_price: 'Cena netto',
  sale_price: 'Cena promocyjna',
  sale_from: 'Promocja od',
  sale_to: 'Promocja do',
  discount_amount: 'Obniżka w złotych',
  discount_percent: 'Obniżka w procentach',
  compare_price: 'Cena przekreślona',
  currency: 'Waluta',
  vat: 'Stawka VAT',
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
  oversold: 'Czy sprzedawać bez stanu',
  pictures: 'Adresy zdjęć',
  address: 'Adres strony produktu',
  words: 'Kategorie i tagi (z nich płeć i pojemność)',
  status: 'Czy opublikowany',
  visibility: 'Widoczność',
  virtual: 'Czy to bon albo plik',
  shipped: 'Czy wymaga wysyłki',
  view: 'Widok sklepu',
  type: 'Rodzaj wiersza',
  id: 'ID w tamtym sklepie',
  parent: 'Wspólny dla wariantów',
  option_name: 'Nazwa cechy wariantu',
  option_value: 'Wartość cechy wariantu',
  variations: 'Lista wariantów',
  attributes: 'Cechy z nazwami',
} as const
export type MovedColumn = keyof typeof MOVED_COLUMNS

/** What becomes of a product whose number of pieces the file does not say. `ask`: its line has a problem. */
export const UNKNOWN_STOCK_CHOICES = ['ask', 'zero', 'unlimited'] as const
export type UnknownStock = (typeof UNKNOWN_STOCK_CHOICES)[number]

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
    unknown_stock: z.enum(UNKNOWN_STOCK_CHOICES).default('ask'),
    shop_address: z
      .string()
      .max(200)
      .nullable()
      .default(null)
      .meta({ description: 'The address of the other shop, for pictures that the file names without it' }),
    group_sizes: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether products that differ by their volume alone become sizes of one scent' }),
    token: z
      .string()
      .nullable()
      .meta({ description: 'Null: a preview. The token of a report: applied once if the outcome is still the same.' }),
  }),
)
export type MovingIn = z.output<typeof movingInSchema>

/** A line of the file that is not moved, or moved otherwise than it stands there, and why. */
export type Remark = { line: number; name: string; sentence: string }

/** The kind of the runs that fetch pictures. */
export const MOVED_PICTURES = 'moved-pictures'
