import type { SignedInUser } from '#domain/accounts/account.ts'
import { describeFacts } from '#domain/catalog/product.ts'
import type { PlacedCheckout } from '#domain/checkout/checkout.ts'
import { toFactColumns } from '#domain/checkout/checkout-facts.ts'
import type { Recipient } from '#domain/checkout/checkout-form.ts'
import { groupIntoOrders, type OrderGroup, type PricedItem, type PricedOrder } from '#domain/checkout/pricing.ts'
import { type ClaimedGifts, shareGifts, toOrderGift } from '#domain/gifts/gift.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { toEventRow } from '#domain/kernel/database/status-store.server.ts'
import { toOutboxRow } from '#domain/kernel/mail-outbox-store.server.ts'
import { type DeliveryMethod, type OrderChoice, toShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { drawOrderIds } from '#domain/orders/order.ts'
import { findDeliveryRate } from '#domain/papers/vat.ts'
import { findPaymentEnd } from '#domain/payments/payment.ts'
import type { PaymentProvider } from '#domain/payments/payment-provider.ts'
import type { Services } from '#domain/services.ts'
import type { ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import type { CheckoutRows, Row } from './checkout-store.server.ts'
import { addSamples, type ClaimedSamples } from './claims.server.ts'

/** The destination of the parcel: the recipient's choice, with the locker from the carrier's directory. */
export type Destination = { recipient: Recipient; locker: ParcelLocker | null }

/** The provider that takes the money of an order paid ahead. */
export type PaymentTaker =
  | { payment: 'cash_on_delivery'; provider: null }
  | { payment: 'prepaid'; provider: Pick<PaymentProvider, 'name' | 'mode'> }

/** A marketplace sold it. `papersElsewhere`: its receipt or invoice is made there. */
export type SoldElsewhere = { payment: 'elsewhere'; provider: null; isPaid: boolean; papersElsewhere: boolean }

type CheckoutIdentity = {
  gifts: ClaimedGifts | null
  /** The number of gifts of each group. */
  giftPieces: readonly number[]
  discountCode: string | null
  checkoutId: string
  /** One per group, ascending. */
  orderIds: readonly string[]
  user: Pick<SignedInUser, 'id' | 'email'>
  choice: OrderChoice & { isPaid?: boolean }
  destination: Destination
  /** Null: paid on delivery. */
  payment: FirstPayment | null
}

/** Columns that the first payment attempts of a checkout share. */
type FirstPayment = Pick<Row<'payments'>, 'provider' | 'mode' | 'expires_at'>

/** The rows of a checkout's orders, each with a snapshot of what was bought. */
type OrderRows = Pick<CheckoutRows, 'orders' | 'items' | 'shipments' | 'payments'>

/** The rows of a checkout under newly drawn ids, and the answer about it. */
export function composeCheckout(
  { now, profile }: Pick<Services, 'now' | 'profile'>,
  user: Pick<SignedInUser, 'id' | 'email'>,
  order: (PaymentTaker | SoldElsewhere) & { delivery: DeliveryMethod } & PricedOrder & {
      destination: Destination
      clientNetwork: string | null
      gifts: ClaimedGifts | null
      samples: ClaimedSamples
      discountCode: string | null
      /** The version of the terms in force; null: those of a marketplace. */
      termsVersion: string | null
    },
): { rows: CheckoutRows; placed: PlacedCheckout } {
  const { priced, shippingGrosze, payment, destination, provider, gifts, samples, discountCode } = order
  const groups = groupIntoOrders(payment, order)
  const itemsGrosze = groups.reduce((sum, group) => sum + group.itemsGrosze, 0)
  const discountGrosze = priced.reduce((sum, item) => sum + item.discountGrosze, 0)
  const giftPieces = shareGifts(
    gifts,
    groups.map(({ items }) => items.map(({ product: { gender }, quantity }) => ({ gender, quantity }))),
    // The rule counts products before the discount of a code.
    itemsGrosze + discountGrosze,
  )
  const checkoutId = crypto.randomUUID()
  const orderIds = drawOrderIds(groups.length)
  const firstPayment = provider && {
    provider: provider.name,
    mode: provider.mode,
    expires_at: findPaymentEnd(now()),
  }
  const rows: CheckoutRows = {
    checkout: {
      id: checkoutId,
      user_id: user.id,
      payment,
      shipping_method: toShippingMethod(order),
      items_grosze: itemsGrosze,
      shipping_grosze: shippingGrosze,
      terms_version: order.termsVersion,
      terms_accepted_at: order.termsVersion === null ? null : now(),
      client_network: order.clientNetwork,
      on_https: profile.shopUrl.startsWith('https://'),
      ...toFactColumns(destination.recipient),
      papers_elsewhere: payment === 'elsewhere' && order.papersElsewhere,
      delivery_vat_rate: findDeliveryRate(priced.map(({ product }) => product.vat_rate)),
    },
    ...buildOrders(
      {
        checkoutId,
        orderIds,
        user,
        choice: order,
        destination,
        payment: firstPayment,
        gifts,
        giftPieces,
        discountCode,
      },
      addSamples(groups, samples),
    ),
    events: orderIds.flatMap((orderId) => firstEvents(orderId, user.id, order).map(toEventRow)),
    mail: payment === 'cash_on_delivery' ? confirmOrder(checkoutId, user.email) : null,
  }
  const pieces = giftPieces.reduce((sum, given) => sum + given, 0)
  const gift = toOrderGift(giftColumns(gifts, pieces))
  const discount = discountCode === null ? null : { code: discountCode, grosze: discountGrosze }
  const totalGrosze = itemsGrosze + shippingGrosze
  const labels = [...samples.values()].map(({ name }) => name)
  return { rows, placed: { checkoutId, orderIds, totalGrosze, gift, samples: labels, discount } }
}

function confirmOrder(checkoutId: string, to: string) {
  return toOutboxRow({
    key: `order-confirmation:${checkoutId}`,
    to,
    template: 'order-confirmation',
    ids: { checkoutId },
  })
}

/** The first events of an order. */
function firstEvents(orderId: string, userId: string, { payment, isPaid }: CheckoutIdentity['choice']) {
  const begun = { orderId, from: null, reason: null }
  const placed = { ...begun, subject: 'order', to: 'pending', actor: 'customer', actorId: userId } as const
  if (payment === 'prepaid') return [placed, { ...placed, subject: 'payment', to: 'open' } as const]
  const shipped = { ...begun, subject: 'shipment', to: 'created', actor: 'system' } as const
  const paid = { ...begun, subject: 'order', from: 'pending', to: 'paid', actor: 'provider' } as const
  return isPaid ? [placed, paid, shipped] : [placed, shipped]
}

/** One order per group, under the given ids: with its shipment, or, paid ahead, with a payment attempt. */
function buildOrders(facts: CheckoutIdentity, groups: readonly OrderGroup[]): OrderRows {
  const common = commonColumns(facts)
  const rows: OrderRows = { orders: [], items: [], shipments: [], payments: [] }
  for (const [index, { items, itemsGrosze, shippingGrosze, waivedGrosze }] of groups.entries()) {
    const id = facts.orderIds[index]
    if (id === undefined) throw new RangeError('an order without an id')
    rows.orders.push({
      id,
      ...common,
      status: facts.choice.isPaid ? 'paid' : 'pending',
      items_grosze: itemsGrosze,
      shipping_grosze: shippingGrosze,
      discount_code: facts.discountCode,
      waived_grosze: waivedGrosze,
      ...giftColumns(facts.gifts, facts.giftPieces[index] ?? 0),
    })
    if (facts.payment) rows.payments.push(openPayment(id, itemsGrosze + shippingGrosze, facts.payment))
    else rows.shipments.push({ order_id: id, heads_parcel: index === 0, ...shipmentColumns(facts) })
    // Items of an order are read by id, so ascending ids keep their order.
    const itemIds = items.map(() => crypto.randomUUID()).sort()
    for (const [index, itemId] of itemIds.entries()) {
      const item = items[index]
      if (item) rows.items.push(toItem(itemId, id, item))
    }
  }
  return rows
}

function giftColumns(gifts: ClaimedGifts | null, pieces: number) {
  const isGiven = gifts !== null && pieces > 0
  return {
    gift_name: isGiven ? gifts.offer.name : null,
    gift_pieces: isGiven ? pieces : null,
    gift_from_stock: isGiven && gifts.left !== null,
  }
}

function toItem(id: string, orderId: string, { product, quantity, discountGrosze }: PricedItem): Row<'order_items'> {
  return {
    id,
    order_id: orderId,
    product_id: product.id,
    product_name: product.name,
    brand_name: product.brand_name,
    facts: describeFacts(product),
    unit_price_grosze: product.price_grosze,
    quantity,
    taken_from_stock: product.stock_quantity !== null,
    discount_grosze: discountGrosze,
  }
}

function openPayment(orderId: string, amountGrosze: Grosze, payment: FirstPayment): Row<'payments'> {
  return { id: crypto.randomUUID(), order_id: orderId, ...payment, status: 'open', amount_grosze: amountGrosze }
}

/** Columns that all orders of a checkout share: its user, the recipient and the destination. */
function commonColumns({ checkoutId, user, choice, destination }: CheckoutIdentity) {
  return {
    checkout_id: checkoutId,
    user_id: user.id,
    email: user.email,
    shipping_method: toShippingMethod(choice),
    ...toRecipientColumns(destination),
  }
}

/** The receiver and the destination as columns of an order. */
export function toRecipientColumns({ recipient, locker }: Destination) {
  const { firstName, lastName, phone, delivery } = recipient
  const address = delivery.kind === 'courier' ? delivery : null
  return {
    first_name: firstName,
    last_name: lastName,
    phone,
    receiver_email: delivery.kind === 'locker' ? delivery.receiverEmail : null,
    street: address?.street ?? null,
    house_number: address?.houseNumber ?? null,
    city: address?.city ?? null,
    postal_code: address?.postalCode ?? null,
    parcel_locker_id: locker?.inpost_id ?? null,
    parcel_locker_name: locker?.name ?? null,
    parcel_locker_address: locker ? lockerAddress(locker) : null,
  }
}

function shipmentColumns({ user, destination: { recipient, locker } }: CheckoutIdentity) {
  const { firstName, lastName, phone, delivery } = recipient
  return {
    receiver_name: `${firstName} ${lastName}`,
    receiver_phone: phone,
    receiver_email: delivery.kind === 'locker' ? delivery.receiverEmail : user.email,
    parcel_locker_id: locker?.inpost_id ?? null,
    parcel_locker_name: locker?.name ?? null,
  }
}

/** 'Prosta 1, 00-001 Warszawa' */
function lockerAddress(locker: ParcelLocker): string {
  return `${locker.address}, ${locker.postal_code} ${locker.city}`
}
