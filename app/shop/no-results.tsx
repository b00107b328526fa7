import { href, Link } from 'react-router'
import { NoProducts } from '#app/catalog/empty-shop.tsx'
import { ProductGrid } from '#app/catalog/product-grid.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { type CardProduct, inflectProducts } from '#domain/catalog/product.ts'
import type { ActiveFilter } from './active-filters.tsx'

type NoResultsProps = {
  /** Why the list is empty, and what to change. */
  text: string
  active: ActiveFilter[]
  /** How many products there are without each filter. */
  without: { name: string; total: number }[]
  suggested: { title: string; products: CardProduct[] }
  /** The address of the list without filters. */
  all?: string
}

/** Replaces an empty list of a shop that has products: says which filter to drop, and suggests others. */
export function NoResults({ active, text, without, suggested, all = href('/sklep') }: NoResultsProps) {
  const loosened = active.flatMap((filter) => {
    const total = without.find(({ name }) => name === filter.name)?.total ?? 0
    return total > 0 ? { ...filter, total } : []
  })
  const canLoosen = active.length > 1 && loosened.length > 0
  return (
    <>
      <NoProducts text={text}>
        {canLoosen && (
          <ul className="mt-5 flex flex-wrap justify-center gap-2">
            {loosened.map(({ name, label, without: to, total }) => (
              <li key={name}>
                <Link to={to} preventScrollReset className={buttonClass('secondary', 'md', 'wrap-anywhere')}>
                  bez: {label} ({total} {inflectProducts(total)})
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Link to={all} preventScrollReset className={buttonClass('primary', 'md', 'mt-6')}>
          Wyczyść filtry
        </Link>
      </NoProducts>
      {suggested.products.length > 0 && (
        <section aria-label={suggested.title} className="mt-12">
          <h3 className="mb-5 font-display text-2xl">{suggested.title}</h3>
          <ProductGrid products={suggested.products} layout="row" />
        </section>
      )}
    </>
  )
}
