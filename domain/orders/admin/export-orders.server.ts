import { labelGift } from '#domain/gifts/gift.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { nameOrdered } from '#domain/kernel/order-words/order-names.ts'
import { ORDER_STATUS_LABELS } from '#domain/kernel/order-words/order-status.ts'
import { labelDelivery } from '#domain/kernel/order-words/shipping-method.ts'
import { type CsvColumns, toCsvAmount, toCsvHead, toCsvRows } from '#domain/kernel/text/csv.ts'
import { FACTS_IN_FILE } from '#domain/orders/order-facts.ts'
import type { Services } from '#domain/services.ts'
import { labelParcel } from '#domain/shipping/shipment.ts'
import { type DayTakings, type ExportedOrder, readOrdersBehind, readTakings } from './order-export-queries.server.ts'
import type { OrderFilters } from './order-filters.ts'

/** Rows per query: one batch is short work, and a hundred thousand orders still need few batches. */
const BATCH = 500

const warsawDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Warsaw' })
const warsawTime = new Intl.DateTimeFormat('pl-PL', { timeStyle: 'short', timeZone: 'Europe/Warsaw' })

/** Pieces and products name the free gifts too, as the parcel holds them. */
const ORDER_COLUMNS: CsvColumns<ExportedOrder> = [
  ['Numer', ({ number }) => number],
  ['Data', ({ created_at }) => warsawDay.format(created_at)],
  ['Godzina', ({ created_at }) => warsawTime.format(created_at)],
  ['Status', ({ status }) => ORDER_STATUS_LABELS[status]],
  ['Płatność', ({ payment_label }) => payment_label],
  ['Dostawa', ({ shipping_method }) => labelDelivery(shipping_method)],
  ['Imię', ({ first_name }) => first_name],
  ['Nazwisko', ({ last_name }) => last_name],
  ['E-mail', ({ email }) => email],
  ['Telefon', ({ phone }) => phone],
  ['Ulica', ({ street }) => street],
  ['Numer domu', ({ house_number }) => house_number],
  ['Kod pocztowy', ({ postal_code }) => postal_code],
  ['Miejscowość', ({ city }) => city],
  ['Paczkomat', ({ parcel_locker_id }) => parcel_locker_id],
  ['Produkty', listContents],
  ['Sztuk', (order) => order.items.reduce((sum, { quantity }) => sum + quantity, countGifts(order))],
  ['W tym gratis', countGifts],
  ['Produkty (zł)', ({ items_grosze }) => toCsvAmount(items_grosze)],
  ['Dostawa (zł)', ({ shipping_grosze }) => toCsvAmount(shipping_grosze)],
  ['Razem (zł)', ({ total_grosze }) => toCsvAmount(total_grosze)],
  ['Zwrócono (zł)', ({ returned_grosze }) => toCsvAmount(returned_grosze)],
  ['Numer śledzenia', ({ tracking_number }) => tracking_number],
  ['Zamówione razem', ({ checkout_id }) => checkout_id],
  ['Kod rabatowy', ({ discount_code }) => discount_code],
  ['W cenie produktów rabat (zł)', ({ discount_grosze }) => toCsvAmount(discount_grosze)],
  ...FACTS_IN_FILE,
  [
    'Przesyłka',
    ({ shipping_status: status, came_back }) => status && labelParcel({ status, archived_at: null, came_back }),
  ],
]

function countGifts({ gift }: ExportedOrder): number {
  return gift?.pieces ?? 0
}

function listContents({ items, gift }: ExportedOrder): string {
  const contents = items.map((item) => `${item.quantity} x ${nameOrdered(item)}`)
  if (gift) contents.push(`${gift.pieces} x ${labelGift(gift)} po 0,00 zł`)
  return contents.join(', ')
}

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
  yield toCsvHead(ORDER_COLUMNS)
  let last: ExportedOrder | null = null
  do {
    const batch: ExportedOrder[] = await readOrdersBehind(db, filters, last, BATCH)
    if (batch.length > 0) yield toCsvRows(ORDER_COLUMNS, batch)
    last = batch.length === BATCH ? (batch.at(-1) ?? null) : null
  } while (last !== null)
}

const TAKINGS_COLUMNS: CsvColumns<DayTakings> = [
  ['Dzień', ({ day }) => day],
  ['Zamówień', ({ orders }) => orders],
  ['Produkty (zł)', ({ items_grosze }) => toCsvAmount(items_grosze)],
  ['Dostawa (zł)', ({ shipping_grosze }) => toCsvAmount(shipping_grosze)],
  ['Opłacone z góry (zł)', ({ prepaid_grosze }) => toCsvAmount(prepaid_grosze)],
  ['Za pobraniem (zł)', ({ on_delivery_grosze }) => toCsvAmount(on_delivery_grosze)],
  ['Poza sklepem (zł)', ({ elsewhere_grosze }) => toCsvAmount(elsewhere_grosze)],
  ['Zwroty (zł)', ({ refunded_grosze }) => toCsvAmount(refunded_grosze)],
  ['Cofnięta sprzedaż (zł)', ({ undone_grosze }) => toCsvAmount(undone_grosze)],
  [
    'Zostaje (zł)',
    ({ sold_grosze, undone_grosze, refunded_grosze }) => toCsvAmount(sold_grosze - undone_grosze - refunded_grosze),
  ],
]

/** The takings of each day as lines of a file, read month by month. */
export async function* exportTakings(
  { db }: Pick<Services, 'db'>,
  adminId: string,
  { from, to }: { from: string; to: string },
): AsyncGenerator<string> {
  await recordAudit(db, { userId: adminId, action: 'takings.exported', details: { from, to } })
  yield toCsvHead(TAKINGS_COLUMNS)
  for (let first = from; first <= to; first = nextMonth(first)) {
    const last = previousDay(nextMonth(first))
    const days = await readTakings(db, first, last < to ? last : to)
    yield toCsvRows(TAKINGS_COLUMNS, days)
  }
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
