import { href } from 'react-router'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { Grosze } from '#domain/kernel/money.ts'
import type { AdminOrderPage } from '#domain/orders/admin/admin-order.ts'
import { OrderCard } from './order-card.tsx'

/** What was ordered and what it costs. */
export function OrderContents({ order }: { order: AdminOrderPage }) {
  return (
    <OrderCard title="Produkty">
      <ul className="divide-y divide-night/10">
        {order.items.map((item) => (
          <li key={item.productId} className="flex items-center gap-3 py-2">
            <ProductPicture imageKey={item.imageKey} alt="" sizes="3rem" className="w-12 shrink-0 rounded-md" />
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">
                {item.slug === '' ? (
                  item.name
                ) : (
                  <a
                    href={href('/produkt/:slug', { slug: item.slug })}
                    className="underline-offset-4 hover:underline"
                    target="_blank"
                    rel="noopener"
                  >
                    {item.name}
                    <span className="sr-only"> (strona w sklepie, otwiera się w nowej karcie)</span>
                  </a>
                )}
              </p>
              <p className="text-xs text-oud">{item.brand}</p>
            </div>
            <p className="shrink-0 text-right whitespace-nowrap tabular-nums">
              <span className={item.quantity > 1 ? 'font-semibold' : 'text-oud'}>{item.quantity} ×</span>{' '}
              <Price grosze={item.unitPriceGrosze} className="text-oud" />
              <Price grosze={item.quantity * item.unitPriceGrosze} className="block font-semibold" />
            </p>
          </li>
        ))}
      </ul>
      <dl className="mt-1 space-y-1 border-t border-night/15 pt-3">
        <Sum label="Produkty" grosze={order.itemsGrosze} />
        <Sum label="Dostawa" grosze={order.shippingGrosze} />
        <Sum label="Razem" grosze={order.totalGrosze} strong />
      </dl>
    </OrderCard>
  )
}

function Sum({ label, grosze, strong = false }: { label: string; grosze: Grosze; strong?: boolean }) {
  return (
    <div className={classNames('flex justify-between gap-4', strong && 'text-base font-semibold')}>
      <dt>{label}</dt>
      <dd className="text-right tabular-nums">
        <Price grosze={grosze} />
      </dd>
    </div>
  )
}
