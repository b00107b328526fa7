import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import type { Api } from './api.ts'
import { openCodes } from './codes.ts'
import { openOrderChanges } from './order-changes.ts'
import { type CartItem, productsOnSale, startedAhead } from './orders.ts'
import { openReturns } from './returns.ts'

export const groszeOf = (items: readonly CartItem[]) =>
  items.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0)
/** The discount of ten percent. */
export const tenth = (items: readonly CartItem[]) => Math.floor(groszeOf(items) / 10)
/** What an order with a code also sends. */
export const discounted = (code: string, grosze: number, more: object = {}) => ({
  discountCode: code,
  discount: grosze / 100,
  ...more,
})

type Placed = { orderIds: string[]; checkoutId: string; totalGrosze: number; discount: unknown }

/** Orders with discount codes, the rows that they store, and the calls of the owner about them. */
export async function openDiscounts(api: Api) {
  const changes = await openOrderChanges(api)
  const { orders } = changes
  const paymentOf = (orderId: string) =>
    api.db.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
  return {
    orders,
    codes: openCodes(api, orders.admin),
    returns: openReturns(api, orders.admin),
    paymentOf,
    pick: async (...quantities: number[]): Promise<CartItem[]> =>
      (await productsOnSale(api, quantities.length)).map((item, index) => ({
        ...item,
        quantity: quantities[index] ?? 1,
      })),
    async placed(body: object, buyer = api.customer()): Promise<Placed> {
      const answer = await (await buyer).order(body)
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      return (await answer.json()) as Placed
    },
    rowsOf: (checkoutId: string) =>
      api.db
        .selectFrom('orders')
        .innerJoin('order_items', 'order_items.order_id', 'orders.id')
        .select([
          'orders.id',
          'orders.items_grosze',
          'orders.shipping_grosze',
          'orders.total_grosze',
          'orders.discount_code',
        ])
        .select([
          'orders.waived_grosze',
          'order_items.id as item_id',
          'unit_price_grosze',
          'quantity',
          'discount_grosze',
        ])
        .where('orders.checkout_id', '=', checkoutId)
        .orderBy('orders.id')
        .orderBy('order_items.id')
        .execute(),
    async paid(body: object, buyer = api.customer()) {
      const started = await startedAhead(api, await buyer, body)
      await orders.stripe.act(started.sessionId, { action: 'pay' })
      const payment = await paymentOf(started.orderId)
      await checkPayment(api.services, payment.id)
      return { ...started, paymentId: payment.id }
    },
  }
}
