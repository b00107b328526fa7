import type { MouseEvent } from 'react'
import { href, Link } from 'react-router'
import { useDialogs } from '#app/dialogs/dialogs.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import { type CardProduct, priceOf, type Size } from '#domain/catalog/product.ts'
import { describeSize, findBestValue } from '#domain/catalog/scents/sizes.ts'
import { formatGrosze } from '#domain/kernel/money.ts'

/** What is sold of a scent, each with its price and that for 100 ml; nothing where it is one product alone. */
export function SizeChips({ product, opens }: { product: CardProduct; opens: 'dialog' | 'page' }) {
  const best = findBestValue(product.sizes)
  if (product.sizes.length < 2) return null
  return (
    <nav aria-label="Pojemności tego zapachu">
      <ul className="flex flex-wrap gap-2">
        {product.sizes.map((size) => (
          <li key={size.slug}>
            <Chip size={size} shown={product.slug} isBest={size.slug === best?.slug} opens={opens} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

type ChipProps = { size: Size; shown: string; isBest: boolean; opens: 'dialog' | 'page' }

/** Leads to the product of a size: to its page, or in place of the shown one into the dialog. */
function Chip({ size, shown, isBest, opens }: ChipProps) {
  const { goOn } = useDialogs()
  const { slug, volume_ml, current_price_cents: grosze, out_of_stock } = size
  const isShown = slug === shown

  /** Once the product has been read, so that nothing disappears in between. */
  async function show(event: MouseEvent) {
    if (opens === 'page' || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (isShown) return
    const { productQuery, queryClient } = await import('#app/query-client.ts')
    await queryClient.prefetchQuery(productQuery(slug))
    goOn({ name: 'product', slug, instead: shown }, { replace: true })
  }

  return (
    <Link
      to={href('/produkt/:slug', { slug })}
      replace
      preventScrollReset
      aria-current={isShown || undefined}
      onClick={(event) => void show(event)}
      className={classNames(
        'grid min-h-13 content-center rounded-xl border px-3.5 py-1.5 text-sm leading-tight',
        isShown ? 'border-night bg-sand ring-1 ring-night' : 'border-night/35 bg-white hover:border-night',
        out_of_stock && 'text-night/70',
      )}
    >
      <span className="font-semibold">{describeSize(size)}</span>
      <span>
        <Price grosze={grosze} />
        {out_of_stock && <span> · wyprzedane</span>}
      </span>
      {volume_ml !== null && volume_ml !== 100 && (
        <span className="text-xs text-night/80">{formatGrosze(priceOf(100, grosze, volume_ml))}/100&nbsp;ml</span>
      )}
      {isBest && <span className="text-xs font-semibold text-leaf">najkorzystniej za 100&nbsp;ml</span>}
    </Link>
  )
}
