import { toOrderDiscount } from '#domain/codes/code.ts'
import { toOrderGift } from '#domain/gifts/gift.ts'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import { parseShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { buildTrackingUrl } from '#domain/shipping/shipment.ts'
import { listPlaceLines } from './delivery-place.ts'
import { isConcluded, labelPayment } from './order.ts'
import type { OrderRow } from './order-row-queries.server.ts'

/**
 * An order in the words and sums that people read: buyer, holder of its link, owner, mails, contract and file each take
 * their part of it. A word that two of them say is said here.
 */
export function toOrderView<Row extends OrderRow>(row: Row) {
  return {
    ...row,
    placed_at: row.created_at.toISOString(),
    name: `${row.first_name} ${row.last_name}`.trim(),
    shown_phone: formatPhone(row.phone),
    delivery: parseShippingMethod(row.shipping_method).delivery,
    destination: listPlaceLines(row),
    tracking_url: buildTrackingUrl(row),
    payment_label: labelPayment(row),
    gift: toOrderGift(row),
    discount: toOrderDiscount([row]),
    /** Whether there is a contract to download: of an order without its personal data there is none. */
    has_contract: row.anonymised_at === null && isConcluded(row),
  }
}

export type OrderView = ReturnType<typeof toOrderView<OrderRow>>
