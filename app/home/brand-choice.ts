import type { PickerBrand } from '#domain/catalog/lists/picker.ts'

// Connects the picker with its sheet of brands, which is rendered by the host of the dialogs.

let offered: readonly PickerBrand[] = []
let take: ((slug: string | null) => void) | null = null

/** Sets the brands of the sheet and the callback for the choice; null: all brands. */
export function offerBrands(brands: readonly PickerBrand[], onChoice: (slug: string | null) => void): void {
  offered = brands
  take = onChoice
}

export const listOfferedBrands = () => offered

export function chooseBrand(slug: string | null): void {
  take?.(slug)
}
