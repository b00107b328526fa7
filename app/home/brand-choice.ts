import type { PickerBrand } from '#domain/catalog/lists/picker.ts'

// Between the picker and its sheet of brands, which is a dialog like the others and so stands elsewhere.

let offered: readonly PickerBrand[] = []
let take: ((slug: string | null) => void) | null = null

/** What the sheet offers, and who is told what was chosen; null: all brands. */
export function offerBrands(brands: readonly PickerBrand[], onChoice: (slug: string | null) => void): void {
  offered = brands
  take = onChoice
}

export const listOfferedBrands = () => offered

export function chooseBrand(slug: string | null): void {
  take?.(slug)
}
