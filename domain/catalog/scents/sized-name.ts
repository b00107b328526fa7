import { nameWithSize } from '#domain/kernel/order-words/name-with-size.ts'
import type { ProductKind } from './product-kinds.ts'
import { describeSize } from './sizes.ts'

/** 'Źródlany Jaśmin, 50 ml', 'Źródlany Jaśmin, próbka 2 ml': for lists that show no other facts of a product. */
export function nameSized({
  name,
  kind,
  volume_ml,
}: {
  name: string
  kind: ProductKind
  volume_ml: number | null
}): string {
  return kind === 'bottle' && volume_ml === null ? name : nameWithSize(name, describeSize({ kind, volume_ml }))
}
