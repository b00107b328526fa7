import { ProductGrid, ProductGridSkeleton } from '#app/catalog/product-grid.tsx'
import { type ActiveFilter, FilterChips } from '#app/shop/active-filters.tsx'
import { NoResults } from '#app/shop/no-results.tsx'
import { Button } from '#app/ui/button.tsx'
import { copyAddress } from '#app/ui/copy-address.ts'
import type { CardProduct } from '#domain/catalog/product.ts'
import { inflectScents } from './scent-list.tsx'

export type AnswersProps = {
  asked: ActiveFilter[]
  /** The best ones, each with the reason. */
  items: { card: CardProduct; reason: string }[]
  /** How many there are. */
  total: number
  /** What to change, where there are none. */
  instead: { text: string; without: { name: string; total: number }[]; suggested: CardProduct[] } | null
  /** The whole address of this page with its question. */
  address: string
  /** The address of the page without a question. */
  anew: string
  loading: boolean
}

/** What was found: cards with reasons, or what to loosen. */
export function Answers({ asked, items, total, instead, address, anew, loading }: AnswersProps) {
  return (
    <div aria-busy={loading}>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="text-sm">
          {`${total} ${inflectScents(total)}${
            total > items.length ? `; najlepsze ${items.length}. Odpowiedz dokładniej, a będzie ich mniej.` : ''
          }`}
        </p>
        <Button variant="secondary" className="noscript:hidden" onClick={() => void copyAddress(address)}>
          Skopiuj adres wyniku
        </Button>
        <FilterChips active={asked} all={anew} />
      </div>
      {loading && <ProductGridSkeleton layout="beside-filters" />}
      {!loading && instead && (
        <NoResults
          active={asked.map((part) => ({ ...part, label: `„${part.label}”` }))}
          text={instead.text}
          without={instead.without}
          suggested={{ title: 'Bestsellery', products: instead.suggested }}
          all={anew}
        />
      )}
      {!loading && items.length > 0 && (
        <ProductGrid
          products={items.map(({ card }) => card)}
          remarks={items.map(({ reason }) => reason)}
          layout="beside-filters"
        />
      )}
    </div>
  )
}
