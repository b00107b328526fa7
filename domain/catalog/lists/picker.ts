/** For whom the picker of the landing page looks; unisex scents are for both. */
export const PICKER_GENDERS = ['men', 'women'] as const
export type PickerGender = (typeof PICKER_GENDERS)[number]

/** A brand with what it has for each: how many products, and the picture of the newest. */
export type PickerBrand = { slug: string; name: string; isOriginal: boolean } & Record<
  PickerGender,
  { total: number; imageKey: string | null }
>

/** Brands that stand on one page, and products of one brand: with the way back they are nine tiles. */
export const PICKER_TILES = 9
export const BRAND_PAGE_SIZE = PICKER_TILES - 1

/** Whether a product stands under one of the two. */
export function isFor(product: { gender: string }, gender: PickerGender): boolean {
  return product.gender === gender || product.gender === 'unisex'
}
