import { mapFields, type ProductContent } from '#domain/catalog/product-fields.ts'

/** A product of which nothing is given yet: its name, brand and price are to be written over. */
export const INITIAL_PRODUCT: ProductContent = {
  ...mapFields<ProductContent>(({ initial }) => initial),
  name: '',
  brand_id: '',
  price: 0,
}
