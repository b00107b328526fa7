/** The two choices of the picker on the landing page. Unisex scents belong to both. */
export const PICKER_GENDERS = ['men', 'women'] as const
export type PickerGender = (typeof PICKER_GENDERS)[number]

/** A brand with its number of products and its newest picture, for each choice. */
export type PickerBrand = { slug: string; name: string; isOriginal: boolean } & Record<
  PickerGender,
  { total: number; imageKey: string | null }
>

/** Whether a product belongs to a choice. */
export function isFor(product: { gender: string }, gender: PickerGender): boolean {
  return product.gender === gender || product.gender === 'unisex'
}
