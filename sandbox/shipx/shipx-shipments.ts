import { openCollection } from '#sandbox/collection.ts'
import { type ShipmentRecord, shipmentSchema } from './shipx-records.ts'

/** Time until a created shipment is paid and confirmed, ms. */
const CONFIRMED_AFTER_MS = 300
const FORGOTTEN_AFTER_MS = 90 * 24 * 60 * 60 * 1000
const FIRST_ID = 7_000_001

export type ShipxShipments = ReturnType<typeof openShipments>

/** Shipments of the sandbox's organization; with a folder they survive a restart. */
export function openShipments(folder: string | undefined) {
  const isOld = ({ created }: ShipmentRecord) => Date.now() - created > FORGOTTEN_AFTER_MS
  const records = openCollection(folder, shipmentSchema, isOld)
  let lastId = records.all().reduce((last, { id }) => Math.max(last, id), FIRST_ID - 1)

  /** The shipment with the change that is due. */
  async function settle(record: ShipmentRecord): Promise<ShipmentRecord> {
    const due = record.status === 'created' && Date.now() - record.created >= CONFIRMED_AFTER_MS
    if (!due) return record
    const settled = record.unpaid
      ? { ...record, status: 'offer_selected' }
      : { ...record, status: 'confirmed', trackingNumber: numberOf(record.id) }
    await records.put(String(record.id), settled)
    return settled
  }

  async function change(id: number, changes: Partial<ShipmentRecord>): Promise<ShipmentRecord | undefined> {
    const record = records.get(String(id))
    if (record === undefined) return undefined
    const changed = { ...(await settle(record)), ...changes }
    await records.put(String(id), changed)
    return changed
  }

  return {
    change,

    async create(request: ShipmentRecord['request'], unpaid: boolean): Promise<ShipmentRecord> {
      lastId += 1
      const record = { id: lastId, created: Date.now(), status: 'created', trackingNumber: null, request, unpaid }
      await records.put(String(record.id), record)
      return record
    },

    async find(id: number): Promise<ShipmentRecord | undefined> {
      const record = records.get(String(id))
      return record && settle(record)
    },

    /** Oldest first. */
    all: (): Promise<ShipmentRecord[]> => Promise.all(records.all().map(settle)),

    /** Sets a later status; the shipment counts as confirmed. */
    move: (id: number, status: string): Promise<ShipmentRecord | undefined> =>
      change(id, { status, unpaid: false, trackingNumber: numberOf(id) }),
  }
}

/** A number of 24 digits, as InPost's. */
function numberOf(id: number): string {
  return `6200000000${String(id).padStart(14, '0')}`
}
