import { useEffect, useId, useState } from 'react'
import { ProductGrid } from '#app/catalog/product-grid.tsx'
import type { CardProduct, Product } from '#domain/catalog/product.ts'
import { readViewed, rememberViewed } from './product-snapshots.ts'
import { useUpToDate } from './up-to-date.ts'

/** One row of a product's page. */
const SHOWN = 4

/** Remembers this product as viewed, and shows those viewed before it. */
export default function RecentlyViewed({ product }: { product: Product }) {
  const heading = useId()
  const [viewed, setViewed] = useState<CardProduct[]>([])
  const others = useUpToDate(viewed)
  useEffect(() => {
    setViewed(readViewed().filter(({ id }) => id !== product.id))
    rememberViewed(product)
  }, [product])
  if (others.length === 0) return null
  return (
    <section aria-labelledby={heading} className="mt-16">
      <h2 id={heading} className="mb-5 font-display text-2xl">
        Ostatnio oglądane
      </h2>
      <ProductGrid products={others.slice(0, SHOWN)} layout="row" opens="page" />
    </section>
  )
}
