import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import type { Load } from './load.ts'

const PASSWORD = 'correct horse'

/** The repeated order of a buyer: one bottle by courier. */
export type PreparedOrder = { cookie: string; body: string }

type ListedProduct = { id: string; name: string; current_price_pln: number; out_of_stock: boolean }

/** Signs in a number of buyers. Each orders a different product, or all the same one. */
export async function prepareOrders(shop: string, buyers: number, which: 'own' | 'same'): Promise<PreparedOrder[]> {
  const { items } = await readJson<{ items: ListedProduct[] }>(`${shop}/api/products?pageSize=64`)
  const { kurier_cod: shippingCost } = await readJson<{ kurier_cod: number }>(`${shop}/api/shipping-costs`)
  const inStock = items.filter((item) => !item.out_of_stock)
  const orders: PreparedOrder[] = []
  // One after another, because signing in is expensive and the shop refuses a crowd.
  for (let buyer = 0; buyer < buyers; buyer++) {
    const product = inStock[which === 'own' ? buyer % inStock.length : 0]
    if (!product) throw new Error('nothing to buy')
    const { cookie, email } = await signIn(shop)
    const { id, name, current_price_pln: price } = product
    const customerData = {
      email,
      firstName: 'Anna',
      lastName: 'Kowalska',
      phone: '600700800',
      street: 'Prosta',
      houseNumber: '1',
      city: 'Warszawa',
      postalCode: '00-020',
      shippingMethod: 'cash_on_delivery_courier',
    }
    const body = { items: [{ id, name, price, quantity: 1 }], shippingCost, customerData }
    orders.push({ cookie, body: JSON.stringify(body) })
  }
  return orders
}

async function signIn(shop: string): Promise<{ cookie: string; email: string }> {
  const email = `bench-${randomUUID()}@example.test`
  const answer = await fetch(`${shop}/api/guest-sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: shop },
    body: JSON.stringify({ email, password: PASSWORD, acceptedTerms: true }),
  })
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  return { email, cookie: cookies.join('; ') }
}

/**
 * Every buyer orders on a separate connection until the time is over, each time under a new key. Requests are prepared
 * bytes, and only status and length of an answer are read, so that the machine works for the shop and not for the load.
 */
export async function orderRepeatedly(
  shop: string,
  orders: readonly PreparedOrder[],
  milliseconds: number,
): Promise<Load> {
  const until = performance.now() + milliseconds
  const took: number[] = []
  await Promise.all(orders.map((order) => orderOnOneConnection(new URL(shop), order, until, took)))
  took.sort((a, b) => a - b)
  const quantile = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN
  return {
    perSecond: (took.length / milliseconds) * 1000,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
    failed: 0,
    done: took.length,
  }
}

async function orderOnOneConnection(shop: URL, order: PreparedOrder, until: number, took: number[]): Promise<void> {
  const [head, tail] = writeRequest(shop, order)
  const socket = connect({ host: shop.hostname, port: Number(shop.port), noDelay: true })
  try {
    while (performance.now() < until) {
      const start = performance.now()
      const answered = readAnswer(socket)
      socket.write(head + randomUUID() + tail)
      await answered
      took.push(performance.now() - start)
    }
  } finally {
    socket.destroy()
  }
}

/** The parts of the request before and after its key. */
function writeRequest(shop: URL, { cookie, body }: PreparedOrder): [string, string] {
  const head = [
    'POST /api/create-cash-on-delivery-order HTTP/1.1',
    `Host: ${shop.host}`,
    `Origin: ${shop.origin}`,
    `Cookie: ${cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Idempotency-Key: ',
  ]
  return [head.join('\r\n'), `\r\n\r\n${body}`]
}

/** Resolves when one answer is complete. Rejects unless it is a 200. */
function readAnswer(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const end = (failure?: Error) => {
      socket.off('data', read).off('error', end).off('close', close)
      if (failure) reject(failure)
      else resolve()
    }
    const close = () => end(new Error(`the connection ended after: ${text}`))
    const read = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1])
      if (text.length < head + 4 + length) return
      end(text.startsWith('HTTP/1.1 200') ? undefined : new Error(text))
    }
    socket.on('data', read).on('error', end).on('close', close)
  })
}

async function readJson<T>(url: string): Promise<T> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return (await answer.json()) as T
}
