import type { Grosze } from '#domain/kernel/money.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { Reachable } from '#domain/system/system-status.ts'

/** Sizes of lockers, as the carrier calls them: A, B and C. */
export const LOCKER_TEMPLATES = ['small', 'medium', 'large'] as const
export type LockerTemplate = (typeof LOCKER_TEMPLATES)[number]

/** Outer size of a parcel that a courier takes. */
export type ParcelSize = { lengthMm: number; widthMm: number; heightMm: number; weightGrams: number }

/** One parcel as the carrier is asked to take it. */
export type CarrierRequest = {
  /** What it is found by again: the carrier knows no idempotency keys. */
  reference: string
  receiver: { firstName: string; lastName: string; email: string; phone: string }
  to:
    | { service: 'locker'; lockerId: string; template: LockerTemplate }
    | {
        service: 'courier'
        address: { street: string; houseNumber: string; city: string; postalCode: string }
        size: ParcelSize
      }
  /** What the carrier collects on delivery; null: nothing. */
  codGrosze: Grosze | null
  insuranceGrosze: Grosze | null
}

/** A parcel as the carrier holds it. */
export type CarrierShipment = {
  id: string
  reference: string | null
  /** The carrier's own word. */
  status: string
  trackingNumber: string | null
  codGrosze: Grosze | null
  /** Why the carrier did not take the payment for it, in its own word; null: nothing went wrong. */
  problem: string | null
}

/** What the carrier finds wrong with one field, both in its own words: 'receiver.phone', 'invalid'. */
export type CarrierFieldProblem = { field: string; problem: string }

/**
 * `carrier_unavailable`: nothing is known about what happened. All others: it did not happen. `carrier_unauthorized`: our key or
 * organization is not accepted. `carrier_too_late`: the parcel's status does not allow it (any more, or yet). `why`: for the log,
 * no personal data.
 */
export type CarrierFailure =
  | { reason: 'carrier_unavailable'; why: string }
  | { reason: 'carrier_busy'; why: string; retryAfterSeconds: number }
  | { reason: 'carrier_unauthorized'; why: string }
  | { reason: 'carrier_refused'; why: string; code: string; problems: CarrierFieldProblem[] }
  | { reason: 'carrier_too_late'; why: string }
  | { reason: 'carrier_unknown_id'; why: string }

/** Labels to print: one document, or an archive of one for each service where they differ. */
export type LabelFile = { bytes: Uint8Array<ArrayBuffer>; type: 'pdf' | 'zip' }

/** The carrier prints so many labels at once. */
export const MOST_LABELS = 100

/** Port to the carrier that takes parcels. No method but `check` throws for what the carrier answers. */
export type ParcelCarrier = Reachable & {
  create(request: CarrierRequest): Promise<Result<CarrierShipment, CarrierFailure>>
  /** The parcel of this reference that was created at this moment or later, cancelled ones aside; null: there is none. */
  findByReference(reference: string, since: Date): Promise<Result<CarrierShipment | null, CarrierFailure>>
  /** Those of these that the carrier knows. */
  find(ids: readonly string[]): Promise<Result<CarrierShipment[], CarrierFailure>>
  cancel(id: string): Promise<Result<null, CarrierFailure>>
  /** The labels of at most MOST_LABELS parcels. */
  printLabels(ids: readonly string[]): Promise<Result<LabelFile, CarrierFailure>>
}
