import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Result } from '#domain/kernel/result.ts'

/** Sizes of lockers in the carrier's terms: A, B and C. */
export const LOCKER_TEMPLATES = ['small', 'medium', 'large'] as const
export type LockerTemplate = (typeof LOCKER_TEMPLATES)[number]

/** Outer size of a parcel for the courier. */
export type ParcelSize = { lengthMm: number; widthMm: number; heightMm: number; weightGrams: number }

/** The request to take one parcel. */
export type CarrierRequest = {
  /** Finds the parcel again, since the carrier knows no idempotency keys. */
  reference: string
  receiver: { firstName: string; lastName: string; email: string; phone: string }
  to:
    | { service: 'locker'; lockerId: string; template: LockerTemplate }
    | {
        service: 'courier'
        address: { street: string; houseNumber: string; city: string; postalCode: string }
        size: ParcelSize
      }
  /** The amount that the carrier collects on delivery; null: none. */
  codGrosze: Grosze | null
  insuranceGrosze: Grosze | null
}

/** A parcel as the carrier stores it. */
export type CarrierShipment = {
  id: string
  reference: string | null
  /** The status in the carrier's term. */
  status: string
  trackingNumber: string | null
  codGrosze: Grosze | null
  /** Why the carrier did not accept the payment for the parcel, in its own term; null: no problem. */
  problem: string | null
}

/** A field and its problem, both in the carrier's terms: 'receiver.phone', 'invalid'. */
export type CarrierFieldProblem = { field: string; problem: string }

/**
 * `carrier_unavailable`: the outcome is unknown. All others: it did not happen. `carrier_unauthorized`: the shop's key
 * or organization is not accepted. `carrier_too_late`: the parcel's status does not allow it (any more, or yet). `why`:
 * for the log, without personal data.
 */
export type CarrierFailure =
  | { reason: 'carrier_unavailable'; why: string }
  | { reason: 'carrier_busy'; why: string; retryAfterSeconds: number }
  | { reason: 'carrier_unauthorized'; why: string }
  | { reason: 'carrier_refused'; why: string; code: string; problems: CarrierFieldProblem[] }
  | { reason: 'carrier_too_late'; why: string }
  | { reason: 'carrier_unknown_id'; why: string }

/** Labels to print: one document, or an archive with one document per service if they differ. */
export type ParcelLabelFile = { bytes: Uint8Array<ArrayBuffer>; type: 'pdf' | 'zip' }

/** Labels that the carrier prints at once. */
export const MOST_LABELS = 100

/** Port to the carrier. No method except `check` throws because of the carrier's answers. */
export type ParcelCarrier = {
  /** Throws why the carrier is not available. */
  check(signal: AbortSignal): Promise<void>
  create(request: CarrierRequest): Promise<Result<CarrierShipment, CarrierFailure>>
  /** The parcel with this reference created at this moment or later, ignoring cancelled ones; null: there is none. */
  findByReference(reference: string, since: Date): Promise<Result<CarrierShipment | null, CarrierFailure>>
  /** Those of these parcels that the carrier knows. */
  find(ids: readonly string[]): Promise<Result<CarrierShipment[], CarrierFailure>>
  cancel(id: string): Promise<Result<null, CarrierFailure>>
  /** The labels of at most MOST_LABELS parcels. */
  printLabels(ids: readonly string[]): Promise<Result<ParcelLabelFile, CarrierFailure>>
}
