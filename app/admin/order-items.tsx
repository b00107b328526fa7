import { Price } from '#app/ui/price.tsx'
import type { AdminOrderRow } from './admin-orders.ts'

/** What was ordered: quantity, name, brand, unit price. */
export function OrderItems({ items }: { items: AdminOrderRow['items'] }) {
  return (
    <ul className="space-y-1">
      {items.map((item) => (
        <li key={item.key}>
          <span className="tabular-nums">{item.quantity} ×</span> {item.name}{' '}
          <span className="text-oud">· {item.brand} · </span>
          <Price grosze={item.unitPriceGrosze} className="text-oud" />
        </li>
      ))}
    </ul>
  )
}
