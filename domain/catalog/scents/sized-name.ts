import { z } from 'zod'
import { nameWithSize } from '#domain/kernel/order-words/name-with-size.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { PRODUCT_KINDS, type ProductKind } from './product-kinds.ts'
import { describeSize } from './sizes.ts'

/** What tells the sizes of a scent apart, which share one name. */
export const sizeShape = defineSchema(() => z.object({ kind: z.enum(PRODUCT_KINDS), volume_ml: z.number().nullable() }))

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
