import { useId } from 'react'
import { Link } from 'react-router'
import { ProductGrid } from '#app/catalog/product-grid.tsx'
import type { SimilarCards } from '#domain/catalog/product.ts'

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
        remarks={items.map(({ remark }) => remark)}
        layout="row"
        opens={opens}
      />
      {twists.length > 0 && (
        <p className="mt-5 text-sm">
          <span>Podobny, ale</span>
          {twists.map(({ twist, name }) => (
            <Link
              key={twist}
              to={`/znajdz-zapach?jak=${slug}&ale=${twist}#wyniki`}
              className="inline-flex min-h-11 items-center px-2 text-sm font-semibold underline underline-offset-4"
            >
              {name}
            </Link>
          ))}
        </p>
      )}
    </section>
  )
}
