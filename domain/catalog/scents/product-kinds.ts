/** What is sold of a scent. */
export const PRODUCT_KINDS = ['bottle', 'sample', 'set'] as const
export type ProductKind = (typeof PRODUCT_KINDS)[number]
export const KIND_NAMES: Record<ProductKind, string> = { bottle: 'Flakon', sample: 'Próbka', set: 'Zestaw' }

/** The kind that a browser stored with a product; before it stored kinds, a bottle. */
export const parseKind = (stored: unknown): ProductKind => PRODUCT_KINDS.find((kind) => kind === stored) ?? 'bottle'

type SizedKind = { kind: ProductKind; volume_ml: number | null }

/** '100 ml', 'próbka 2 ml', 'zestaw'; '' for a bottle of unknown volume. */
export function labelSize({ kind, volume_ml }: SizedKind): string {
  const volume = volume_ml === null ? null : `${volume_ml}\u00a0ml`
  return [kind === 'bottle' ? null : KIND_NAMES[kind].toLowerCase(), volume].filter(Boolean).join(' ')
}
