import { randomUUID } from 'node:crypto'
import pg from 'pg'

type BoughtProduct = { id: string; name: string; price: number }

/** A signed-in customer who orders one bottle by courier, again and again. */
export class Buyer {
  readonly #shop: string
  readonly #cookie: string
  readonly #email: string
  readonly #product: BoughtProduct
  readonly #shipping: number

  private constructor(shop: string, cookie: string, email: string, product: BoughtProduct, shipping: number) {
    this.#shop = shop
    this.#cookie = cookie
    this.#email = email
    this.#product = product
    this.#shipping = shipping
  }

  static async signIn(shop: string): Promise<Buyer> {
    const email = `bench-${randomUUID()}@example.test`
    const enter = () =>
      fetch(`${shop}/api/guest-sign-in`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: shop },
        body: JSON.stringify({ email, password: 'correct horse', acceptedTerms: true }),
      })
    let answer = await enter()
    // Many at once are asked to come again.
    while (answer.status === 503) answer = await enter()
    if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ')
    const { items } = await readJson<{
      items: { id: string; name: string; current_price_pln: number; out_of_stock: boolean }[]
    }>(`${shop}/api/products?pageSize=64`)
    const inStock = items.filter((item) => !item.out_of_stock)
    const product = inStock[Math.floor(Math.random() * inStock.length)]
    if (!product) throw new Error('nothing to buy')
    const costs = await readJson<{ kurier_cod: number }>(`${shop}/api/shipping-costs`)
    return new Buyer(
      shop,
      cookie,
      email,
      { id: product.id, name: product.name, price: product.current_price_pln },
      costs.kurier_cod,
    )
  }

  async order(): Promise<void> {
    const answer = await fetch(`${this.#shop}/api/create-cash-on-delivery-order`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Origin: this.#shop,
        Cookie: this.#cookie,
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify({
        items: [{ ...this.#product, quantity: 1 }],
        shippingCost: this.#shipping,
        customerData: {
          email: this.#email,
          firstName: 'Anna',
          lastName: 'Kowalska',
          phone: '600700800',
          street: 'Prosta',
          houseNumber: '1',
          city: 'Warszawa',
          postalCode: '00-020',
          shippingMethod: 'cash_on_delivery_courier',
        },
      }),
    })
    if (!answer.ok) throw new Error(`order: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
}

/** Stock that never runs out, so that orders are measured and not refusals. */
export function uncountStock(databaseUrl: string): Promise<void> {
  return change(databaseUrl, 'update products set stock_quantity = null where not out_of_stock')
}

/** Makes the buyers people the shop knows: nobody else has thousands of parcels on their way, or they would be counted. */
export function proveAddresses(databaseUrl: string): Promise<void> {
  return change(databaseUrl, "update users set email_verified = true where email like 'bench-%'")
}

async function change(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function readJson<T>(url: string): Promise<T> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return (await answer.json()) as T
}
