import { isReduced } from '#domain/catalog/product.ts'
import { isDatabaseUnavailable } from '#domain/kernel/database-error.ts'
import type { Services } from '#domain/services.ts'

/** Whether a reduction is announced; not while the database is away, because pages without it are shown then. */
export async function hasAnnouncedReductions({ catalog }: Pick<Services, 'catalog'>): Promise<boolean> {
  try {
    const { products } = await catalog.read()
    return products.some(({ product }) => isReduced(product))
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false
    throw error
  }
}
