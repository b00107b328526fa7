import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { insertShipment } from './shipment-store.server.ts'

/** Creates the shipment of an order that was paid ahead, to where the order says, and writes its event. */
export function createShipment(trx: Transaction<Database>, orderId: string): Promise<void> {
  return insertShipment(trx, orderId, { actor: 'system', reason: null })
}
