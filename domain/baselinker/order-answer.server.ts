import { toDecimalZl } from '#domain/feeds/feed-row.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { nameOrdered } from '#domain/kernel/order-words/order-names.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { labelDelivery } from '#domain/kernel/order-words/shipping-method.ts'
import { parseStoredLocker } from '#domain/orders/delivery-place.ts'
import { sumCheckout } from '#domain/orders/order-sums.ts'
import type { OrderView } from '#domain/orders/order-view.server.ts'
import type { TaxedRate } from '#domain/papers/vat.ts'
import { type ShipmentStatus, sumDueOnDelivery } from '#domain/shipping/shipment.ts'
import { type BaselinkerStatus, toProductId } from './baselinker.ts'

export type Codes = ReadonlyMap<string, { rate: TaxedRate; product_code: string | null }>

/** One status of order and parcel. Of several orders in a parcel, that of those that are kept. */
export function findStatus(
  orders: readonly { status: OrderStatus; shipping_status: ShipmentStatus | null }[],
): BaselinkerStatus {
  const kept = orders.find(({ status }) => status !== 'cancelled')
  if (!kept) return 'cancelled'
  const { status, shipping_status: parcel } = kept
  if (parcel === 'processing' || parcel === 'shipped' || parcel === 'delivered') return parcel
  return status === 'pending' ? 'pending' : 'paid'
}

/** A parcel with its orders as BaseLinker reads it. Undefined: it has none. */
export function describeOrders(orders: readonly OrderView[], codes: Codes) {
  const kept = orders.filter(({ status }) => status !== 'cancelled')
  const shown = kept.length > 0 ? kept : orders
  const [first] = shown
  if (!first) return undefined
  const sums = sumCheckout(orders)
  const due = sumDueOnDelivery(shown)
  const { company } = first
  const locker = parseStoredLocker(first)
  const street = `${first.street ?? ''} ${first.house_number ?? ''}`.trim()
  const place = locker
    ? { address: locker.address, postcode: locker.postal_code, city: locker.city }
    : { address: street, postcode: first.postal_code ?? '', city: first.city ?? '' }
  return {
    delivery_fullname: first.name,
    delivery_company: '',
    ...named('delivery', place),
    ...abroad('delivery'),
    invoice_fullname: first.name,
    invoice_company: company?.name ?? '',
    invoice_nip: company?.nip ?? '',
    ...named(
      'invoice',
      company ? { address: company.street, postcode: company.postal_code, city: company.city } : place,
    ),
    ...abroad('invoice'),
    delivery_point_id: locker?.inpost_id ?? '',
    delivery_point_name: locker?.name ?? '',
    ...named('delivery_point', locker ? place : { address: '', postcode: '', city: '' }),
    phone: first.phone,
    email: first.receiver_email ?? first.email,
    date_add: Math.floor(first.created_at.getTime() / 1000),
    payment_method: first.payment_label,
    payment_method_cod: due === null ? 0 : 1,
    currency: 'PLN',
    user_comments: '',
    admin_comments: `Zamówienie ze sklepu nr ${orders.map(({ number }) => number).join(', ')}. Paragon albo faktura: w sklepie.`,
    status_id: findStatus(orders),
    delivery_method_id: first.delivery,
    delivery_method: labelDelivery(first.shipping_method),
    delivery_price: toDecimalZl(sums.shipping_grosze),
    paid: shown.every(({ status }) => status !== 'pending') ? 1 : 0,
    // Its papers are made here: BaseLinker must not make them again.
    want_invoice: 0,
    extra_field_1: first.number,
    products: [
      ...shown.flatMap((order) => order.items.map((item) => describeItem(item, codes))),
      ...listDeduction('Rabat', sumDiscounts(shown.flatMap((order) => order.items))),
      // BaseLinker collects the sum of all lines.
      ...listDeduction('Zapłacono wcześniej', due === null ? 0 : sums.total_grosze - due),
    ],
  }
}

const named = (who: string, place: { address: string; postcode: string; city: string }) =>
  Object.fromEntries(Object.entries(place).map(([field, value]) => [`${who}_${field}`, value]))

/** The shop sends within Poland. */
const abroad = (who: string) => ({
  [`${who}_state_code`]: '',
  [`${who}_country`]: 'Polska',
  [`${who}_country_code`]: 'PL',
})

function describeItem(item: OrderView['items'][number], codes: Codes) {
  const known = codes.get(item.product_id)
  return {
    id: toProductId(item.product_id),
    variant_id: '0',
    name: nameOrdered(item),
    quantity: item.quantity,
    price: toDecimalZl(item.unit_price_grosze),
    tax: Number(known?.rate ?? '23'),
    sku: known?.product_code ?? '',
    weight: 0,
    attributes: [],
  }
}

const sumDiscounts = (items: readonly Pick<OrderView['items'][number], 'discount_grosze'>[]): Grosze =>
  items.reduce((sum, { discount_grosze }) => sum + discount_grosze, 0)

/** A sum off all pieces, as a line: shared by them it would be no whole grosze. */
function listDeduction(name: string, grosze: Grosze) {
  if (grosze === 0) return []
  return [{ id: '', variant_id: '0', name, quantity: 1, price: toDecimalZl(-grosze), tax: 23 }]
}
