import type { AdminParcel, PackingParcel } from '#domain/shipping/admin/admin-parcel.ts'
import type { Api } from './api.ts'
import type { openCarrierDesk } from './carrier-desk.ts'

/** The state of a parcel and its products, for packing and sending. */
export function openParcels(api: Api, { shipments }: Pick<Awaited<ReturnType<typeof openCarrierDesk>>, 'shipments'>) {
  return {
    async read(checkoutId: string): Promise<AdminParcel> {
      const parcel = await shipments.find({ checkout_id: checkoutId })
      if (!parcel) throw new Error('the parcel is gone')
      return parcel
    },

    /** As it waits at the packing desk, if it does. */
    async readPacking(checkoutId: string): Promise<PackingParcel | undefined> {
      const { items } = (await (await shipments.get('packing')).json()) as { items: PackingParcel[] }
      return items.find(({ checkout_id }) => checkout_id === checkoutId)
    },

    async readStock({ id }: { id: string }): Promise<number | null> {
      const products = api.db.selectFrom('products').select('stock_quantity')
      return (await products.where('id', '=', id).executeTakeFirstOrThrow()).stock_quantity
    },
  }
}
