import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import type { CarrierMissing } from './cancel-carrier-shipment.server.ts'
import { listCancelledCheckouts, listCarrierShipments } from './carrier-queries.server.ts'
import type { CarrierFailure, ParcelLabelFile } from './parcel-carrier.ts'

type LabelRefusal =
  | CarrierMissing
  | { reason: 'carrier_shipment_not_found' | 'label_not_ready' | 'label_outdated' }
  | { reason: 'labels_cancelled'; numbers: string[] }
  | CarrierFailure

type PrintedLabels = ParcelLabelFile & {
  /** The number of the parcel, if there is only one. */
  reference: string | null
  /** The parcels of cancelled orders, which are left out. */
  leftOut: string[]
}

/**
 * Labels of parcels that the carrier has confirmed, all or none, without those whose orders are cancelled. A used label,
 * or one of another receiver or sum, is not printed.
 */
export async function printLabels(
  { db, carrier }: Pick<Services, 'db' | 'carrier'>,
  ids: readonly string[],
): Promise<Result<PrintedLabels, LabelRefusal>> {
  if (!carrier) return fail({ reason: 'carrier_missing' })
  const wanted = [...new Set(ids)]
  const rows = wanted.every(isUuid) ? await listCarrierShipments(db, wanted) : []
  if (rows.length === 0 || rows.length < wanted.length) return fail({ reason: 'carrier_shipment_not_found' })
  const cancelled = new Set(await listCancelledCheckouts(db, rows))
  const numbers = rows.filter(({ checkout_id }) => cancelled.has(checkout_id)).map(({ reference }) => reference)
  const sent = rows.filter(({ checkout_id }) => !cancelled.has(checkout_id))
  if (sent.length === 0) return fail({ reason: 'labels_cancelled', numbers })
  if (sent.some(({ status, outdated }) => outdated || status === 'replaced')) return fail({ reason: 'label_outdated' })
  if (sent.some(({ status }) => status !== 'confirmed')) return fail({ reason: 'label_not_ready' })
  const printed = await carrier.printLabels(sent.flatMap(({ carrier_id }) => carrier_id ?? []))
  // Confirmed for the shop but not yet for printing, since the carrier's own data lag behind.
  if (!printed.ok) return printed.failure.reason === 'carrier_too_late' ? fail({ reason: 'label_not_ready' }) : printed
  const reference = sent.length === 1 ? (sent[0]?.reference ?? null) : null
  return ok({ ...printed.value, reference, leftOut: numbers })
}
