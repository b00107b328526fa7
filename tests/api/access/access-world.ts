import { issueInvoice } from '#domain/papers/invoices/issue-invoice.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { enterAsAccountant, enterAsPacker } from '#tests/support/invited-people.ts'
import {
  type CartItem,
  cart,
  prepaidCart,
  productsOnSale,
  startedAhead,
  TYPED_COMPANY,
  toCourier,
} from '#tests/support/orders.ts'

/** The callers. `expired` and `ended` carry the cookie of a customer's session that expired or was signed out. */
export const ASKERS = ['guest', 'expired', 'ended', 'customer', 'stranger', 'packer', 'accountant', 'admin'] as const
export type Asker = (typeof ASKERS)[number]

/** The customer's data, which nobody else may touch. */
export type AccessWorld = {
  cookies: Record<Asker, string>
  orderId: string
  /** An order paid ahead that waits for its payment. */
  unpaidId: string
  /** An order whose parcel was sent, so that an invoice may be asked for. */
  sentId: string
  /** An order of the customer's company with its invoice. */
  invoicedId: string
  invoiceId: string
  sessionId: string
  reviewId: string
  product: CartItem
}

/** Places the customer's orders and review, and signs all callers in. */
export async function prepareWorld(api: Api): Promise<AccessWorld> {
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product is on sale')
  const customer = await api.customer('klientka@example.test')
  const placed = await customer.order(cart([product]))
  const { orderId } = (await placed.json()) as { orderId: string }
  const { orderId: unpaidId } = await startedAhead(api, customer, prepaidCart([product]))
  const sentId = await sendOrder(api, customer, product)
  const invoicedId = await sendOrder(api, customer, product, TYPED_COMPANY)
  const { checkout_id } = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', invoicedId)
    .executeTakeFirstOrThrow()
  await issueInvoice(api.services, checkout_id)
  const invoice = await api.db.selectFrom('invoices').select('id').executeTakeFirstOrThrow()
  const [newest] = await api.db.selectFrom('sessions').select('id').execute()
  const { id: reviewId } = await api.db
    .insertInto('reviews')
    .columns(['product_id', 'user_id', 'rating'])
    .expression(({ selectFrom, val }) =>
      selectFrom('users')
        .select([val(product.id).as('product_id'), 'id', val(5).as('rating')])
        .where('email', '=', customer.email),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const stranger = await api.customer()
  const signedIn = await api.post('/api/admin-sign-in', api.admin)
  const cookies = {
    guest: '',
    expired: await expireSession(api),
    ended: await endSession(api),
    customer: customer.cookie,
    stranger: stranger.cookie,
    packer: await enterAsPacker(api),
    accountant: await enterAsAccountant(api),
    admin: cookieOf(signedIn),
  }
  const sessionId = newest?.id ?? ''
  return { cookies, orderId, unpaidId, sentId, invoicedId, invoiceId: invoice.id, sessionId, reviewId, product }
}

/** An order on delivery that was sent. Returns its id. */
async function sendOrder(api: Api, customer: { order(body: object): Promise<Response> }, product: CartItem, more = {}) {
  const placed = await customer.order(cart([product], { customerData: { ...toCourier, ...more } }))
  const { orderId: order_id } = (await placed.json()) as { orderId: string }
  const event = { subject: 'shipment', from_status: 'created', to_status: 'shipped', actor: 'admin' } as const
  await api.db
    .insertInto('order_events')
    .values({ order_id, ...event })
    .execute()
  return order_id
}

async function expireSession(api: Api): Promise<string> {
  const { email, cookie } = await api.customer()
  const user = api.db.selectFrom('users').select('id').where('email', '=', email)
  await api.db
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .where('user_id', 'in', user)
    .execute()
  return cookie
}

async function endSession(api: Api): Promise<string> {
  const { cookie } = await api.customer()
  await api.post('/api/auth/sign-out', {}, { Cookie: cookie })
  return cookie
}
