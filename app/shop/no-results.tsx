import { href, Link } from 'react-router'
import { ProductGrid } from '#app/catalog/product-grid.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { type CardProduct, inflectProducts } from '#domain/catalog/product.ts'
import type { ActiveFilter } from './active-filters.tsx'

type NoResultsProps = {
  active: ActiveFilter[]
  /** How many products there are without each filter. */
  without: { name: string; total: number }[]
  suggested: { title: string; products: CardProduct[] }
}

/** An empty list of a shop that has products: what to leave out, and what else there is. */
export function NoResults({ active, without, suggested }: NoResultsProps) {
  const [first, ...others] = active
  const loosened = active.flatMap((filter) => {
    const total = without.find(({ name }) => name === filter.name)?.total ?? 0
    return total > 0 ? { ...filter, total } : []
  })
  return (
    <>
      <div className="rounded-2xl bg-sand/60 px-6 py-14 text-center sm:px-12">
        <svg viewBox="0 0 40 50" className="mx-auto w-14 text-oud" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M4 48V25C4 14 16 14 20 2c4 12 16 12 16 23v23z" />
        </svg>
        <h3 className="mt-4 font-display text-2xl">Brak produktów</h3>
        <p className="mx-auto mt-2 max-w-md">
          {others.length > 0
            ? 'Nic nie spełnia wszystkich warunków naraz.'
            : first?.name === 'search'
              ? 'Sprawdź pisownię, wpisz krótszy fragment nazwy, marki lub nuty albo wybierz rodzinę zapachów.'
              : 'Zmień ten warunek albo wybierz rodzinę zapachów.'}
          {others.length > 0 && loosened.length > 0 && ' Zrezygnuj z jednego z nich:'}
        </p>
        {others.length > 0 && loosened.length > 0 && (
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
        <Link to={href('/sklep')} preventScrollReset className={buttonClass('primary', 'md', 'mt-6')}>
          Wyczyść filtry
        </Link>
      </div>
      {suggested.products.length > 0 && (
        <section aria-label={suggested.title} className="mt-12">
          <h3 className="mb-5 font-display text-2xl">{suggested.title}</h3>
          <ProductGrid products={suggested.products} layout="row" />
        </section>
      )}
    </>
  )
}
