import type { FieldRecord, FieldValue, ProductField } from './product-field.ts'
import { PRODUCT_FIELDS } from './product-fields.ts'

// Lists, shapes and texts of the fields, derived from their records.

type Fields = typeof PRODUCT_FIELDS

/** Every field with its record. */
export function listFields(): [ProductField, FieldRecord<FieldValue>][] {
  const fields: Record<ProductField, FieldRecord<FieldValue>> = PRODUCT_FIELDS
  return Object.entries(fields).map(([name, field]) => [name as ProductField, field])
}

/** Makes one value for each field from its record. `Made` is the type of each value. */
export function mapFields<Made extends Record<ProductField, unknown>>(
  make: (field: FieldRecord<FieldValue>, name: ProductField) => unknown,
): Made {
  return Object.fromEntries(listFields().map(([name, field]) => [name, make(field, name)])) as Made
}

type Shown = FieldRecord<FieldValue>['shown']
type FieldShown<Where extends Shown> = {
  [Name in ProductField]: Fields[Name]['shown'] extends Where ? Name : never
}[ProductField]
type ReadShape<Name extends ProductField> = { [Each in Exclude<Name, 'price'>]: Fields[Each]['read'] }

function listShown<Where extends Shown>(...where: Where[]): FieldShown<Where>[] {
  const isShown = (name: ProductField): name is FieldShown<Where> =>
    where.some((place) => place === PRODUCT_FIELDS[name].shown)
  return listFields().flatMap(([name]) => (isShown(name) ? [name] : []))
}

/**
 * The API shape of the fields with these values of `shown`. The price has none, since it is returned in zł and in
 * grosze.
 */
export function shapeOfFields<Where extends Shown>(...where: Where[]): ReadShape<FieldShown<Where>> {
  const names: readonly ProductField[] = listShown(...where)
  const shape = listFields().flatMap(([name, { read }]) =>
    read && names.includes(name) ? [[name, read] as const] : [],
  )
  return Object.fromEntries(shape) as ReadShape<FieldShown<Where>>
}

/** The columns of the fields with these values of `shown`, for products as p; without `more_pictures`. */
export function columnsOfFields<Where extends Shown>(...where: Where[]) {
  return listShown(...where).flatMap((name) => {
    const { column } = PRODUCT_FIELDS[name]
    return column === 'more_pictures' ? [] : [`p.${column}` as const]
  })
}

/** The fields that have a column in product files. */
export type CsvField = { [Name in ProductField]: Fields[Name]['csv'] extends null ? never : Name }[ProductField]

export function headsOfFields(): Record<CsvField, string> {
  const heads = listFields().flatMap(([name, { csv }]) => (csv ? [[name, csv.head]] : []))
  return Object.fromEntries(heads) as Record<CsvField, string>
}

/** A value as people read it. */
export function showValue(name: ProductField, value: FieldValue): string {
  const field: FieldRecord<FieldValue> = PRODUCT_FIELDS[name]
  return value === null ? '' : (field.show?.(value) ?? String(value))
}

/** A value as it is typed, in a form or in a file. */
export function typeValue(name: ProductField, value: FieldValue): string {
  const field: FieldRecord<FieldValue> = PRODUCT_FIELDS[name]
  return value === null ? '' : (field.type?.(value) ?? showValue(name, value))
}
