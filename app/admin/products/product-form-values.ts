import { type AdminProduct, contentOf } from '#domain/catalog/admin/admin-product.ts'
import type { ProductContent, ProductField } from '#domain/catalog/product-field.ts'
import { listFields, mapFields, typeValue } from '#domain/catalog/product-field-lists.ts'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import { scentOf } from '#domain/catalog/scents/sizes.ts'

type Fields = typeof PRODUCT_FIELDS
type FieldValues = {
  [Name in ProductField]: Fields[Name]['edited'] extends 'value' ? ProductContent[Name] : string
}
/** The values of the form. Typed fields are text. */
type ProductValues = FieldValues & { stock_quantity: string }

/** The optional fields that are one line of text each. */
type LineField = { [Name in ProductField]: Fields[Name]['edited'] extends 'line' ? Name : never }[ProductField]
const isLine = (name: ProductField): name is LineField => PRODUCT_FIELDS[name].edited === 'line'
export const LINE_FIELDS = listFields().flatMap(([name, field]) => (isLine(name) ? [{ ...field, name }] : []))

export const NEW_PRODUCT: ProductValues = {
  ...mapFields<FieldValues>(({ initial, edited }) => (edited === 'value' ? initial : (initial ?? ''))),
  stock_quantity: '',
}

/** Without the stock: orders change it while the form is open. */
export function toValues(product: AdminProduct): ProductValues {
  const content = contentOf(product)
  const fields = mapFields<FieldValues>(({ edited }, name) => {
    if (edited === 'value') return content[name]
    return edited === 'choice' ? String(content[name]) : typeValue(name, content[name])
  })
  return { ...fields, stock_quantity: '' }
}

/** The form of a further size of a scent: copies all values except those that differ by size. */
export function toNextSize(product: AdminProduct): ProductValues {
  const { price, purchase_cost_grosze, volume_ml, product_code, batch } = NEW_PRODUCT
  const { reduced_price_grosze, reduced_from, reduced_to } = NEW_PRODUCT
  const reduction = { reduced_price_grosze, reduced_from, reduced_to }
  const own = { price, purchase_cost_grosze, volume_ml, product_code, batch, ...reduction }
  return { ...toValues(product), ...own, scent_id: scentOf(product) }
}

export function listDifferences(one: ProductValues, other: ProductValues): ProductField[] {
  return listFields().flatMap(([name]) => (toText(one[name]) === toText(other[name]) ? [] : [name]))
}

/** Equal values give equal texts, in any order of the pyramid's levels. */
function toText(value: FieldValues[ProductField]): string {
  if (value === null || typeof value === 'string') return value ?? ''
  if (typeof value === 'boolean') return String(value)
  return JSON.stringify(value, ['head', 'heart', 'base', 'image_key', 'alt'])
}

/** Fields that belong together: none of them is taken without the others. */
const TOGETHER: ProductField[][] = [
  ['notes', 'notes_pyramid'],
  ['image_key', 'image_alt', 'more_pictures'],
]

/**
 * Merges the typed values into the product as the shop has it now: untouched fields take the shop's value. `conflicts`
 * names the fields that both sides changed to different values.
 */
export function mergeValues(seen: ProductValues, typed: ProductValues, now: ProductValues) {
  const touched = new Set(listDifferences(seen, typed))
  for (const fields of TOGETHER) {
    if (fields.some((field) => touched.has(field))) for (const field of fields) touched.add(field)
  }
  const mine = Object.fromEntries([...touched].map((field) => [field, typed[field]]))
  const values: ProductValues = { ...now, ...mine }
  const changedThere = new Set(listDifferences(seen, now))
  return { values, conflicts: listDifferences(values, now).filter((field) => changedThere.has(field)) }
}
