import type { ProductKind } from './product-kinds.ts'

/** Who filled it: the producer, or the shop from a larger bottle. */
export const FILLERS = ['producer', 'shop'] as const
export type Filler = (typeof FILLERS)[number]
export const FILLER_NAMES: Record<Filler, string> = { producer: 'Producent', shop: 'Nasz sklep' }

export const DECANT_MESSAGE = 'Tylko próbkę z numerem partii można sprzedać jako napełnioną w sklepie.'

/** Whether what the shop itself fills can be traced to its batch. */
export const isTraceable = (product: { kind: ProductKind; filled_by: Filler; batch: string | null }): boolean =>
  product.filled_by === 'producer' || (product.kind === 'sample' && product.batch !== null)
