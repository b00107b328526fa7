import { z } from 'zod'
import { MAX_ITEMS, MAX_QUANTITY } from '#domain/cart/cart.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { DELIVERY_METHODS, type PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'
import { groszeSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import type { CarrierShipmentStatus } from '#domain/shipping/carrier/carrier-shipment.ts'
import { parcelLockerSchema } from '#domain/shipping/parcel-locker.ts'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'
import { openAdditionSchema } from './addition.ts'

/** The state of the orders and shipments of a checkout that its reader saw. Another state refuses the change. */
const versionSchema = defineSchema(() =>
  z.string().max(64).meta({ description: 'The version that was read; refused when anything has changed since' }),
)

/**
 * Another receiver or destination of a parcel. What is absent stays. The way of delivery stays, too, because its price
 * was agreed.
 */
export const receiverChangeSchema = defineSchema(() => {
  const text = z.string().max(500).optional()
  return z.strictObject({
    version: versionSchema,
    firstName: text,
    lastName: text,
    phone: text,
    receiverEmail: text,
    selectedLocker: text.meta({ description: "A locker's inpost_id" }),
    street: text,
    houseNumber: text,
    city: text,
    postalCode: text,
  })
})
export type ReceiverChange = z.output<typeof receiverChangeSchema>

/** The pieces that an order is to have. A product that is not listed is taken out. */
export const piecesChangeSchema = defineSchema(() =>
  z.strictObject({
    version: versionSchema,
    items: z
      .array(z.strictObject({ product_id: z.uuid(), quantity: z.int().min(1).max(MAX_QUANTITY) }))
      .min(1)
      .max(MAX_ITEMS)
      .refine(
        (items) => new Set(items.map(({ product_id }) => product_id)).size === items.length,
        'Produkt stoi dwa razy',
      ),
    total_grosze: groszeSchema.meta({ description: 'The new total that was shown' }),
  }),
)
export type PiecesChange = z.output<typeof piecesChangeSchema>

/** A cancellation by the buyer. */
export const buyerCancelSchema = defineSchema(() =>
  z.strictObject({
    version: versionSchema,
    number: z.string().max(8).nullable().meta({ description: 'One order of the parcel; null: all of them' }),
  }),
)
export type BuyerCancel = z.output<typeof buyerCancelSchema>

/** What a buyer may still change of a parcel. */
export const changeableParcelSchema = defineSchema(() =>
  z
    .object({
      version: z.string(),
      too_late: z.string().nullable().meta({ description: 'Why nothing can be changed any more, and whom to ask' }),
      delivery: z.enum(DELIVERY_METHODS),
      numbers: z.array(z.string()).meta({ description: 'Orders of the parcel that are not cancelled' }),
      refund_grosze: groszeSchema.meta({ description: 'What goes back when all of them are cancelled' }),
      addition: openAdditionSchema.nullable().meta({
        description: 'A change that is made once its difference is paid; the call that pays leads to its page',
      }),
      receiver: z
        .object({
          firstName: z.string(),
          lastName: z.string(),
          phone: z.string(),
          receiverEmail: z.string(),
          street: z.string(),
          houseNumber: z.string(),
          city: z.string(),
          postalCode: z.string(),
          selectedLocker: parcelLockerSchema.nullable(),
        })
        .nullable()
        .meta({ description: 'As it is now; null by a mailed link, which does not say who bought' }),
    })
    .meta({ id: 'ChangeableParcel' }),
)
export type ChangeableParcel = z.output<typeof changeableParcelSchema>

/** One changed field, as people read it. `what`: the product of changed pieces. */
export type ChangedLine = {
  field:
    | 'receiver'
    | 'phone'
    | 'receiver_email'
    | 'locker'
    | 'address'
    | 'pieces'
    | 'invoice'
    | 'discount'
    | 'delivery_price'
  what?: string
  before: string
  after: string
}

/**
 * How far the parcel of a checkout has come. `labelled`: the carrier has it or is being called, or it has a number;
 * `preparing`: the admin works on it.
 */
export type ParcelStage = 'open' | 'labelled' | 'preparing' | 'packed' | 'sent' | 'cancelled'

type StagedOrder = {
  status: OrderStatus
  anonymised_at: Date | null
  shipping_status: ShipmentStatus | null
  packed_at: Date | null
  tracking_number: string | null
  label_url: string | null
}

export function findParcelStage(
  orders: readonly StagedOrder[],
  carrier: { status: CarrierShipmentStatus } | null,
): ParcelStage {
  const kept = orders.filter(({ status, shipping_status }) => status !== 'cancelled' && shipping_status !== 'cancelled')
  const some = (test: (order: StagedOrder) => boolean) => kept.some(test)
  if (kept.length === 0 || some(({ anonymised_at }) => anonymised_at !== null)) return 'cancelled'
  if (some(({ status, shipping_status: shipped }) => status === 'completed' || isGone(shipped))) return 'sent'
  if (some(({ packed_at }) => packed_at !== null)) return 'packed'
  if (some(({ shipping_status }) => shipping_status === 'processing')) return 'preparing'
  const isAtCarrier = carrier !== null && ['requested', 'created', 'confirmed'].includes(carrier.status)
  const isLabelled = some(({ tracking_number, label_url }) => tracking_number !== null || label_url !== null)
  return isAtCarrier || isLabelled ? 'labelled' : 'open'
}

const isGone = (status: ShipmentStatus | null) => status === 'shipped' || status === 'delivered'

/** Who changes what, and the last stage at which it is allowed. */
const ALLOWED: Record<'buyer' | 'receiver' | 'pieces', readonly ParcelStage[]> = {
  buyer: ['open'],
  receiver: ['open', 'labelled', 'preparing', 'packed'],
  pieces: ['open', 'labelled', 'preparing'],
}

export function isChangeable(stage: ParcelStage, change: keyof typeof ALLOWED): boolean {
  return ALLOWED[change].includes(stage)
}

const TOO_LATE: Record<ParcelStage, string> = {
  open: 'Tego zamówienia nie można teraz zmienić.',
  labelled: 'Paczka ma już etykietę.',
  preparing: 'Paczka jest już przygotowywana.',
  packed: 'Paczka jest już spakowana.',
  sent: 'Paczka jest już wysłana.',
  cancelled: 'Zamówienie jest anulowane.',
}

/** Why the owner cannot change an order any more. */
export const describeStage = (stage: ParcelStage): string => TOO_LATE[stage]

/** Why the pieces of an order cannot change although its parcel is in the shop. */
export const describeMoneyFixed = (payment: PaymentWay): string => MONEY_FIXED[payment]
const MONEY_FIXED: Record<PaymentWay, string> = {
  prepaid: 'Zamówienie czeka na płatność. Produkty można zmienić, gdy zostanie opłacone.',
  cash_on_delivery: 'Pieniądze za to zamówienie są już zapisane. Zwróć je i anuluj zamówienie, a nowe złóż osobno.',
  elsewhere: 'To zamówienie sprzedano poza sklepem, więc jego produktów nie zmienisz tutaj.',
}

/** Whether the sum of an order can no longer change. What was sold elsewhere costs what it cost there. */
export const isMoneyFixed = ({ payment, status }: { payment: PaymentWay; status: OrderStatus }): boolean =>
  payment === 'elsewhere' || status !== (payment === 'prepaid' ? 'paid' : 'pending')

type Contact = { sellerPhone: string; sellerEmail: string }

/** The same message for the buyer, with the way to ask for the change. */
export function describeTooLate(stage: ParcelStage, { sellerPhone, sellerEmail }: Contact): string {
  if (stage === 'cancelled') return TOO_LATE.cancelled
  return `${TOO_LATE[stage]} Zmienić ani anulować zamówienia samodzielnie już nie można. Zadzwoń: ${sellerPhone} albo napisz: ${sellerEmail}.`
}

/** Why the buyer cannot cancel an order while the bank holds its money. */
export const describeHeldMoney = ({ sellerPhone, sellerEmail }: Contact): string =>
  `Bank wyjaśnia tę płatność i trzyma pieniądze, więc zamówienia nie da się teraz anulować samodzielnie. Zadzwoń: ${sellerPhone} albo napisz: ${sellerEmail}.`

const FIELD_NAMES: Record<Exclude<ChangedLine['field'], 'pieces'>, string> = {
  receiver: 'odbiorcę',
  phone: 'telefon odbiorcy',
  receiver_email: 'e-mail odbiorcy',
  locker: 'paczkomat',
  address: 'adres',
  invoice: 'dane do faktury',
  discount: 'rabat',
  delivery_price: 'cenę dostawy',
}

/** 'Zmieniono paczkomat z WAW-001, Prosta 1 na WAW-002, Krzywa 2.' */
export function describeChangedLine({ field, what, before, after }: ChangedLine): string {
  if (field !== 'pieces') {
    return `Zmieniono ${FIELD_NAMES[field]} z ${show(field, before)} na ${show(field, after)}.`
  }
  if (before === '0') return `Dodano ${after} × „${what}”.`
  if (after === '0') return `Usunięto ${before} × „${what}”.`
  return `Zmieniono liczbę sztuk „${what}” z ${before} na ${after}.`
}

/** A line of a change that is not made yet: 'Dochodzi 1 × „Layali”.' */
export function describePlannedLine({ what, before, after }: ChangedLine): string {
  if (before === '0') return `Dochodzi ${after} × „${what}”.`
  if (after === '0') return `Ubywa ${before} × „${what}”.`
  return `„${what}”: ${after} szt. zamiast ${before}.`
}

/** The name of a changed field above its values, for the mail. */
export function labelChangedField({ field, what }: ChangedLine): string {
  if (field === 'pieces') return what ?? ''
  const name = FIELD_NAMES[field].replace('odbiorcę', 'odbiorca').replace('cenę', 'cena')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** A value as the mail shows it: '2 szt.' of pieces, 'brak' of none. */
export function showChangedValue({ field }: ChangedLine, value: string): string {
  if (field !== 'pieces') return show(field, value)
  return value === '0' ? 'brak' : `${value}\u00a0szt.`
}

function show(field: ChangedLine['field'], value: string): string {
  if (field === 'invoice' && value === '') return 'brak'
  return field === 'phone' ? formatPhone(value) : value
}

/** A stored change in sentences. */
export function describeMadeChange(change: {
  lines: readonly ChangedLine[]
  actor: 'customer' | 'admin'
  differenceGrosze: Grosze | null
  droppedNumber: string | null
}): string {
  const { lines, actor, differenceGrosze, droppedNumber } = change
  const sentences = lines.map(describeChangedLine)
  if (differenceGrosze !== null && differenceGrosze !== 0) {
    const way = differenceGrosze > 0 ? 'więcej' : 'mniej'
    sentences.push(`Zamówienie kosztuje o ${formatGrosze(Math.abs(differenceGrosze))} ${way}.`)
  }
  if (droppedNumber !== null) {
    sentences.push(`Etykieta z numerem ${droppedNumber} jest nieaktualna, trzeba utworzyć nową.`)
  }
  return actor === 'customer' ? `Zmiana przez kupującego. ${sentences.join(' ')}` : sentences.join(' ')
}
