import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import type { Api, Customer } from './api.ts'
import { type CartItem, errorOf, type PaidAhead, productsOnSale, storedByOrders } from './orders.ts'
import { openStripe } from './stripe.ts'

/** Actions on orders that wait for their payment, and reads of their results. */
export function openUnpaidOrders(api: Api) {
  const stripe = openStripe(api.sandbox)

  const openPayment = (orderId: string) =>
    api.db
      .selectFrom('payments')
      .select(['id', 'provider_session_id'])
      .where('order_id', '=', orderId)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow()

  const statusOf = async (orderId: string) =>
    (await api.db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()).status

  const pay = (buyer: Customer, orderId: string) => api.post(`/api/orders/${orderId}/pay`, {}, { Cookie: buyer.cookie })

  /** Checks the order's open payment at the provider, as the shop does by itself. */
  async function check(orderId: string): Promise<void> {
    const checked = await checkPayment(api.services, (await openPayment(orderId)).id)
    if (!checked.ok) throw new Error(checked.failure.reason)
  }

  return {
    stripe,
    statusOf,
    pay,
    check,

    /** The first product on sale with this stock. */
    async anItem(stock: number | null = 100, quantity = 1): Promise<CartItem> {
      const [product] = await productsOnSale(api, 1, stock)
      if (!product) throw new Error('no product')
      return { ...product, quantity }
    },

    async paid(buyer: Customer, orderId: string): Promise<PaidAhead> {
      const answer = await pay(buyer, orderId)
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      return (await answer.json()) as PaidAhead
    },

    /** Lets the order's open attempt expire without a payment. */
    async runOut(orderId: string): Promise<void> {
      const { provider_session_id } = await openPayment(orderId)
      await stripe.act(provider_session_id ?? '', { action: 'expire' })
      await check(orderId)
    },

    attemptsOf: (orderId: string) =>
      api.db
        .selectFrom('payments')
        .select(['attempt', 'status', 'amount_grosze', 'provider_session_id'])
        .where('order_id', '=', orderId)
        .orderBy('attempt')
        .execute(),

    sessionsOf: async (orderId: string) =>
      (await stripe.sessions()).filter(({ metadata }) => metadata.order_id === orderId),

    stockOf: ({ id }: Pick<CartItem, 'id'>) =>
      api.db
        .selectFrom('products')
        .select(['stock_quantity', 'out_of_stock'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),

    /** Requests the payment page, which must be refused and change nothing. */
    async refused(buyer: Customer, orderId: string) {
      const stored = async () => ({
        rows: await storedByOrders(api),
        sessions: (await stripe.sessions()).length,
        status: await statusOf(orderId),
      })
      const before = await stored()
      const error = await errorOf(await pay(buyer, orderId))
      if ((await stored()).status !== before.status) throw new Error('a refusal changed the order')
      return { ...error, stored: JSON.stringify(await stored()) === JSON.stringify(before) ? 'nothing' : 'something' }
    },
  }
}
