import { type AdminProduct, contentOf } from '#domain/catalog/admin/admin-product.ts'
import {
  listFields,
  mapFields,
  PRODUCT_FIELDS,
  type ProductContent,
  type ProductField,
  typeValue,
} from '#domain/catalog/product-fields.ts'

type Fields = typeof PRODUCT_FIELDS
type FieldValues = {
  [Name in ProductField]: Fields[Name]['edited'] extends 'value' ? ProductContent[Name] : string
}
/** A product as it stands in the form: what is typed is text. */
export type ProductValues = FieldValues & { stock_quantity: string }

/** The optional fields that are one line of text each. */
type LineField = { [Name in ProductField]: Fields[Name]['edited'] extends 'line' ? Name : never }[ProductField]
const isLine = (name: ProductField): name is LineField => PRODUCT_FIELDS[name].edited === 'line'
export const LINE_FIELDS = listFields().flatMap(([name, field]) => (isLine(name) ? [{ ...field, name }] : []))

export const NEW_PRODUCT: ProductValues = {
  ...mapFields<FieldValues>(({ initial, edited }) => (edited === 'value' ? initial : (initial ?? ''))),
  stock_quantity: '',
}

/** Stock is no part of an edit: orders change it meanwhile. */
export function toValues(product: AdminProduct): ProductValues {
  const content = contentOf(product)
  const fields = mapFields<FieldValues>(({ edited }, name) => {
    if (edited === 'value') return content[name]
    return edited === 'choice' ? String(content[name]) : typeValue(name, content[name])
  })
  return { ...fields, stock_quantity: '' }
}

/** The fields in which two products differ. */
export function listDifferences(one: ProductValues, other: ProductValues): ProductField[] {
  return listFields().flatMap(([name]) => (toText(one[name]) === toText(other[name]) ? [] : [name]))
}

/** Of equal contents equal texts, whatever the order in which a pyramid names its levels. */
function toText(value: FieldValues[ProductField]): string {
  if (value === null || typeof value === 'string') return value ?? ''
  return JSON.stringify(Array.isArray(value) ? value : [value.head, value.heart, value.base])
}

/**
 * What was typed over what was seen, on top of what the shop has now: untouched fields take the shop's value. `conflicts`: the
 * fields that both have changed to something else.
 */
export function mergeValues(seen: ProductValues, typed: ProductValues, now: ProductValues) {
  const touched = new Set(listDifferences(seen, typed))
  // Both say which notes there are.
  if (touched.has('notes') || touched.has('notes_pyramid')) touched.add('notes').add('notes_pyramid')
  const mine = Object.fromEntries([...touched].map((field) => [field, typed[field]]))
  const values: ProductValues = { ...now, ...mine }
  const changedThere = new Set(listDifferences(seen, now))
  return { values, conflicts: listDifferences(values, now).filter((field) => changedThere.has(field)) }
}
