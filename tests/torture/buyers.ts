import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { groszeToZl } from '#domain/kernel/amounts/money.ts'
import type { ReceivedMessage } from '#tests/support/mailbox.ts'
import { type CartItem, cart } from '#tests/support/orders.ts'
import type { DurableShop } from './durable-shop.ts'

/** Initial stock of every product. */
export const STOCK = 500

/** A shop at its address, however many processes answer there. */
type Shop = { url: string }

const ADDRESSES = 'torture-'

/** One press of the ordering button; a retry sends exactly the same again. */
export type Attempt = { cookie: string; key: string; body: string; lines: CartItem[] }

/** Prepares `count` orders of ten customers over six products, one to three products each. */
export async function prepareAttempts(
  shop: Shop,
  inside: Pick<DurableShop, 'lookInside'>,
  count: number,
  stock = STOCK,
): Promise<Attempt[]> {
  const cookies = await Promise.all(Array.from({ length: 10 }, () => signIn(shop)))
  const products = await stockProducts(inside, stock)
  return Array.from({ length: count }, (_, index) => {
    const lines = products
      .slice(index % 4, (index % 4) + 1 + (index % 3))
      .map((item) => ({ ...item, quantity: 1 + (index % 2) }))
    return {
      cookie: cookies[index % cookies.length] ?? '',
      key: randomUUID(),
      body: JSON.stringify(cart(lines)),
      lines,
    }
  })
}

export async function send(
  shop: Shop,
  { cookie, key, body }: Attempt,
): Promise<{ status: number; text: string; headers: Headers }> {
  const answer = await fetch(`${shop.url}/api/create-cash-on-delivery-order`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie, 'Idempotency-Key': key },
    body,
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

/** The messages without those to the owner, who is mailed about orders in between. */
export const toBuyers = (messages: readonly ReceivedMessage[]) =>
  messages.filter(({ to }) => to.every((address) => address.startsWith(ADDRESSES)))

/** Pieces of a product in the carts of these attempts. */
export function soldIn(attempts: readonly Attempt[], productId: string): number {
  const lines = attempts.flatMap((attempt) => attempt.lines).filter((line) => line.id === productId)
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}

async function signIn(shop: Shop): Promise<string> {
  const body = { email: `${ADDRESSES}${randomUUID()}@example.test`, password: 'sekret1', acceptedTerms: true }
  const enter = () =>
    fetch(`${shop.url}/api/guest-sign-in`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  let answer = await enter()
  // Simultaneous sign-ins may be asked to try again.
  while (answer.status === 503) answer = await enter()
  expect(answer.status).toBe(200)
  const cookies = answer.headers.getSetCookie()
  return cookies.map((line) => line.split(';')[0]).join('; ')
}

async function stockProducts(inside: Pick<DurableShop, 'lookInside'>, stock: number): Promise<CartItem[]> {
  const { db, close } = inside.lookInside()
  const rows = await db
    .updateTable('products')
    .set({ stock_quantity: stock, out_of_stock: false })
    .where('active', '=', true)
    .returning(['id', 'name', 'price_grosze'])
    .execute()
  await close()
  return rows
    .slice(0, 6)
    .map(({ id, name, price_grosze }) => ({ id, name, price: groszeToZl(price_grosze), quantity: 1 }))
}
