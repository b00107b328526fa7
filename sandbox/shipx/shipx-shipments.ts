import { openCollection } from '#sandbox/collection.ts'
import { type ShipmentRecord, shipmentSchema } from './shipx-records.ts'

/** How long ShipX takes to pay and confirm what was created, ms. */
const CONFIRMED_AFTER_MS = 300
const FORGOTTEN_AFTER_MS = 90 * 24 * 60 * 60 * 1000
const FIRST_ID = 7_000_001

export type ShipxShipments = ReturnType<typeof openShipments>

/** The shipments of the sandbox's organization; with a folder they survive a restart. */
export function openShipments(folder: string | undefined) {
  const isOld = ({ created }: ShipmentRecord) => Date.now() - created > FORGOTTEN_AFTER_MS
  const records = openCollection(folder, shipmentSchema, isOld)
  let lastId = records.all().reduce((last, { id }) => Math.max(last, id), FIRST_ID - 1)

  /** As it is by now. */
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

    /** All of them, oldest first. */
    all: (): Promise<ShipmentRecord[]> => Promise.all(records.all().map(settle)),

    /** Its way goes on: whoever moves it has it confirmed before. */
    async move(id: number, status: string): Promise<ShipmentRecord | undefined> {
      return change(id, { status, unpaid: false, trackingNumber: numberOf(id) })
    },
  }
}

/** 24 digits, as InPost's are. */
function numberOf(id: number): string {
  return `6200000000${String(id).padStart(14, '0')}`
}
