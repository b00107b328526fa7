/** For whom the picker of the landing page looks; unisex scents are for both. */
export const PICKER_GENDERS = ['men', 'women'] as const
export type PickerGender = (typeof PICKER_GENDERS)[number]

/** A brand with what it has for each: how many products, and the picture of the newest. */
export type PickerBrand = { slug: string; name: string; isOriginal: boolean } & Record<
  PickerGender,
  { total: number; imageKey: string | null }
>

/** Whether a product stands under one of the two. */
export function isFor(product: { gender: string }, gender: PickerGender): boolean {
  return product.gender === gender || product.gender === 'unisex'
}
