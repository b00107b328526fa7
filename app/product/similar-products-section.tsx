import { useId } from 'react'
import { href, Link } from 'react-router'
import { ProductGrid } from '#app/catalog/product-grid.tsx'
import type { SimilarCards } from '#domain/catalog/product.ts'

/** How many shared notes a card names. */
const NOTES_SAID = 3

type SimilarProductsProps = { slug: string; similar: SimilarCards; opens: 'dialog' | 'page' }

/** 'Podobne zapachy', each with the shared notes, and links to those that differ in one way. */
export function SimilarProducts({ slug, similar: { items, twists }, opens }: SimilarProductsProps) {
  const heading = useId()
  if (items.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-5 font-display text-2xl">
        Podobne zapachy
      </h2>
      <ProductGrid
        products={items.map(({ product }) => product)}
        remarks={items.map(({ shared_notes }) => describeSharedNotes(shared_notes))}
        layout="row"
        opens={opens}
      />
      {twists.length > 0 && (
        <p className="mt-5 flex flex-wrap items-center gap-x-5 text-sm">
          Podobny, ale
          {twists.map(({ twist, name }) => (
            <Link
              key={twist}
              to={`${href('/znajdz-zapach')}?jak=${slug}&ale=${twist}#wyniki`}
              rel="nofollow"
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {name}
            </Link>
          ))}
        </p>
      )}
    </section>
  )
}

/** 'wspólne: oud, wanilia'; '' without shared notes. */
function describeSharedNotes(notes: readonly string[]): string {
  const said = notes.slice(0, NOTES_SAID).join(', ')
  if (notes.length > NOTES_SAID) return `wspólne: ${said} i jeszcze ${notes.length - NOTES_SAID}`
  return said && `wspólne: ${said}`
}
