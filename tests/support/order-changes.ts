import { expect } from 'vitest'
import type { ChangeableParcel } from '#domain/orders/changes/parcel-change.ts'
import type { LinkedCheckout } from '#domain/orders/order-links/linked-checkout.ts'
import { openAdminOrders } from './admin-orders.ts'
import type { Api, Customer } from './api.ts'
import { type CartItem, cart, LOCKER, productsOnSale, toLocker } from './orders.ts'

export type Placed = { buyer: Customer; checkoutId: string; orderIds: [string, ...string[]] }

/** Changes of placed orders, by the owner, in the panel and by the mailed link, and their results. */
export async function openOrderChanges(api: Api) {
  const orders = await openAdminOrders(api)

  async function toLockerOnDelivery(items: readonly CartItem[], more: object = {}): Promise<Placed> {
    const buyer = await api.customer()
    const answer = await buyer.order(cart(items, { customerData: { ...toLocker, ...more }, shippingCost: LOCKER }))
    expect(answer.status).toBe(200)
    return { buyer, ...((await answer.json()) as Omit<Placed, 'buyer'>) }
  }

  const products = (count: number, stock = 20) => productsOnSale(api, count, stock)
  const tokenOf = (checkoutId: string) => new URL(api.services.orderLinks.create(checkoutId)).hash.slice(1)

  const changeable = async ({ buyer, orderIds: [id] }: Placed) =>
    (await (await api.get(`/api/me/orders/${id}/change`, { Cookie: buyer.cookie })).json()) as ChangeableParcel

  const byPanel = (placed: Placed, what: 'receiver' | 'cancel', body: object, id = placed.orderIds[0]) =>
    api.post(`/api/me/orders/${id}/${what}`, body, { Cookie: placed.buyer.cookie })

  const byLink = ({ checkoutId }: Pick<Placed, 'checkoutId'>, what: 'receiver' | 'cancel', body: object) =>
    api.post(`/api/order-link/${what}`, { token: tokenOf(checkoutId), ...body })

  const linked = async ({ checkoutId }: Pick<Placed, 'checkoutId'>) =>
    (await (await api.post('/api/order-link', { token: tokenOf(checkoutId) })).json()) as LinkedCheckout

  const mailsTo = async (template: string, email: string) =>
    api.db
      .selectFrom('mail_outbox')
      .select('key')
      .where('template', '=', template)
      .where('recipient', '=', email)
      .execute()

  const amendmentsOf = async (orderId: string) =>
    (
      await api.db.selectFrom('order_amendments').select('difference_grosze').where('order_id', '=', orderId).execute()
    ).map(({ difference_grosze }) => difference_grosze)

  const stockOf = async ({ id }: CartItem) =>
    (await api.db.selectFrom('products').select('stock_quantity').where('id', '=', id).executeTakeFirstOrThrow())
      .stock_quantity

  /** Sets the pieces of an order as the owner, as the page shows them now. */
  async function setPieces(
    orderId: string,
    items: { id: string; quantity: number; price?: number }[],
    more: object = {},
  ) {
    const { change, items: present, shipping_grosze: shippingGrosze } = await orders.read(orderId)
    const priceOf = ({ id, price }: { id: string; price?: number }) =>
      present.find(({ product_id }) => product_id === id)?.unit_price_grosze ?? Math.round((price ?? 0) * 100)
    const totalGrosze = items.reduce((sum, item) => sum + priceOf(item) * item.quantity, shippingGrosze)
    return orders.change(orderId, 'pieces', {
      version: change.version,
      items: items.map(({ id, quantity }) => ({ product_id: id, quantity })),
      total_grosze: totalGrosze,
      ...more,
    })
  }

  return {
    orders,
    toLockerOnDelivery,
    products,
    tokenOf,
    changeable,
    byPanel,
    byLink,
    linked,
    mailsTo,
    amendmentsOf,
    stockOf,
    setPieces,
  }
}
