import type { Run } from '#domain/kernel/runs/run.ts'
import type { AdminParcel } from '#domain/shipping/admin/admin-parcel.ts'
import followParcels from '#domain/shipping/carrier/follow-parcels.job.server.ts'
import { sendToCarrier } from '#domain/shipping/carrier/send-to-carrier.server.ts'
import { openShipments } from './admin-shipments.ts'
import type { Api } from './api.ts'
import { eventually, expect } from './fixtures.ts'
import { cart, LOCKER, productsOnSale, toLocker } from './orders.ts'
import { openShipx } from './shipx.ts'

export const SIZES = { locker_template: 'medium', length_mm: 200, width_mm: 150, height_mm: 100, weight_grams: 800 }
/** The call that creates a parcel, for planned faults. */
export const CREATION = { service: 'shipx', method: 'POST', path: '/v1/organizations/' } as const

export type CarrierDesk = Awaited<ReturnType<typeof openCarrierDesk>>

/** The admin's calls that send parcels to the carrier, and the state of the carrier. `clock`: that of the API. */
export async function openCarrierDesk(api: Api, sandbox: { readonly mailboxUrl: string }, clock: { now: Date }) {
  const shipments = await openShipments(api)
  const shipx = openShipx(sandbox)
  const numberOf = (parcel: AdminParcel) => parcel.shipments[0]?.order.id.slice(0, 8) ?? ''
  const create = (parcels: readonly AdminParcel[]) =>
    shipments.send('POST', 'carrier-shipments', {
      parcels: parcels.map(({ checkout_id }) => checkout_id),
      sizes: SIZES,
    })

  return {
    shipments,
    shipx,
    create,
    numberOf,
    found: shipments.found,
    atCarrier: (parcel: AdminParcel) => shipx.shipments(numberOf(parcel)),
    /** Does the work of the job for one parcel. */
    send: (parcel: AdminParcel) => sendToCarrier(api.services, parcel.checkout_id),
    follow: () => followParcels.run(api.services, {}, { last: false }),
    later(seconds: number): void {
      clock.now = new Date(clock.now.getTime() + seconds * 1000)
    },

    /** Begins to create the parcels. Returns the run. */
    async request(...parcels: AdminParcel[]): Promise<string> {
      const answer = await create(parcels)
      expect(answer.status).toBe(200)
      return ((await answer.json()) as { id: string }).id
    },

    async ended(id: string): Promise<Run> {
      let run: Run | undefined
      await eventually(async () => {
        run = (await (await shipments.get(`runs/${id}`)).json()) as Run
        expect(run.status).not.toBe('running')
      })
      if (!run) throw new Error('no run')
      return run
    },

    confirmed: (parcel: AdminParcel) =>
      eventually(async () => expect((await shipments.found(parcel)).carrier?.status).toBe('confirmed')),

    /** Orders this many products to a locker. Returns the parcel. */
    async placeToLocker(orders = 1): Promise<AdminParcel & { email: string }> {
      const buyer = await api.customer()
      const items = await productsOnSale(api, orders)
      const placed = await buyer.order(cart(items, { customerData: toLocker, shippingCost: LOCKER }))
      expect(placed.status).toBe(200)
      const [parcel] = (await shipments.list()).items
      if (!parcel) throw new Error('no parcel')
      return { ...parcel, email: buyer.email }
    },
  }
}
