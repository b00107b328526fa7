import { useId } from 'react'
import { ProductGrid } from '#app/catalog/product-grid.tsx'
import type { SimilarCards } from '#domain/catalog/product.ts'

/** How many shared notes a card names. */
const NOTES_SAID = 3

type SimilarProductsProps = { similar: SimilarCards['items']; opens: 'dialog' | 'page' }

/** 'Podobne zapachy', each with the shared notes. */
export function SimilarProducts({ similar, opens }: SimilarProductsProps) {
  const heading = useId()
  if (similar.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-5 font-display text-2xl">
        Podobne zapachy
      </h2>
      <ProductGrid
        products={similar.map(({ product }) => product)}
        remarks={similar.map(({ shared_notes }) => describeSharedNotes(shared_notes))}
        layout="row"
        opens={opens}
      />
    </section>
  )
}

/** 'wspólne: oud, wanilia'; '' without shared notes. */
function describeSharedNotes(notes: readonly string[]): string {
  const said = notes.slice(0, NOTES_SAID).join(', ')
  if (notes.length > NOTES_SAID) return `wspólne: ${said} i jeszcze ${notes.length - NOTES_SAID}`
  return said && `wspólne: ${said}`
}
