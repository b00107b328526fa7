import { Truck } from 'lucide-react'
import { formatGrosze, type Grosze } from '#domain/kernel/money.ts'
import { isDeliveryFree, missingToFreeDelivery } from '#domain/kernel/shipping-method.ts'
import { useDeliveryOffer } from './delivery-fields.tsx'

/** How far these products are from free delivery; empty in a shop without it. */
export function FreeDelivery({ itemsGrosze, className }: { itemsGrosze: Grosze; className?: string }) {
  const { data: costs } = useDeliveryOffer()
  if (!costs || costs.free_delivery_from_grosze === null || itemsGrosze === 0) return null
  const missing = missingToFreeDelivery(costs, itemsGrosze)
  return (
    <div className={className}>
      <p role="status" className="flex items-center gap-2.5 text-sm">
        <Truck aria-hidden="true" className="size-5 shrink-0 text-oud" strokeWidth={1.6} />
        <span>
          {isDeliveryFree(costs, itemsGrosze) && <span className="font-semibold text-leaf">Masz darmową dostawę</span>}
          {missing !== null && (
            <span>
              Do darmowej dostawy brakuje <span className="price font-semibold">{formatGrosze(missing)}</span>
            </span>
          )}
        </span>
      </p>
      <progress
        aria-hidden="true"
        value={Math.min(itemsGrosze, costs.free_delivery_from_grosze)}
        max={costs.free_delivery_from_grosze}
        className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 forced-color-adjust-none bg-sand-deep [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-sand-deep [&::-webkit-progress-value]:bg-leaf"
      />
    </div>
  )
}
