import { z } from 'zod'
import { restockSchema, seenVersionSchema } from '#domain/kernel/order-words/order-act-fields.ts'
import { ORDER_STATUSES, ORDER_TRANSITIONS, type OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import type { PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'
import { isTransitionAllowed } from '#domain/kernel/transitions.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { reasonSchema } from '#domain/payments/refunds/refund-request.ts'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'

/** Statuses that the admin may set by hand, apart from cancelling. */
export const SETTABLE_STATUSES = ['paid', 'completed'] as const
export type SettableStatus = (typeof SETTABLE_STATUSES)[number]

/**
 * Whether the admin may set this status. The transition table must allow it, and an order paid ahead never becomes paid
 * by hand; only the provider confirms its payment. An order can be completed once its parcel has left and, if it is
 * paid on delivery, once it is paid: by the delivered parcel, or as the admin records. So is one paid elsewhere.
 */
export function isSettable(order: SettableOrder, to: SettableStatus): boolean {
  if (!isTransitionAllowed(ORDER_TRANSITIONS, order.status, to)) return false
  if (order.status === 'cancelled') return false
  if (to === 'completed' && !hasLeft(order.shipping_status)) return false
  if (order.payment === 'prepaid') return order.status === 'paid'
  if (to === 'paid' || order.status === 'paid') return true
  return order.payment === 'cash_on_delivery' && order.shipping_status === 'delivered'
}

type SettableOrder = { status: OrderStatus; payment: PaymentWay; shipping_status: ShipmentStatus | null }

/** Whether an order can be cancelled directly: not once its parcel has left. Cancelling a returned parcel does it. */
export function isCancellable(order: Pick<SettableOrder, 'status' | 'shipping_status'>): boolean {
  return isTransitionAllowed(ORDER_TRANSITIONS, order.status, 'cancelled') && !hasLeft(order.shipping_status)
}

/** Whether a parcel is no longer in the shop. */
export function hasLeft(status: ShipmentStatus | null): boolean {
  return status === 'shipped' || status === 'delivered'
}

/** The status that the admin saw. An order with another status is not changed. */
const seenStatus = defineSchema(() => z.enum(ORDER_STATUSES).meta({ description: 'The status that the admin saw' }))

export const cancelledOrderSchema = defineSchema(() =>
  z.strictObject({ seen: seenStatus, version: seenVersionSchema, reason: reasonSchema, restock: restockSchema }),
)

export const setStatusSchema = defineSchema(() =>
  z.strictObject({ seen: seenStatus, version: seenVersionSchema, to: z.enum(SETTABLE_STATUSES) }),
)

export const ORDER_NOTE_MAX = 2000

/** May have several lines. */
export const noteSchema = defineSchema(() =>
  z.strictObject({
    note: z
      .string()
      .trim()
      .min(1, 'Wpisz notatkę.')
      .max(ORDER_NOTE_MAX)
      .regex(/^[^\p{Cs}\0]*$/u, 'Usuń niedozwolone znaki'),
  }),
)

export const resendSchema = defineSchema(() =>
  z.strictObject({
    times_resent: z.int().min(0).meta({ description: 'The number of repetitions that the admin saw' }),
  }),
)
