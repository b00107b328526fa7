import type { AdminProduct } from '#domain/catalog/admin-product.ts'
import type { NotesPyramid } from '#domain/catalog/product.ts'
import { groszeToZl } from '#domain/money.ts'

/** A product as it stands in the form: what is typed is text. */
export type ProductValues = {
  name: string
  brand_id: string
  gender: string
  price: string
  description: string
  image_key: string | null
  notes: string[]
  notes_pyramid: NotesPyramid | null
  volume_ml: string
  concentration: string
  stock_quantity: string
}

export const NEW_PRODUCT: ProductValues = {
  name: '',
  brand_id: '',
  gender: 'unisex',
  price: '',
  description: '',
  image_key: null,
  notes: [],
  notes_pyramid: null,
  volume_ml: '',
  concentration: '',
  stock_quantity: '',
}

/** Stock is no part of an edit: orders change it meanwhile. */
export function toValues(product: AdminProduct): ProductValues {
  const { name, brand_id, gender, current_price_cents, description, image_key, notes, notes_pyramid } = product
  return {
    name,
    brand_id,
    gender,
    price: groszeToZl(current_price_cents).toFixed(2).replace('.', ','),
    description,
    image_key,
    notes,
    notes_pyramid,
    volume_ml: product.volume_ml === null ? '' : String(product.volume_ml),
    concentration: product.concentration ?? '',
    stock_quantity: '',
  }
}

const FIELD_NAMES: Record<Exclude<keyof ProductValues, 'stock_quantity'>, string> = {
  name: 'Nazwa',
  brand_id: 'Marka',
  gender: 'Płeć',
  price: 'Cena',
  description: 'Opis',
  image_key: 'Zdjęcie',
  notes: 'Nuty zapachowe',
  notes_pyramid: 'Piramida',
  volume_ml: 'Pojemność',
  concentration: 'Stężenie',
}
export type EditedField = keyof typeof FIELD_NAMES
const EDITED_FIELDS = Object.keys(FIELD_NAMES) as EditedField[]

export const nameField = (field: EditedField): string => FIELD_NAMES[field]

/** The fields in which two products differ. */
export function listDifferences(one: ProductValues, other: ProductValues): EditedField[] {
  return EDITED_FIELDS.filter((field) => toText(one[field]) !== toText(other[field]))
}

/** Of equal contents equal texts, whatever the order in which a pyramid names its levels. */
function toText(value: ProductValues[EditedField]): string {
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
