import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { findRunningId } from '#domain/kernel/runs/run-queries.server.ts'
import { READY } from '#domain/shipping/shipment-queries.server.ts'
import {
  CARRIER_RUN,
  type CarrierProblem,
  type CarrierShipmentView,
  carrierProblemSchema,
  describeCarrierProblem,
  type ParcelSizes,
} from './carrier-shipment.ts'
import { ENDED_CARRIER_STATUSES, HANDED_OVER_STATUSES, LAST_CARRIER_STATUSES } from './carrier-status.ts'

export type CarrierShipmentRow = NonNullable<Awaited<ReturnType<typeof findCarrierShipment>>>

/** For orders joined with their shipments: a hash of all receiver data that are sent to the carrier. */
export const DESTINATION = sql<string>`md5(concat_ws('|', orders.first_name, orders.last_name, orders.street,
  orders.house_number, orders.city, orders.postal_code, shipments.receiver_phone, shipments.receiver_email,
  shipments.parcel_locker_id))`

/**
 * For carrier shipments: whether the parcel is in the shop although its label is used, or was made for another receiver
 * or another sum on delivery.
 */
export const LABEL_OUTDATED = sql<boolean>`coalesce(carrier_shipments.status in ('created', 'confirmed') and (
  select bool_and(shipments.status in ('created', 'processing')) and (
    carrier_shipments.carrier_status = any(${ENDED_CARRIER_STATUSES}::text[])
    or (carrier_shipments.carrier_status <> all(${HANDED_OVER_STATUSES}::text[]) and (
      carrier_shipments.destination <> min(${DESTINATION})
      or carrier_shipments.cod_grosze is distinct from sum(orders.total_grosze)
        filter (where orders.payment = 'cash_on_delivery' and orders.status = 'pending'))))
  from orders join shipments on shipments.order_id = orders.id
  where orders.checkout_id = carrier_shipments.checkout_id and orders.status <> 'cancelled'
    and shipments.status <> 'cancelled' and shipments.deleted_at is null), false)`

function carrierShipments(db: Kysely<Database>) {
  return db.selectFrom('carrier_shipments').selectAll().select(LABEL_OUTDATED.as('outdated'))
}

export function findCarrierShipment(db: Kysely<Database>, id: string) {
  return carrierShipments(db).where('id', '=', id).executeTakeFirst()
}

/** The carrier shipment of a checkout that is neither cancelled nor replaced. */
export function findOpenCarrierShipment(db: Kysely<Database>, checkoutId: string) {
  return carrierShipments(db)
    .where('checkout_id', '=', checkoutId)
    .where('status', 'not in', ['cancelled', 'replaced'])
    .executeTakeFirst()
}

export function listCarrierShipments(db: Kysely<Database>, ids: readonly string[]) {
  return carrierShipments(db).where('id', '=', sql<string>`any(${ids}::uuid[])`).orderBy('reference').execute()
}

/** Those of these checkouts of which nothing is sent, because all orders are cancelled. */
export async function listCancelledCheckouts(
  db: Kysely<Database>,
  parcels: readonly { checkout_id: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ checkout_id: string }>`
    select orders.checkout_id from orders left join shipments on shipments.order_id = orders.id
    where orders.checkout_id = any(${parcels.map(({ checkout_id }) => checkout_id)}::uuid[])
    group by orders.checkout_id
    having bool_and(orders.status = 'cancelled' or shipments.status = 'cancelled')`.execute(db)
  return rows.map(({ checkout_id }) => checkout_id)
}

/** The number of a checkout's carrier shipments, including those that ended. */
export async function countCarrierShipments(db: Kysely<Database>, checkoutId: string): Promise<number> {
  const { count } = await db
    .selectFrom('carrier_shipments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  return count
}

/** The newest carrier shipment of each of these checkouts, as the admin sees it. */
export async function viewCarrierShipments(
  db: Kysely<Database>,
  checkoutIds: readonly string[],
): Promise<Map<string, CarrierShipmentView>> {
  const rows = await carrierShipments(db)
    .distinctOn('checkout_id')
    .where('checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`)
    .orderBy('checkout_id')
    .orderBy('created_at', 'desc')
    .execute()
  return new Map(
    rows.map((row) => {
      const problem = parseProblem(row.problem)
      return [
        row.checkout_id,
        {
          id: row.id,
          status: row.status,
          carrier_status: row.carrier_status,
          problem: problem && describeCarrierProblem(problem),
          cod_grosze: row.cod_grosze,
          outdated: row.outdated,
          changed_at: row.updated_at.toISOString(),
        },
      ]
    }),
  )
}

export function parseProblem(stored: string | null): CarrierProblem | null {
  return stored === null ? null : carrierProblemSchema.parse(JSON.parse(stored))
}

/** Initial values for creating carrier shipments: the sizes chosen last, and the run in progress. */
export async function readCarrierDesk(db: Kysely<Database>): Promise<{ sizes: ParcelSizes; run_id: string | null }> {
  const sizes = await db
    .selectFrom('carrier_settings')
    .select(['locker_template', 'length_mm', 'width_mm', 'height_mm', 'weight_grams'])
    .executeTakeFirstOrThrow()
  return { sizes, run_id: await findRunningId(db, CARRIER_RUN) }
}

/** The data of a checkout's orders that the carrier needs. Cancelled ones are left out. */
export function listOrdersToSend(db: Kysely<Database>, checkoutId: string) {
  return db
    .selectFrom('orders')
    .innerJoin('shipments', 'shipments.order_id', 'orders.id')
    .select([
      'orders.id',
      'orders.number',
      'orders.status',
      'orders.shipping_method',
      'orders.total_grosze',
      'orders.first_name',
      'orders.last_name',
      'orders.street',
      'orders.house_number',
      'orders.city',
      'orders.postal_code',
      'orders.anonymised_at',
      'shipments.status as shipping_status',
      'shipments.receiver_phone',
      'shipments.receiver_email',
      'shipments.parcel_locker_id',
      'shipments.tracking_number',
      'shipments.archived_at',
      sql<boolean>`${READY}`.as('ready'),
    ])
    .where('orders.checkout_id', '=', checkoutId)
    .where('shipments.deleted_at', 'is', null)
    .orderBy('orders.id')
    .execute()
}
export type OrderToSend = Awaited<ReturnType<typeof listOrdersToSend>>[number]

/** Ids of parcels on their way that were not checked since a moment, the longest waiting first. */
export async function listFollowed(
  db: Kysely<Database>,
  { notSince, createdSince, most }: { notSince: Date; createdSince: Date; most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('carrier_shipments')
    .select('id')
    .where('status', 'in', ['created', 'confirmed'])
    .where('carrier_status', 'not in', LAST_CARRIER_STATUSES)
    .where('created_at', '>', createdSince)
    .where((row) => row.or([row('checked_at', 'is', null), row('checked_at', '<', notSince)]))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Checkouts whose parcel was requested before a moment and may or may not be at the carrier. */
export async function listUnsettled(db: Kysely<Database>, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('carrier_shipments')
    .select('checkout_id')
    .where('asked_at', '<', before)
    .orderBy('asked_at')
    .limit(50)
    .execute()
  return rows.map(({ checkout_id }) => checkout_id)
}

/** '#12345678, #23456789 Anna Kowalska': the orders in each parcel and their recipient, by checkout. */
export async function listParcelNames(
  db: Kysely<Database>,
  checkoutIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select checkout_id as id,
      string_agg('#' || number, ', ' order by id) || ' ' || min(first_name || ' ' || last_name) as name
    from orders where checkout_id = any(${checkoutIds}::uuid[]) group by checkout_id`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
