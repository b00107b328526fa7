import type { DutyGap } from '#domain/kernel/duties/duty.ts'
import type { LabelledProduct } from './label-queries.server.ts'

/** The gaps of products: `tell` says what to do for one, or null where nothing is missing. */
export function listProductGaps(
  products: readonly LabelledProduct[],
  tell: (product: LabelledProduct) => string | null,
): DutyGap[] {
  return products.flatMap((product) => {
    const todo = tell(product)
    return todo === null ? [] : { about: product.name, todo, path: `/admin/produkty?produkt=${product.id}` }
  })
}
