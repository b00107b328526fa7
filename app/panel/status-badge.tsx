import type { ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import type { OrderStatus } from '#domain/orders/order.ts'

const TONES: Record<OrderStatus, string> = {
  pending: 'bg-sand text-night',
  paid: 'bg-sage text-night',
  completed: 'bg-leaf text-white',
  cancelled: 'bg-wine-tint text-wine',
}

/** The word says it; the colour only repeats it. */
export function StatusBadge({ tone, children }: { tone: OrderStatus; children: ReactNode }) {
  return <span className={classNames('rounded-full px-3 py-0.5 text-xs font-semibold', TONES[tone])}>{children}</span>
}
