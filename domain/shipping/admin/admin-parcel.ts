import { z } from 'zod'
import { orderGiftSchema } from '#domain/gifts/gift-rule.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { restockSchema } from '#domain/kernel/order-words/order-act-fields.ts'
import { orderFactSchema } from '#domain/kernel/order-words/order-fact.ts'
import { describeParcel } from '#domain/kernel/order-words/order-names.ts'
import { ORDER_STATUSES } from '#domain/kernel/order-words/order-status.ts'
import { ORDER_METHODS } from '#domain/kernel/order-words/shipping-method.ts'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { isPlainText } from '#domain/kernel/text/plain-text.ts'
import { groszeSchema, momentSchema, zlSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { PAYMENT_STATUSES } from '#domain/payments/payment.ts'
import { type CarrierShipmentView, carrierShipmentSchema } from '#domain/shipping/carrier/carrier-shipment.ts'
import { SHIPMENT_STATUSES, type ShipmentStatus, sumDueOnDelivery } from '#domain/shipping/shipment.ts'
import { knownWarningsSchema, type ParcelWarning, parcelWarningSchema, versionsSchema } from './parcel-warning.ts'

/** The most parcels of one status that are counted and paged: the newest. */
export const MOST_FILTERED_PARCELS = 1000
/** Shipments that one call may change. */
const MOST_SHIPMENTS = 500
const TRACKING_NUMBER_MAX_LENGTH = 100

/** Options of the list's filter, in their order. */
export const SHIPMENT_FILTER_LABELS: Record<ShipmentStatus, string> = {
  created: 'Utworzone',
  processing: 'W realizacji',
  shipped: 'Wysłane',
  delivered: 'Dostarczone',
  cancelled: 'Anulowane',
}

/** Choices of the admin: a status, or archiving the parcel in any status. */
export const SHIPMENT_CHOICES = [...SHIPMENT_STATUSES, 'archived'] as const
export type ShipmentChoice = (typeof SHIPMENT_CHOICES)[number]

/** 'przesyłkę', 'przesyłki' or 'przesyłek' after a number, in the accusative. */
export function inflectShipments(count: number): string {
  return pluralize(count, SHIPMENTS)
}
const SHIPMENTS: PolishForms = { one: 'przesyłkę', few: 'przesyłki', many: 'przesyłek' }

const orderedItemSchema = defineSchema(() =>
  z.object({
    product_id: z.uuid(),
    product_name: z.string(),
    brand_name: z.string(),
    facts: z.string(),
    quantity: z.int(),
    unit_price: zlSchema,
    unit_price_grosze: groszeSchema,
    image_key: z.string().nullable(),
    batches: z.array(z.string()).meta({ description: 'Read while packing' }),
    recalled: z.boolean().meta({ description: 'One of its batches was recalled' }),
  }),
)

/** A shipment with its order, as the admin reads it. */
const adminShipmentSchema = defineSchema(() =>
  z.object({
    id: z.uuid(),
    version: z.string().meta({ description: 'Sent back with a change' }),
    status: z.enum(SHIPMENT_STATUSES),
    archived_at: momentSchema.nullable(),
    packed_at: momentSchema.nullable(),
    tracking_number: z.string().nullable(),
    label_url: z.string().nullable(),
    receiver_name: z.string(),
    receiver_phone: z.string(),
    receiver_email: z.string(),
    parcel_locker_id: z.string().nullable(),
    parcel_locker_name: z.string().nullable(),
    created_at: momentSchema,
    updated_at: momentSchema,
    order: z.object({
      id: z.uuid(),
      status: z.enum(ORDER_STATUSES),
      payment_status: z.enum(PAYMENT_STATUSES).nullable(),
      shipping_method: z.enum(ORDER_METHODS),
      total_amount: zlSchema,
      total_grosze: groszeSchema,
      street: z.string().nullable(),
      house_number: z.string().nullable(),
      postal_code: z.string().nullable(),
      city: z.string().nullable(),
      parcel_locker_address: z.string().nullable(),
      created_at: momentSchema,
      items: z.array(orderedItemSchema),
      gift: orderGiftSchema.nullable().meta({ description: 'The free gift (+GRATIS) that belongs to it' }),
      facts: z.array(orderFactSchema).meta({ description: 'What has to be known to pack it' }),
    }),
  }),
)
export type AdminShipment = z.output<typeof adminShipmentSchema>

/** All orders of one checkout are one parcel. */
export const adminParcelSchema = defineSchema(() =>
  z
    .object({
      checkout_id: z.uuid(),
      created_at: momentSchema,
      total_grosze: groszeSchema.meta({ description: 'Of its orders except cancelled ones; grosze' }),
      due_grosze: groszeSchema.nullable().meta({ description: 'Amount collected on delivery; null: none' }),
      carrier: carrierShipmentSchema.nullable().meta({ description: 'The newest parcel at the carrier' }),
      warnings: z
        .array(parcelWarningSchema)
        .meta({ description: 'What has to be known before a label is made or it is sent' }),
      shipments: z.array(adminShipmentSchema),
    })
    .meta({ id: 'AdminParcel' }),
)
export type AdminParcel = z.output<typeof adminParcelSchema>

/** A parcel without prices and e-mail address, for the people who pack. */
export const packingParcelSchema = defineSchema(() => {
  const { order } = adminShipmentSchema.shape
  const items = z.array(orderedItemSchema.omit({ unit_price: true, unit_price_grosze: true }))
  const shipment = adminShipmentSchema
    .omit({ receiver_email: true })
    .extend({ order: order.omit({ total_amount: true, total_grosze: true }).extend({ items }) })
  return adminParcelSchema
    .omit({ total_grosze: true })
    .extend({ shipments: z.array(shipment) })
    .meta({ id: 'PackingParcel' })
})
export type PackingParcel = z.output<typeof packingParcelSchema>
export type PackingShipment = PackingParcel['shipments'][number]

/** Combines the shipments of one checkout with their costs. The first one gives the date. */
export function toAdminParcel(
  checkoutId: string,
  shipments: readonly [AdminShipment, ...AdminShipment[]],
  { carrier, warnings }: { carrier: CarrierShipmentView | null; warnings: readonly ParcelWarning[] },
): AdminParcel {
  const total = shipments.filter(travels).reduce<Grosze>((sum, { order }) => sum + order.total_grosze, 0)
  const orders = shipments.filter(travels).map(({ status, order }) => ({ ...order, shipping_status: status }))
  return {
    checkout_id: checkoutId,
    created_at: shipments[0].created_at,
    total_grosze: total,
    due_grosze: sumDueOnDelivery(orders),
    carrier,
    warnings: [...warnings],
    shipments: [...shipments],
  }
}

/** The versions of the shipments of parcels, as they were seen, for a call that changes them. */
export function toVersions(parcels: readonly Pick<PackingParcel, 'shipments'>[]): Record<string, string> {
  return Object.fromEntries(parcels.flatMap(({ shipments }) => shipments.map(({ id, version }) => [id, version])))
}

/** Whether a shipment is in its parcel. Cancelled ones are neither packed nor sent. */
export function travels({ status, order }: Pick<PackingShipment, 'status' | 'order'>): boolean {
  return status !== 'cancelled' && order.status !== 'cancelled'
}

/** Whether some of a parcel still waits in the shop. */
export function isWaiting({ shipments }: Pick<PackingParcel, 'shipments'>): boolean {
  return shipments.some((shipment) => travels(shipment) && ['created', 'processing'].includes(shipment.status))
}

/** Whether a parcel can be given to the carrier. The server checks more when it is requested. */
export function isSendable({ carrier, shipments }: PackingParcel): boolean {
  const isThere = carrier?.status === 'created' || carrier?.status === 'confirmed'
  if (isThere && !carrier.outdated) return false
  const travelling = shipments.filter(travels)
  return (
    travelling.length > 0 &&
    travelling.every(
      ({ status, tracking_number, archived_at }) =>
        (status === 'created' || status === 'processing') &&
        (tracking_number === null || isThere) &&
        archived_at === null,
    )
  )
}

/** Whether news from the carrier about a parcel is expected soon. */
export function isAwaited({ carrier }: PackingParcel): boolean {
  return carrier?.status === 'requested' || (carrier?.status === 'created' && carrier.problem === null)
}

/** 'Jedna paczka, 3 zamówienia, do zapłaty', before the sum. */
export function describeAdminParcel({ shipments, due_grosze }: AdminParcel): string {
  return `${describeParcel(shipments.length)}, ${due_grosze === null ? 'razem' : 'do zapłaty'}`
}

/** One product in a parcel, whichever of its orders contain it. */
export type ParcelItem = Pick<
  PackingShipment['order']['items'][number],
  'product_id' | 'product_name' | 'brand_name' | 'facts' | 'quantity' | 'image_key' | 'batches'
>

/** The items of a parcel in cart order, without cancelled ones. */
export function listParcelItems(parcel: Pick<PackingParcel, 'shipments'>): ParcelItem[] {
  const items = parcel.shipments.filter(travels).flatMap(({ order }) => order.items)
  return [...Map.groupBy(items, ({ product_id }) => product_id).values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, quantity: same.reduce((sum, { quantity }) => sum + quantity, 0) }] : []
  })
}

export const idsSchema = defineSchema(() => z.array(z.uuid()).min(1).max(MOST_SHIPMENTS))

export const shipmentIdsSchema = defineSchema(() => z.strictObject({ ids: idsSchema, versions: versionsSchema }))
export type SeenShipments = z.output<typeof shipmentIdsSchema>

/** As on the label. Groups of digits are joined, as scanners read them. */
const trackingNumberSchema = defineSchema(() =>
  z
    .string()
    .trim()
    .min(1)
    .max(TRACKING_NUMBER_MAX_LENGTH)
    .refine(isPlainText)
    .transform((typed) => (/^[\d\s]+$/.test(typed) ? typed.replace(/\s/g, '') : typed)),
)

export const shipmentUpdateSchema = defineSchema(() =>
  z.strictObject({
    shipments: z
      .array(z.strictObject({ id: z.uuid(), version: z.string() }))
      .min(1)
      .max(MOST_SHIPMENTS)
      .meta({ description: 'Shipments to change, as they were seen; a number requires shipments of one parcel' }),
    status: z.enum(SHIPMENT_CHOICES),
    tracking_number: trackingNumberSchema.optional(),
    knows: knownWarningsSchema,
    restock: restockSchema,
  }),
)
export type ShipmentUpdate = z.output<typeof shipmentUpdateSchema>
