import { fail, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import type { CarrierMissing } from './cancel-carrier-shipment.server.ts'
import { listCarrierShipments } from './carrier-queries.server.ts'
import type { CarrierFailure, LabelFile } from './parcel-carrier.ts'

type LabelRefusal = CarrierMissing | { reason: 'carrier_shipment_not_found' | 'label_not_ready' } | CarrierFailure

/** Labels of parcels that the carrier has confirmed, all or none. With the reference, if there is one parcel. */
export async function printLabels(
  { db, carrier }: Pick<Services, 'db' | 'carrier'>,
  ids: readonly string[],
): Promise<Result<LabelFile & { reference: string | null }, LabelRefusal>> {
  if (!carrier) return fail({ reason: 'carrier_missing' })
  const wanted = [...new Set(ids)]
  const rows = wanted.every(isUuid) ? await listCarrierShipments(db, wanted) : []
  if (rows.length === 0 || rows.length < wanted.length) return fail({ reason: 'carrier_shipment_not_found' })
  if (rows.some(({ status }) => status !== 'confirmed')) return fail({ reason: 'label_not_ready' })
  const printed = await carrier.printLabels(rows.flatMap(({ carrier_id }) => carrier_id ?? []))
  // Confirmed for the shop but not yet for printing, since the carrier's own data lag behind.
  if (!printed.ok) return printed.failure.reason === 'carrier_too_late' ? fail({ reason: 'label_not_ready' }) : printed
  return { ok: true, value: { ...printed.value, reference: rows.length === 1 ? (rows[0]?.reference ?? null) : null } }
}
