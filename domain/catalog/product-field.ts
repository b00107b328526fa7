import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { NotesPyramid } from '#domain/catalog/scents/scent-pyramid.ts'
import type { SchemaTables } from '#domain/schema-tables.ts'
import type { DescribedPicture } from './product-pictures.ts'

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
/** A row of products as forms edit it, with its rows of product_pictures. */
export type EditedRow = Omit<Selectable<SchemaTables['products']>, KeptColumn | 'notes_pyramid'> & {
  notes_pyramid: NotesPyramid | null
  more_pictures: DescribedPicture[]
}

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
  /** Where it is shown: on cards and pages, only on product pages, only in their safety part, or only in the admin. */
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
