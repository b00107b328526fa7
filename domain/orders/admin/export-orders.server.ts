import { labelGift, toOrderGift } from '#domain/gifts/gift.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { CSV_BOM, toCsvAmount, toCsvLine } from '#domain/kernel/csv.ts'
import { nameOrdered } from '#domain/kernel/order-names.ts'
import { ORDER_STATUS_LABELS } from '#domain/kernel/order-status.ts'
import { nameDelivery } from '#domain/kernel/shipping-method.ts'
import { labelPayment } from '#domain/orders/order.ts'
import { describeCompany } from '#domain/papers/company.ts'
import type { Services } from '#domain/services.ts'
import { type DayTakings, type ExportedOrder, readOrdersBehind, readTakings } from './order-export-queries.server.ts'
import type { OrderFilters } from './order-filters.ts'

/** Rows per query: one batch is short work, and a hundred thousand orders still need few batches. */
const BATCH = 500

const ORDER_HEAD = [
  ...['Numer', 'Data', 'Godzina', 'Status', 'Płatność', 'Dostawa', 'Imię', 'Nazwisko', 'E-mail', 'Telefon', 'Ulica'],
  ...['Numer domu', 'Kod pocztowy', 'Miejscowość', 'Paczkomat', 'Produkty', 'Sztuk', 'W tym gratis'],
  ...['Produkty (zł)', 'Dostawa (zł)', 'Razem (zł)', 'Zwrócono (zł)', 'Numer śledzenia', 'Zamówione razem'],
  ...['Kod rabatowy', 'W cenie produktów rabat (zł)', 'NIP do faktury', 'Firma do faktury'],
]

const warsawDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Warsaw' })
const warsawTime = new Intl.DateTimeFormat('pl-PL', { timeStyle: 'short', timeZone: 'Europe/Warsaw' })

/**
 * All matching orders, newest first, as lines of a file. They are read in batches as the file is sent, so that few are
 * in memory. The audit records the export and its filters.
 */
export async function* exportOrders(
  { db }: Pick<Services, 'db'>,
  adminId: string,
  filters: OrderFilters,
): AsyncGenerator<string> {
  const { search, ...named } = filters
  const details = { ...named, ...(search !== undefined && { searched: true }) }
  await recordAudit(db, { userId: adminId, action: 'orders.exported', details })
  yield CSV_BOM + toCsvLine(ORDER_HEAD)
  let last: ExportedOrder | null = null
  do {
    const batch: ExportedOrder[] = await readOrdersBehind(db, filters, last, BATCH)
    if (batch.length > 0) yield batch.map(toOrderLine).join('')
    last = batch.length === BATCH ? (batch.at(-1) ?? null) : null
  } while (last !== null)
}

/** Pieces and products name the free gifts too, as the parcel holds them. */
function toOrderLine(order: ExportedOrder): string {
  const gift = toOrderGift(order)
  const contents = order.items.map((item) => `${item.quantity} x ${nameOrdered(item)}`)
  if (gift) contents.push(`${gift.pieces} x ${labelGift(gift)} po 0,00 zł`)
  return toCsvLine([
    order.number,
    warsawDay.format(order.created_at),
    warsawTime.format(order.created_at),
    ORDER_STATUS_LABELS[order.status],
    labelPayment(order),
    nameDelivery(order.shipping_method),
    order.first_name,
    order.last_name,
    order.email,
    order.phone,
    order.street,
    order.house_number,
    order.postal_code,
    order.city,
    order.parcel_locker_id,
    contents.join(', '),
    order.items.reduce((sum, { quantity }) => sum + quantity, gift?.pieces ?? 0),
    gift?.pieces ?? 0,
    toCsvAmount(order.items_grosze),
    toCsvAmount(order.shipping_grosze),
    toCsvAmount(order.total_grosze),
    toCsvAmount(order.refunded_grosze),
    order.tracking_number,
    order.checkout_id,
    order.discount_code,
    toCsvAmount(order.discount_grosze),
    order.company?.nip ?? null,
    order.company && describeCompany(order.company),
  ])
}

const TAKINGS_HEAD = [
  ...['Dzień', 'Zamówień', 'Produkty (zł)', 'Dostawa (zł)', 'Opłacone z góry (zł)', 'Za pobraniem (zł)', 'Zwroty (zł)'],
  ...['Cofnięte pobrania (zł)', 'Zostaje (zł)'],
]

/** The takings of each day as lines of a file, read month by month. */
export async function* exportTakings(
  { db }: Pick<Services, 'db'>,
  adminId: string,
  { from, to }: { from: string; to: string },
): AsyncGenerator<string> {
  await recordAudit(db, { userId: adminId, action: 'takings.exported', details: { from, to } })
  yield CSV_BOM + toCsvLine(TAKINGS_HEAD)
  for (let first = from; first <= to; first = nextMonth(first)) {
    const last = previousDay(nextMonth(first))
    const days = await readTakings(db, first, last < to ? last : to)
    yield days.map(toDayLine).join('')
  }
}

function toDayLine(day: DayTakings): string {
  return toCsvLine([
    day.day,
    day.orders,
    toCsvAmount(day.items_grosze),
    toCsvAmount(day.shipping_grosze),
    toCsvAmount(day.prepaid_grosze),
    toCsvAmount(day.on_delivery_grosze),
    toCsvAmount(day.refunded_grosze),
    toCsvAmount(day.undone_grosze),
    toCsvAmount(day.sold_grosze - day.undone_grosze - day.refunded_grosze),
  ])
}

/** The first day of the month after this day. */
function nextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return toDay(new Date(Date.UTC(year, month, 1)))
}

function previousDay(day: string): string {
  return toDay(new Date(Date.parse(day) - 24 * 60 * 60 * 1000))
}

const toDay = (date: Date) => date.toISOString().slice(0, 10)
