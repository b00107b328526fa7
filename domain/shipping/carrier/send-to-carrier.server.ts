import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { log } from '#domain/kernel/log.ts'
import { isLockerMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { findUnknownWarnings } from '#domain/shipping/admin/parcel-warnings-queries.server.ts'
import { sumDueOnDelivery } from '#domain/shipping/shipment.ts'
import { findObstacle, listTravelling } from './carrier-obstacle.ts'
import {
  type CarrierShipmentRow,
  findOpenCarrierShipment,
  listOrdersToSend,
  type OrderToSend,
  parseProblem,
} from './carrier-queries.server.ts'
import type { CarrierProblem } from './carrier-shipment.ts'
import { claimCarrierAsking, lockShipmentsOf, settleAsNotThere, settleAsThere } from './carrier-store.server.ts'
import type { CarrierFailure, CarrierRequest, CarrierShipment, ParcelCarrier } from './parcel-carrier.ts'

/** `retryAfterSeconds`: null when an automatic retry is useless. */
export type SendFailure = { reason: 'not_sent'; problem: CarrierProblem; retryAfterSeconds: number | null }

/**
 * How long a request whose answer was lost may still be in progress at the carrier, ms. It is longer than the adapter's
 * timeout. During this time the parcel is looked for and not requested again.
 */
export const SETTLED_AFTER_MS = 60_000
const AWAY_SECONDS = 5

/**
 * Requests the parcel of a checkout from the carrier, at most once. A parcel requested without an answer is first
 * looked for by its reference. A killed process, a second one and a broken connection all result in one parcel.
 */
export async function sendToCarrier(
  services: Pick<Services, 'db' | 'jobs' | 'now' | 'carrier'>,
  checkoutId: string,
): Promise<Result<null, SendFailure>> {
  const { db, now, carrier } = services
  const row = await findOpenCarrierShipment(db, checkoutId)
  if (!row) return give('parcel_not_found')
  if (row.status === 'refused') return failWith(parseProblem(row.problem) ?? { reason: 'carrier_refused' })
  if (row.status !== 'requested') return ok(null)
  if (!carrier) return give('carrier_missing')
  if (row.asked_at !== null) {
    const found = await lookForLost(services, carrier, row)
    if (!found.ok || found.value) return found.ok ? ok(null) : found
  }
  const moment = now()
  const asking = await db.transaction().execute((trx) => prepareAsking(trx, row, moment))
  if (!asking.ok) return asking
  const created = await carrier.create(asking.value)
  if (created.ok) {
    await storeCreated(services, row.id, created.value)
    return ok(null)
  }
  return storeRefusal(services, { ...row, asked_at: moment }, created.failure)
}

/** Whether a parcel requested without an answer is at the carrier. An error while that is undecided. */
async function lookForLost(
  services: Pick<Services, 'db' | 'jobs' | 'now'>,
  carrier: ParcelCarrier,
  row: CarrierShipmentRow,
): Promise<Result<boolean, SendFailure>> {
  const { asked_at: askedAt, unsettled_since: since } = row
  if (askedAt === null || since === null) return ok(false)
  const found = await carrier.findByReference(row.reference, since)
  if (!found.ok) return failWith(toProblem(found.failure), waitFor(found.failure))
  if (found.value) {
    await storeCreated(services, row.id, found.value)
    return ok(true)
  }
  const left = askedAt.getTime() + SETTLED_AFTER_MS - services.now().getTime()
  return left <= 0 ? ok(false) : failWith({ reason: 'carrier_unavailable' }, Math.ceil(left / 1000))
}

/** Records the request before the carrier is asked. Refuses parcels that may no longer be sent. */
async function prepareAsking(
  trx: Transaction<Database>,
  row: CarrierShipmentRow,
  now: Date,
): Promise<Result<CarrierRequest, SendFailure>> {
  const parts = await lockShipmentsOf(trx, row.checkout_id)
  const orders = await listOrdersToSend(trx, row.checkout_id)
  const obstacle = findObstacle(orders, await findUnknownWarnings(trx, parts, row.known_warnings))
  const request = obstacle === null ? describeRequest(row, listTravelling(orders)) : null
  if (!request) {
    const problem = { reason: obstacle ?? 'parcel_not_found' }
    await settleAsNotThere(trx, row.id, row.asked_at, { status: 'refused', problem })
    return failWith(problem)
  }
  const claimed = await claimCarrierAsking(trx, row.id, { seen: row.asked_at, now, codGrosze: request.codGrosze })
  // Another process is requesting the same parcel at this moment.
  return claimed ? ok(request) : failWith({ reason: 'carrier_unavailable' }, AWAY_SECONDS)
}

function describeRequest(row: CarrierShipmentRow, travelling: readonly OrderToSend[]): CarrierRequest | null {
  const [first] = travelling
  if (!first) return null
  const total = travelling.reduce((sum, { total_grosze }) => sum + total_grosze, 0)
  const codGrosze = sumDueOnDelivery(travelling)
  const common = {
    reference: row.reference,
    receiver: {
      firstName: first.first_name,
      lastName: first.last_name,
      email: first.receiver_email,
      phone: first.receiver_phone,
    },
    codGrosze,
  }
  if (isLockerMethod(first.shipping_method)) {
    if (first.parcel_locker_id === null) return null
    const to = { service: 'locker', lockerId: first.parcel_locker_id, template: row.locker_template } as const
    // The carrier requires insurance for the amount it collects.
    return { ...common, to, insuranceGrosze: codGrosze }
  }
  const { street, house_number: houseNumber, city, postal_code: postalCode } = first
  if (street === null || houseNumber === null || city === null || postalCode === null) return null
  const size = {
    lengthMm: row.length_mm,
    widthMm: row.width_mm,
    heightMm: row.height_mm,
    weightGrams: row.weight_grams,
  }
  const to = { service: 'courier', address: { street, houseNumber, city, postalCode }, size } as const
  // Couriers require insurance for every parcel.
  return { ...common, to, insuranceGrosze: total }
}

async function storeCreated(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  id: string,
  { id: carrier_id, status: carrier_status, codGrosze: cod_grosze }: CarrierShipment,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const stored = await settleAsThere(trx, id, { carrier_id, carrier_status, cod_grosze })
    if (stored) await jobs.enqueue(trx, 'confirm-carrier-shipment', { id })
  })
}

async function storeRefusal(
  { db }: Pick<Services, 'db'>,
  row: CarrierShipmentRow,
  failure: CarrierFailure,
): Promise<Result<null, SendFailure>> {
  log.warn('The carrier did not accept a parcel', { reference: row.reference, why: failure.why })
  const problem = toProblem(failure)
  const again = waitFor(failure)
  // It stays unknown whether the carrier has the parcel.
  if (failure.reason === 'carrier_unavailable') return failWith(problem, again)
  const outcome = again === null ? ({ status: 'refused', problem } as const) : ({ status: 'requested' } as const)
  await db.transaction().execute((trx) => settleAsNotThere(trx, row.id, row.asked_at, outcome))
  return failWith(problem, again)
}

/**
 * Gives up parcels that nobody will request any more. Those that the carrier never received are refused and may be
 * requested again. A job finds out the state of the others.
 */
export async function giveUpSending(
  trx: Transaction<Database>,
  checkoutIds: readonly string[],
  reason: string,
): Promise<void> {
  for (const checkoutId of checkoutIds) {
    const row = await findOpenCarrierShipment(trx, checkoutId)
    if (row?.status !== 'requested' || row.asked_at !== null) continue
    await settleAsNotThere(trx, row.id, null, { status: 'refused', problem: { reason } })
  }
}

/** Finds out the state of a parcel requested without an answer, without requesting it again. */
export async function settleLost(
  services: Pick<Services, 'db' | 'jobs' | 'now'>,
  carrier: ParcelCarrier,
  checkoutId: string,
): Promise<Result<null, SendFailure>> {
  const row = await findOpenCarrierShipment(services.db, checkoutId)
  if (!row?.asked_at) return ok(null)
  const found = await lookForLost(services, carrier, row)
  if (!found.ok) return found
  if (!found.value) {
    const problem = { reason: 'carrier_unavailable' }
    await services.db
      .transaction()
      .execute((trx) => settleAsNotThere(trx, row.id, row.asked_at, { status: 'refused', problem }))
  }
  return ok(null)
}

function toProblem(failure: CarrierFailure): CarrierProblem {
  if (failure.reason !== 'carrier_refused') return { reason: failure.reason }
  return { reason: failure.reason, code: failure.code, problems: failure.problems }
}

function waitFor(failure: CarrierFailure): number | null {
  if (failure.reason === 'carrier_busy') return failure.retryAfterSeconds
  return failure.reason === 'carrier_unavailable' ? AWAY_SECONDS : null
}

const failWith = (problem: CarrierProblem, retryAfterSeconds: number | null = null) =>
  fail({ reason: 'not_sent' as const, problem, retryAfterSeconds })
const give = (reason: string) => failWith({ reason })
