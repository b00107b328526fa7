import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import quotes from '#app/quotes.json'
import { readDemo } from '#db/demo/demo-data.ts'
import { toCookie } from './cookie.ts'
import { eventually } from './fixtures.ts'
import { cart, prepaidCart } from './orders.ts'
import { REAL_SHOP } from './real-shop.ts'
import type { ShopProcess } from './shop-process.ts'
import { openStripe } from './stripe.ts'
import type { TlsAnswer } from './tls-front.ts'

const TRIED = { firstName: 'Próbomir', lastName: 'Niebywalski', city: 'Zmyślonowo', email: 'probomir@proba.example' }

/** A call of a shop, by whatever carries it. */
export type Ask = (method: string, path: string, options?: { json?: unknown; cookie?: string }) => Promise<TlsAnswer>

/** Calls by fetch, without a proxy. */
export const ownFetch =
  (base: string): Ask =>
  async (method, path, { json, cookie } = {}) => {
    const answer = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: {
        Origin: base,
        ...(json !== undefined && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
        ...(cookie && { Cookie: cookie }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const headers = { ...Object.fromEntries(answer.headers), 'set-cookie': answer.headers.getSetCookie() }
    return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) }
  }

export const jsonOf = <Value>({ body }: TlsAnswer) => JSON.parse(body.toString()) as Value
const cookieOf = ({ headers }: TlsAnswer) => toCookie([headers['set-cookie'] ?? []].flat())

/** An answer that must be a success. */
export async function done(answer: Promise<TlsAnswer>): Promise<TlsAnswer> {
  const { status, body } = await answer
  expect([status, status < 300 ? '' : body.toString()]).toEqual([expect.toSatisfy((code: number) => code < 300), ''])
  return answer
}

/** Signs up at step 1 of buying. */
export const becomeBuyer = async (ask: Ask, { email }: { email: string }) =>
  cookieOf(
    await done(ask('POST', '/api/guest-sign-in', { json: { email, password: 'sekret12', acceptedTerms: true } })),
  )

type Listed = { items: { id: string; name: string; current_price_pln: number }[]; total: number }
export const listProducts = async (ask: Ask) => jsonOf<Listed>(await done(ask('GET', '/api/products?pageSize=200')))
export const toCart = ({ items }: Listed) =>
  items.slice(0, 2).map(({ id, name, current_price_pln: price }) => ({ id, name, price, quantity: 1 }))
export const signIn = async (ask: Ask, password: string) =>
  cookieOf(await done(ask('POST', '/api/admin-sign-in', { json: { email: REAL_SHOP.ADMIN_EMAIL, password } })))

export const recipientOf = ({ firstName, lastName, city }: typeof TRIED) => ({
  ...{ firstName, lastName, city, phone: '600 100 200', street: 'Prosta', houseNumber: '1', postalCode: '81-001' },
})

/** Tries everything once. Returns the texts that must never appear again. */
export async function tryOut(shop: ShopProcess, ask: Ask, admin: string): Promise<string[]> {
  const buyer = await becomeBuyer(ask, TRIED)
  const items = toCart(await listProducts(ask))
  const customerData = { ...recipientOf(TRIED), shippingMethod: 'cash_on_delivery_courier' }
  const json = cart(items, { customerData })
  const placed = jsonOf<{ orderIds: string[]; checkoutId: string }>(
    await done(ask('POST', '/api/create-cash-on-delivery-order', { json, cookie: buyer })),
  )
  const { shippingMethod: _, ...recipient } = customerData
  const ahead = jsonOf<{ orderId: string; sessionId: string }>(
    await done(
      ask('POST', '/api/create-checkout-session', {
        json: prepaidCart(items, { customerData: recipient }),
        cookie: buyer,
      }),
    ),
  )
  await openStripe(shop).act(ahead.sessionId, { action: 'pay' })
  type Order = { status: string; payment: { attempts: { id: string }[] } }
  const readOrder = async () =>
    jsonOf<Order>(await done(ask('GET', `/api/admin/orders/${ahead.orderId}`, { cookie: admin })))
  await eventually(async () => expect((await readOrder()).status).toBe('paid'))
  const [attempt] = (await readOrder()).payment.attempts
  const refund = {
    refund_id: randomUUID(),
    payment_id: attempt?.id,
    amount_grosze: 1234,
    reason: 'próbny zwrot części',
    refunds_seen: 0,
  }
  await done(ask('POST', `/api/admin/orders/${ahead.orderId}/refunds`, { json: refund, cookie: admin }))
  const number = placed.orderIds[0]?.slice(0, 8) ?? ''
  const withdrawal = { name: `${TRIED.firstName} ${TRIED.lastName}`, order_number: number, email: TRIED.email }
  const receipt = jsonOf<{ number: string }>(await done(ask('POST', '/api/withdrawals', { json: withdrawal })))
  const review = { product_id: items[0]?.id, rating: 5, comment: 'Próbna opinia o zapachu' }
  await done(ask('POST', '/api/reviews', { json: review, cookie: buyer }))
  const message = { name: TRIED.firstName, email: TRIED.email, message: 'Próbna wiadomość z formularza' }
  await done(ask('POST', '/api/send-contact-email', { json: message }))
  await eventually(async () => expect((await shop.mailbox.messagesTo(TRIED.email)).length).toBeGreaterThan(2))
  return [number, ahead.orderId.slice(0, 8), receipt.number]
}

/** Everything that belongs to the demo or to the trial. */
export function listTraces(numbers: string[]): string[] {
  const demo = readDemo()
  const brands = demo.brands.map(({ name }) => name).filter((name) => name !== 'Perfumy Arabskie')
  const people = [TRIED.firstName, TRIED.lastName, TRIED.city, TRIED.email]
  const seller = ['Demonstracyjna', 'Przykładowa 1', '000-000-00-00', 'perfumeria.test', 'dostawca hostingu sklepu']
  const words = ['localhost', '127.0.0.1', 'Próbna opinia', 'Próbna wiadomość', 'próbny zwrot', '12,34']
  const files = ['/hero/hero', '/film/quality', '@demo.invalid']
  return [
    ...[...demo.products.map(({ name }) => name), ...brands, ...demo.producers.map(({ name }) => name)],
    ...[...people, ...seller, ...words, ...files, ...numbers, ...quotes],
  ]
}
