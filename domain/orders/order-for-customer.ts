import type { z } from 'zod'
import { describeBatches } from '#domain/batches/batch.ts'
import { ORDER_STATUS_LABELS, type OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { isLockerMethod, type OrderMethod, parseShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import { labelShipmentForCustomer, type ShipmentStatus } from '#domain/shipping/shipment.ts'
import { labelPayment, type orderItemSchema } from './order.ts'

type Standing = {
  status: OrderStatus
  shipping_status: ShipmentStatus | null
  shipping_method: OrderMethod
  payment_status: PaymentStatus | null
}

type BoughtItem = Omit<z.output<typeof orderItemSchema>, 'unit_price'>

/** An item of an order as its buyer reads it, without what else its row has. */
export const toBoughtItem = (item: BoughtItem & Parameters<typeof describeBatches>[0]): BoughtItem => ({
  product_id: item.product_id,
  product_name: item.product_name,
  brand_name: item.brand_name,
  facts: item.facts,
  image_key: item.image_key,
  kind: item.kind,
  quantity: item.quantity,
  unit_price_grosze: item.unit_price_grosze,
  batch_note: describeBatches(item),
})

/** The most advanced state of an order, as its buyer reads it next to the number. */
export function describeProgress(order: Standing): string {
  const { status, shipping_status: shipped, shipping_method: method, payment_status: payment } = order
  if (status === 'cancelled') return ORDER_STATUS_LABELS.cancelled
  if (shipped === 'delivered') return 'Dostarczone'
  if (shipped === 'shipped') return isLockerMethod(method) ? 'W drodze do paczkomatu' : 'W drodze'
  if (status === 'pending' && payment === 'open') return 'Czeka na zapłatę'
  return ORDER_STATUS_LABELS[status]
}

/**
 * The state of an order's parcel after its label, or what stops the parcel: 'Przesyłka: Odebrana przez kuriera, w
 * drodze do paczkomatu WAW-007.'
 * @param locker the destination; null: by courier
 */
export function describeOrderProgress(order: Standing, locker: string | null): string {
  const { status, shipping_status: shipped, payment_status: payment } = order
  const parcel = `Przesyłka: ${labelShipmentForCustomer(shipped)}`
  if (status === 'cancelled') {
    const money =
      payment === 'refund_pending'
        ? ', pieniądze wracają na Twoje konto'
        : payment === 'refunded'
          ? ', pieniądze zwrócone'
          : ''
    return `Anulowane${money}.${shipped === null ? '' : ` ${parcel}.`}`
  }
  if (shipped === 'shipped') return `${parcel}, w drodze ${locker === null ? 'do Ciebie' : `do paczkomatu ${locker}`}.`
  if (shipped === 'created') return `${parcel}, przygotowujemy ją.`
  if (shipped === null && payment === 'open') return `${parcel} na zapłatę.`
  if (shipped === null && (payment === 'expired' || payment === 'failed')) return `Nieopłacone. ${parcel}.`
  return `${parcel}.`
}

/** How an order is paid, as its buyer reads it. */
export function labelPaymentForCustomer(
  order: Pick<Standing, 'shipping_method' | 'status' | 'payment_status'>,
): string {
  const label = labelPayment(order)
  if (label !== 'Opłacone z góry') return label
  return parseShippingMethod(order.shipping_method).payment === 'prepaid' ? 'Opłacone online' : 'Opłacone'
}
