import type { Selectable } from 'kysely'
import { z } from 'zod'
import { formatGrosze, formatTypedZl, type Grosze, zlToGrosze } from '#domain/kernel/money.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'
import { formatWallClock } from '#domain/shipping/delivery-date/calendar-day.ts'
import {
  descriptionSchema,
  INGREDIENTS_MAX,
  linesSchema,
  nameSchema,
  optionalNumber,
  optionalText,
  priceSchema,
  productCodeSchema,
  WARNINGS_MAX,
  yesOrNo,
} from './admin/product-input.ts'
import type { CatalogTables } from './catalog-tables.ts'
import { GENDER_NAMES, GENDERS, type Gender } from './gender.ts'
import { reducedPriceSchema, wallClockSchema } from './prices/reduced-price.ts'
import { notesPyramidSchema, notesSchema, typedNotesSchema } from './scents/scent-pyramid.ts'

/** Columns that no form edits: what the shop itself records about a product, and its stock. */
type KeptColumn =
  | 'id'
  | 'slug'
  | 'stock_quantity'
  | 'out_of_stock'
  | 'active'
  | 'current_price_grosze'
  | 'created_at'
  | 'updated_at'
  | 'edited_at'
  | 'trademarks_accepted'
export type EditedRow = Omit<Selectable<CatalogTables['products']>, KeptColumn>

/** The fields of a product that the admin edits: the price in zł, the others as in their columns. */
export type ProductContent = Omit<EditedRow, 'price_grosze'> & { price: number }
export type ProductField = keyof ProductContent
export type FieldValue = ProductContent[ProductField]

/** Everything about one field of a product. Code that handles products field by field reads it here. */
export type FieldRecord<Value> = {
  column: keyof EditedRow
  /** Its label in the editor. */
  label: string
  /** As the API returns it; null: it is returned under other names. */
  read: z.ZodType<Value> | null
  /** As the admin's form sends it. */
  write: z.ZodType<Value>
  /** Value of a new product that lacks it. The field is required when this is missing. */
  initial?: Value
  /** On cards (and pages), on product pages alone, in their part about safety alone, or in the admin alone. */
  shown: 'card' | 'page' | 'label' | 'admin'
  /** What the audit records: old and new value, or, for long values, the name alone. */
  audit: 'value' | 'name'
  /**
   * How the form edits it: an optional line of text that the editor renders automatically (`line`), text or a choice
   * with its own position, or the value itself.
   */
  edited: 'line' | 'text' | 'choice' | 'value'
  inputMode?: 'numeric'
  suggestions?: readonly string[]
  /** The typed form of a value, if it differs from the value as text. */
  type?(value: Value): string
  /** The readable form of a value, if it differs from the value as text. */
  show?(value: Value): string
  /**
   * Its column in product files: the head, and how a cell is parsed if it is not plain text; undefined means unknown.
   */
  csv: { head: string; parse?(cell: string): unknown } | null
}

const CONCENTRATION_MAX = 60
const VOLUME_MAX = 10_000
const OPENED_MONTHS_MAX = 120

/** What both ends of a reduction have in common. */
const wallClock = (example: string) =>
  ({
    read: z.string().nullable().meta({ description: 'Polish wall clock', example }),
    write: wallClockSchema,
    initial: null,
    shown: 'admin',
    audit: 'value',
    edited: 'text',
    type: (clock: string | null) => clock ?? '',
    show: (clock: string | null) => formatWallClock(clock ?? ''),
  }) as const

/** The fields, in the order of files and lists. */
export const PRODUCT_FIELDS = defineSchema(
  () =>
    ({
      name: {
        column: 'name',
        label: 'Nazwa',
        read: z.string(),
        write: nameSchema,
        shown: 'card',
        audit: 'value',
        edited: 'text',
        csv: { head: 'Nazwa' },
      },
      brand_id: {
        column: 'brand_id',
        label: 'Marka',
        read: z.uuid(),
        write: z.uuid('Wybierz markę'),
        shown: 'page',
        audit: 'value',
        edited: 'choice',
        csv: { head: 'Marka' },
      },
      gender: {
        column: 'gender',
        label: 'Płeć',
        read: z.enum(GENDERS),
        write: z.enum(GENDERS),
        initial: 'unisex',
        shown: 'card',
        audit: 'value',
        edited: 'choice',
        show: (gender: Gender) => GENDER_NAMES[gender],
        csv: { head: 'Płeć', parse: (cell) => (cell === '' ? undefined : (findGender(cell) ?? cell)) },
      },
      price: {
        column: 'price_grosze',
        label: 'Cena',
        read: null,
        write: priceSchema,
        shown: 'card',
        audit: 'value',
        edited: 'text',
        type: (zl: number) => formatTypedZl(zlToGrosze(zl) ?? 0),
        show: (zl: number) => formatGrosze(zlToGrosze(zl) ?? 0),
        csv: { head: 'Cena (zł)' },
      },
      reduced_price_grosze: {
        column: 'reduced_price_grosze',
        label: 'Cena promocyjna',
        read: z.int().nullable().meta({ description: 'grosze' }),
        write: reducedPriceSchema,
        initial: null,
        shown: 'admin',
        audit: 'value',
        edited: 'text',
        type: (grosze: Grosze | null) => formatTypedZl(grosze ?? 0),
        show: (grosze: Grosze | null) => formatGrosze(grosze ?? 0),
        csv: { head: 'Cena promocyjna (zł)' },
      },
      reduced_from: {
        ...wallClock('2026-12-04T08:00'),
        column: 'reduced_from',
        label: 'Promocja od',
        csv: { head: 'Promocja od' },
      },
      reduced_to: {
        ...wallClock('2026-12-11T20:00'),
        column: 'reduced_to',
        label: 'Promocja do',
        csv: { head: 'Promocja do' },
      },
      volume_ml: {
        column: 'volume_ml',
        label: 'Pojemność w ml',
        read: z.int().nullable(),
        write: optionalNumber(1, VOLUME_MAX, 'Podaj pojemność w ml, na przykład 100'),
        initial: null,
        shown: 'card',
        audit: 'name',
        edited: 'line',
        inputMode: 'numeric',
        csv: { head: 'Pojemność (ml)' },
      },
      concentration: {
        column: 'concentration',
        label: 'Stężenie',
        read: z.string().nullable(),
        write: optionalText(CONCENTRATION_MAX),
        initial: null,
        shown: 'card',
        audit: 'name',
        edited: 'line',
        suggestions: ['Woda toaletowa', 'Woda perfumowana', 'Ekstrakt perfum'],
        csv: { head: 'Stężenie' },
      },
      notes: {
        column: 'notes',
        label: 'Nuty zapachowe',
        read: notesSchema,
        write: typedNotesSchema,
        initial: [],
        shown: 'page',
        audit: 'name',
        edited: 'value',
        show: (notes: string[]) => notes.join(', '),
        csv: { head: 'Nuty', parse: (cell) => cell.split(',') },
      },
      notes_pyramid: {
        column: 'notes_pyramid',
        label: 'Piramida',
        read: notesPyramidSchema.nullable(),
        write: z
          .strictObject({ head: typedNotesSchema, heart: typedNotesSchema, base: typedNotesSchema })
          .nullable()
          .meta({ description: 'Every note at its level, or null' }),
        initial: null,
        shown: 'page',
        audit: 'name',
        edited: 'value',
        csv: null,
      },
      description: {
        column: 'description',
        label: 'Opis',
        read: z.string(),
        write: descriptionSchema,
        initial: '',
        shown: 'page',
        audit: 'name',
        edited: 'text',
        csv: { head: 'Opis' },
      },
      image_key: {
        column: 'image_key',
        label: 'Zdjęcie',
        read: z.string().nullable().meta({ description: '/media/products/{image_key}/{240|480|720|960}.{avif|webp}' }),
        write: z
          .string()
          .regex(/^[0-9a-f]{32}$/)
          .nullable(),
        initial: null,
        shown: 'card',
        audit: 'name',
        edited: 'value',
        csv: null,
      },
      producer_id: {
        column: 'producer_id',
        label: 'Producent',
        read: z.uuid().nullable(),
        write: z.uuid('Wybierz producenta').nullable().meta({ description: 'Null: the producer of the brand' }),
        initial: null,
        shown: 'admin',
        audit: 'value',
        edited: 'value',
        csv: { head: 'Producent' },
      },
      product_code: {
        column: 'product_code',
        label: 'Kod EAN lub własny',
        read: z.string().nullable(),
        write: productCodeSchema,
        initial: null,
        shown: 'label',
        audit: 'name',
        edited: 'text',
        csv: { head: 'Kod EAN lub własny' },
      },
      opened_months: {
        column: 'opened_months',
        label: 'Trwałość po otwarciu w miesiącach',
        read: z.int().nullable(),
        write: optionalNumber(1, OPENED_MONTHS_MAX, 'Podaj liczbę miesięcy, na przykład 36'),
        initial: null,
        shown: 'label',
        audit: 'name',
        edited: 'text',
        csv: { head: 'Po otwarciu (mies.)' },
      },
      warnings: {
        column: 'warnings',
        label: 'Ostrzeżenia',
        read: z.string(),
        write: linesSchema(WARNINGS_MAX),
        initial: '',
        shown: 'label',
        audit: 'name',
        edited: 'text',
        csv: { head: 'Ostrzeżenia' },
      },
      ingredients: {
        column: 'ingredients',
        label: 'Skład (INCI)',
        read: z.string(),
        write: linesSchema(INGREDIENTS_MAX),
        initial: '',
        shown: 'label',
        audit: 'name',
        edited: 'text',
        csv: { head: 'Skład (INCI)' },
      },
      has_old_label: {
        column: 'has_old_label',
        label: 'Stara etykieta',
        read: z.boolean().meta({ description: 'Labelled by the rules before regulation (EU) 2023/1545' }),
        write: z.boolean('Wpisz „tak” albo „nie”'),
        initial: false,
        shown: 'label',
        audit: 'name',
        edited: 'value',
        type: yesOrNo,
        show: yesOrNo,
        csv: { head: 'Stara etykieta', parse: (cell) => parseYesOrNo(cell) },
      },
    }) satisfies { [Field in ProductField]: FieldRecord<ProductContent[Field]> },
)

function findGender(cell: string): Gender | undefined {
  const folded = cell.toLocaleLowerCase('pl')
  return GENDERS.find((gender) => gender === folded || GENDER_NAMES[gender].toLocaleLowerCase('pl') === folded)
}

/** What is neither 'tak' nor 'nie' stays as it was typed; the schema refuses it. An empty cell is unknown. */
function parseYesOrNo(cell: string): boolean | string | undefined {
  if (cell === '') return undefined
  const folded = cell.toLocaleLowerCase('pl')
  return folded === yesOrNo(true) ? true : folded === yesOrNo(false) ? false : cell
}
