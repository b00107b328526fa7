import { z } from 'zod'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { type OrderMethod, parseShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import type { Transitions } from '#domain/kernel/transitions.ts'
import { groszeSchema, momentSchema, zlSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export const SHIPMENT_STATUSES = ['created', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

/** The admin records what really happened, in any order, so any status may follow any other. */
export const SHIPMENT_TRANSITIONS: Transitions<ShipmentStatus> = {
  created: ['processing', 'shipped', 'delivered', 'cancelled'],
  processing: ['created', 'shipped', 'delivered', 'cancelled'],
  shipped: ['created', 'processing', 'delivered', 'cancelled'],
  delivered: ['created', 'processing', 'shipped', 'cancelled'],
  cancelled: ['created', 'processing', 'shipped', 'delivered'],
}

/** Where the goods of an order are; `returned`: back at the shop, after the carrier could not deliver them. */
export type ParcelPlace = 'shop' | 'on_the_way' | 'delivered' | 'returned' | 'cancelled'

/** @param carrierStatus the carrier's own status of the parcel with the shipment's number */
export function findParcelPlace(status: ShipmentStatus | null, carrierStatus: string | null): ParcelPlace {
  if (status === 'shipped') return carrierStatus === 'returned_to_sender' ? 'returned' : 'on_the_way'
  return status === 'delivered' || status === 'cancelled' ? status : 'shop'
}

const CUSTOMER_LABELS: Record<ShipmentStatus, string> = {
  created: 'Utworzona',
  processing: 'W realizacji',
  shipped: 'Odebrana przez kuriera',
  delivered: 'Dostarczona',
  cancelled: 'Anulowana',
}

/** The customer's label, archived or not: the last real status. null: there is no shipment yet. */
export function labelShipmentForCustomer(status: ShipmentStatus | null): string {
  return status === null ? 'Oczekuje' : CUSTOMER_LABELS[status]
}

/** The admin's label. An archived shipment is labelled so, and 'shipped' is the shop's own action. */
export function labelShipmentForAdmin({
  status,
  archived_at,
}: {
  status: ShipmentStatus
  archived_at: Date | null
}): string {
  if (archived_at !== null) return 'Zarchiwizowana'
  return status === 'shipped' ? 'Wysłana' : CUSTOMER_LABELS[status]
}

/** The same for a list that also knows what the carrier brought back. */
export const labelParcel = (
  parcel: Parameters<typeof labelShipmentForAdmin>[0] & { came_back: boolean | null },
): string => (parcel.came_back ? 'Wróciła' : labelShipmentForAdmin(parcel))

/** InPost's page about the parcel, for lockers and couriers alike; null without a number. */
export function buildTrackingUrl({ tracking_number }: { tracking_number: string | null }): string | null {
  if (tracking_number === null) return null
  return `https://inpost.pl/sledzenie-przesylek?number=${encodeURIComponent(tracking_number)}`
}

/** A shipment as its customer reads it. */
export const shipmentSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      order_id: z.uuid(),
      status: z.enum(SHIPMENT_STATUSES),
      tracking_number: z.string().nullable(),
      receiver_name: z.string(),
      receiver_phone: z.string(),
      receiver_email: z.string(),
      parcel_locker_id: z.string().nullable(),
      parcel_locker_name: z.string().nullable(),
      label_url: z.string().nullable().meta({ description: 'Only when the shop shares the label with the customer' }),
      created_at: momentSchema,
      order: z.object({
        id: z.uuid(),
        checkout_id: z.uuid(),
        total_amount: zlSchema,
        total_grosze: groszeSchema,
        created_at: momentSchema,
      }),
    })
    .meta({ id: 'Shipment' }),
)

type OrderInParcel = { shipping_method: OrderMethod; status: OrderStatus; shipping_status: ShipmentStatus | null }

const isUnpaid = ({ shipping_method, status, shipping_status }: OrderInParcel): boolean =>
  parseShippingMethod(shipping_method).payment === 'cash_on_delivery' &&
  status === 'pending' &&
  shipping_status !== 'delivered'

/** Whether something of a parcel of these orders still has to be paid for on delivery. */
export const isDueOnDelivery = (orders: readonly OrderInParcel[]): boolean => orders.some(isUnpaid)

/** What a parcel of these orders costs on delivery, without those that were paid before; null: nothing is due then. */
export const sumDueOnDelivery = (orders: readonly (OrderInParcel & { total_grosze: Grosze })[]): Grosze | null =>
  isDueOnDelivery(orders) ? orders.filter(isUnpaid).reduce((sum, { total_grosze }) => sum + total_grosze, 0) : null
