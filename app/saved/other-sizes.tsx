import { Fragment } from 'react'
import { href, Link } from 'react-router'
import { Price } from '#app/ui/price.tsx'
import type { CardProduct } from '#domain/catalog/product.ts'

/** The other sizes of a product's scent that can be bought, each with its price; '-' where there are none. */
export function OtherSizes({ product: { slug, sizes } }: { product: Pick<CardProduct, 'slug' | 'sizes'> }) {
  const others = listOtherSizes({ slug, sizes })
  if (others.length === 0) return '-'
  return others.map((size, index) => (
    <Fragment key={size.slug}>
      {index > 0 && ', '}
      <Link to={href('/produkt/:slug', { slug: size.slug })} className="underline underline-offset-4">
        {size.label} <Price grosze={size.current_price_cents} />
      </Link>
    </Fragment>
  ))
}

export const listOtherSizes = ({ slug, sizes }: Pick<CardProduct, 'slug' | 'sizes'>) =>
  sizes.filter((size) => size.slug !== slug && !size.out_of_stock)
