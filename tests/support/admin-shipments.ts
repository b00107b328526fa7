import { expect } from 'vitest'
import type { AdminParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { type Api, cookieOf } from './api.ts'
import { cart, productsOnSale } from './orders.ts'

type Page = { items: AdminParcel[]; total: number; page: number; pages: number; pageSize: number }

/** The admin's calls about shipments, made as a signed-in admin. */
export async function openShipments(api: Api) {
  const cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const send = (method: string, path: string, body: unknown) =>
    api.call(`/api/admin/${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', Origin: api.base, Cookie: cookie },
    })

  async function list(query = ''): Promise<Page> {
    const answer = await api.get(`/api/admin/shipments${query}`, { Cookie: cookie })
    expect(answer.status, query).toBe(200)
    return (await answer.json()) as Page
  }

  /** The present state of the parcel, in whichever list it is. */
  async function find({ checkout_id }: { checkout_id: string }): Promise<AdminParcel | undefined> {
    const pages = [await list(), await list('?view=archived')]
    return pages.flatMap(({ items }) => items).find((parcel) => parcel.checkout_id === checkout_id)
  }

  return {
    cookie,
    send,
    list,
    find,
    idsOf: (parcel: AdminParcel) => parcel.shipments.map(({ id }) => id),
    orderIdsOf: (parcel: AdminParcel) => parcel.shipments.map(({ order }) => order.id),
    get: (path: string) => api.get(`/api/admin/${path}`, { Cookie: cookie }),
    update: (shipments: readonly { id: string; version: string }[], change: object) =>
      send('PATCH', 'shipments', { shipments: shipments.map(({ id, version }) => ({ id, version })), ...change }),
    act: (action: 'archive' | 'restore' | 'delete', ids: readonly string[]) =>
      send('POST', `shipments/${action}`, { ids }),

    /** Orders one piece of this many products in one checkout. Returns its parcel. */
    async place(orders = 1, stock: number | null = 1000): Promise<AdminParcel & { email: string }> {
      const buyer = await api.customer()
      const placed = await buyer.order(cart(await productsOnSale(api, orders, stock)))
      expect(placed.status).toBe(200)
      const [parcel] = (await list()).items
      if (!parcel) throw new Error('no parcel')
      return { ...parcel, email: buyer.email }
    },

    async found(parcel: AdminParcel): Promise<AdminParcel> {
      const now = await find(parcel)
      if (!now) throw new Error('the parcel is gone')
      return now
    },

    /** Events of the shipment of an order with their actors: 'shipment created>shipped admin'. */
    async eventsOf(orderId: string): Promise<string[]> {
      const events = await api.db
        .selectFrom('order_events')
        .select(['subject', 'from_status', 'to_status', 'actor'])
        .where('order_id', '=', orderId)
        .orderBy('id')
        .execute()
      return events
        .map((event) => `${event.subject} ${event.from_status ?? ''}>${event.to_status} ${event.actor}`)
        .slice(2)
    },

    async auditOf(id: string): Promise<string[]> {
      const rows = await api.db
        .selectFrom('audit_events')
        .select('action')
        .where('subject_id', '=', id)
        .orderBy('id')
        .execute()
      return rows.map(({ action }) => action)
    },
  }
}

export type Shipments = Awaited<ReturnType<typeof openShipments>>
