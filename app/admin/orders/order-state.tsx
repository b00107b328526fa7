import { type ReactNode, use } from 'react'
import { href, Link } from 'react-router'
import { IsOwner } from '#app/admin/is-owner.ts'
import { classNames } from '#app/ui/class-names.ts'
import { ORDER_STATUS_LABELS, type OrderStatus } from '#domain/kernel/order-words/order-status.ts'

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

/** A link to the page of an order, as high as a finger needs; the text alone for whom orders are not open. */
export function OrderLink({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  if (!use(IsOwner)) return <span className={className}>{children}</span>
  return (
    <Link
      to={href('/admin/zamowienia/:id', { id })}
      className={classNames('inline-flex min-h-11 items-center underline underline-offset-4', className)}
    >
      {children}
    </Link>
  )
}
