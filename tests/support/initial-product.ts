import type { ProductContent } from '#domain/catalog/product-field.ts'
import { mapFields } from '#domain/catalog/product-field-lists.ts'

/** A product with initial values. Name, brand and price are to be overwritten. */
export const INITIAL_PRODUCT: ProductContent = {
  ...mapFields<ProductContent>(({ initial }) => initial),
  name: '',
  brand_id: '',
  price: 0,
}
