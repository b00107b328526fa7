import { Truck } from 'lucide-react'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { isDeliveryFree, missingToFreeDelivery } from '#domain/kernel/order-words/shipping-method.ts'
import { useDeliveryOffer } from './delivery-fields.tsx'

type FreeDeliveryProps = { itemsGrosze: Grosze; isFreed: boolean; className?: string }

/** How far these products are from free delivery; empty in a shop without it. */
export function FreeDelivery({ itemsGrosze, isFreed, className }: FreeDeliveryProps) {
  const { data: costs } = useDeliveryOffer()
  if (!costs || costs.free_delivery_from_grosze === null || itemsGrosze === 0) return null
  const isFree = isFreed || isDeliveryFree(costs, itemsGrosze)
  const missing = isFreed ? null : missingToFreeDelivery(costs, itemsGrosze)
  return (
    <div className={className}>
      <p role="status" className="flex items-center gap-2.5 text-sm">
        <Truck aria-hidden="true" className="size-5 shrink-0 text-oud" strokeWidth={1.6} />
        <span>
          {isFree && <span className="font-semibold text-leaf">Masz darmową dostawę</span>}
          {missing !== null && (
            <span>
              Do darmowej dostawy brakuje <span className="price font-semibold">{formatGrosze(missing)}</span>
            </span>
          )}
        </span>
      </p>
      <progress
        aria-hidden="true"
        value={isFree ? costs.free_delivery_from_grosze : itemsGrosze}
        max={costs.free_delivery_from_grosze}
        className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 forced-color-adjust-none bg-sand-deep [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-sand-deep [&::-webkit-progress-value]:bg-leaf"
      />
    </div>
  )
}
