import { classNames } from '#app/ui/class-names.ts'
import { ORDER_STATUS_LABELS, type OrderStatus } from '#domain/kernel/order-status.ts'

const TONES: Record<OrderStatus, string> = {
  pending: 'bg-sand text-night',
  paid: 'bg-sage text-night',
  completed: 'bg-smoke/60 text-night',
  cancelled: 'bg-wine-tint text-wine',
}

/** The status of an order as a word; the colour only repeats it. */
export function OrderState({ status, className }: { status: OrderStatus; className?: string }) {
  return (
    <span
      className={classNames(
        'inline-block rounded-full px-2.5 text-xs leading-6 font-semibold',
        TONES[status],
        className,
      )}
    >
      {ORDER_STATUS_LABELS[status]}
    </span>
  )
}
