import { z } from 'zod'
import { type ShipmentRecord, shipmentSchema } from '#sandbox/shipx/shipx-records.ts'
import { askSandbox } from './mailbox.ts'

/** The state of the sandbox's ShipX, and actions on it. */
export function openShipx(sandbox: { readonly mailboxUrl: string }) {
  return {
    /** All shipments, oldest first. `reference`: only those with this reference. */
    async shipments(reference?: string): Promise<ShipmentRecord[]> {
      const answer = await askSandbox(sandbox, '/_control/shipx/shipments')
      const all = z.array(shipmentSchema).parse(await answer.json())
      return reference === undefined ? all : all.filter(({ request }) => request.reference === reference)
    },

    async move(id: string | number, status: string): Promise<void> {
      const body = JSON.stringify({ status })
      const answer = await askSandbox(sandbox, `/_control/shipx/shipments/${id}`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`the sandbox's ShipX refused: ${answer.status}`)
    },
  }
}
