import { href, Link } from 'react-router'
import { Price } from '#app/ui/price.tsx'
import type { CardProduct } from '#domain/catalog/product.ts'

/** The other sizes of a product's scent that can be bought, each with its price; '-' where there are none. */
export function OtherSizes({ product: { slug, sizes } }: { product: Pick<CardProduct, 'slug' | 'sizes'> }) {
  const others = listOtherSizes({ slug, sizes })
  if (others.length === 0) return '-'
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {others.map((size) => (
        <li key={size.slug}>
          <Link to={href('/produkt/:slug', { slug: size.slug })} className="underline underline-offset-4">
            <span>{size.label}</span> <Price grosze={size.current_price_cents} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

export const listOtherSizes = ({ slug, sizes }: Pick<CardProduct, 'slug' | 'sizes'>) =>
  sizes.filter((size) => size.slug !== slug && !size.out_of_stock)
