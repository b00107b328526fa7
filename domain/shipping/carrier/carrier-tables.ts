import type { Generated } from 'kysely'
import type { CreatedAt } from '#domain/kernel/created-at.ts'
import type { CarrierShipmentStatus } from './carrier-shipment.ts'
import type { LockerTemplate } from './parcel-carrier.ts'

type Sizes = {
  locker_template: LockerTemplate
  length_mm: number
  width_mm: number
  height_mm: number
  weight_grams: number
}

/** Tables of parcels at the carrier. */
export type CarrierTables = {
  carrier_shipments: Sizes & {
    id: Generated<string>
    checkout_id: string
    /** The reference under which the carrier creates and finds it. */
    reference: string
    status: Generated<CarrierShipmentStatus>
    /** When the carrier was last and first asked, while it is unknown whether it has the parcel. */
    asked_at: Generated<Date | null>
    unsettled_since: Generated<Date | null>
    carrier_id: Generated<string | null>
    carrier_status: Generated<string | null>
    tracking_number: Generated<string | null>
    cod_grosze: Generated<number | null>
    /** A hash of the receiver data that were sent to the carrier. */
    destination: Generated<string | null>
    /** A CarrierProblem as JSON. */
    problem: Generated<string | null>
    /** Ids of the parcel's warnings that the admin knew when it was requested. */
    known_warnings: Generated<string[]>
    checked_at: Generated<Date | null>
    created_at: CreatedAt
    updated_at: CreatedAt
  }
  /** The sizes of the last parcels, in a single row. */
  carrier_settings: { [Column in keyof Sizes]: Generated<Sizes[Column]> } & { id: Generated<number> }
}
