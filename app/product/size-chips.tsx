import { href, Link } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { CardProduct } from '#domain/catalog/product.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'

/**
 * The sizes of a scent, each with its price and its price per 100 ml; nothing for a single size. The links lead to
 * pages; a dialog shows their products in place of its own.
 */
export function SizeChips({ product }: { product: Pick<CardProduct, 'slug' | 'sizes'> }) {
  if (product.sizes.length < 2) return null
  return (
    <nav aria-label="Pojemności tego zapachu" className="flex flex-wrap gap-2">
      {product.sizes.map(({ slug, label, current_price_cents, price_100ml_cents, best_value, out_of_stock }) => (
        <Link
          key={slug}
          to={href('/produkt/:slug', { slug })}
          replace
          preventScrollReset
          aria-current={slug === product.slug || undefined}
          className={classNames(
            'min-h-13 rounded-xl border border-night/35 bg-white px-3.5 py-1.5 text-sm leading-tight hover:border-night',
            'aria-current:bg-sand aria-current:ring-1 aria-current:ring-night',
          )}
        >
          <span className="block font-semibold">{label}</span>
          <Price grosze={current_price_cents} />
          {out_of_stock && <span> · wyprzedane</span>}
          {price_100ml_cents !== null && (
            <span className="block text-xs text-night/80">{formatGrosze(price_100ml_cents)}/100&nbsp;ml</span>
          )}
          {best_value && <span className="block text-xs font-semibold text-leaf">najkorzystniej za 100&nbsp;ml</span>}
        </Link>
      ))}
    </nav>
  )
}
