import { expect } from 'vitest'
import { toProductId } from '#domain/baselinker/baselinker.ts'
import { compareBooks } from '#domain/books/compare-books.server.ts'
import { openAdminOrders } from './admin-orders.ts'
import type { Api } from './api.ts'
import { type CartItem, productsOnSale } from './orders.ts'

export type Refusal = { error: true; error_code: string; error_text: string }

let lastId = 41_000_000
function drawId(): number {
  lastId += 1
  return lastId
}

/** An order of a marketplace as the page OrderAdd of the protocol has it, one field of each kind. */
export const allegroOrder = (items: readonly Pick<CartItem, 'id' | 'name' | 'quantity'>[], more: object = {}) => ({
  previous_order_id: '',
  baselinker_id: drawId(),
  delivery_fullname: 'Anna Nowak [anna_n]',
  delivery_company: '',
  delivery_address: 'ul. Lipowa 7/2',
  delivery_postcode: '30-001',
  delivery_city: 'Kraków',
  delivery_state_code: '',
  delivery_country: 'Polska',
  delivery_country_code: 'PL',
  invoice_fullname: 'Anna Nowak',
  invoice_company: '',
  invoice_nip: '',
  invoice_address: 'ul. Lipowa 7/2',
  invoice_postcode: '30-001',
  invoice_city: 'Kraków',
  invoice_country_code: 'PL',
  email: 'Kupujacy+x1@allegromail.example',
  phone: '600 700 800',
  delivery_method: 'Allegro Kurier DPD',
  delivery_method_id: '',
  delivery_price: '9.99',
  payment_method: 'Allegro Finance',
  payment_method_cod: 0,
  user_comments: 'Proszę o prezent',
  currency: 'PLN',
  paid: 1,
  want_invoice: 0,
  change_products_quantity: 1,
  service: 'allegro',
  client_login: 'anna_n',
  products: items.map(({ id, name, quantity }) => ({
    id: toProductId(id),
    variant_id: 0,
    name,
    price: 49.9,
    quantity,
    auction_id: '123',
  })),
  ...more,
})

/** BaseLinker connected to the shop, as it calls it. */
export async function openBaselinker(api: Api) {
  const orders = await openAdminOrders(api)
  const headers = { Cookie: orders.admin }
  const makeKey = async () => {
    const made = await api.post('/api/admin/baselinker-key', {}, headers)
    expect(made.status).toBe(200)
    return ((await made.json()) as { key: string }).key
  }
  let key = await makeKey()

  const send = (fields: Readonly<Record<string, unknown>>) => {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) {
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
    }
    return api.call('/api/baselinker', { method: 'POST', body: form })
  }
  const call = async <Answer = Record<string, unknown>>(action: string, fields: object = {}): Promise<Answer> => {
    const answer = await send({ bl_pass: key, action, ...fields })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Answer
  }

  return {
    orders,
    send,
    call,
    refusal: (action: string, fields: object = {}) => call<Refusal>(action, fields),
    renewKey: async () => {
      key = await makeKey()
    },
    keyNow: () => key,
    read: async () =>
      (await (await api.get('/api/admin/baselinker', headers)).json()) as Record<string, unknown> & { version: string },
    change: (body: object) => api.post('/api/admin/baselinker', body, headers),
    /** The choice of who makes the papers, as the form saves it. */
    async setPapersHere(papers_here: boolean) {
      const { version } = await this.read()
      expect((await this.change({ version, enabled: true, papers_here })).status).toBe(200)
    },

    add: async (more: object = {}, items?: readonly CartItem[]) => {
      const bought = items ?? (await productsOnSale(api, 1))
      const { order_id } = await call<{ order_id: number }>('OrderAdd', allegroOrder(bought, more))
      expect(order_id).toBeGreaterThan(0)
      return { number: order_id, ...(await findOrder(api, order_id)) }
    },

    stockOf: async (productId: string) =>
      (
        await api.db
          .selectFrom('products')
          .select(['stock_quantity', 'out_of_stock'])
          .where('id', '=', productId)
          .executeTakeFirstOrThrow()
      ).stock_quantity,

    /** What the comparison of each night finds. Stock that the tests themselves set has no reason. */
    differences: async () =>
      (await compareBooks(api.db, new Date())).differences.filter(({ kind }) => kind !== 'movement_unknown'),
  }
}

/** The order behind a number of BaseLinker. */
export async function findOrder(api: Pick<Api, 'db'>, number: number) {
  return api.db
    .selectFrom('baselinker_orders')
    .innerJoin('orders', 'orders.checkout_id', 'baselinker_orders.checkout_id')
    .select(['orders.id', 'orders.number as shown', 'orders.checkout_id', 'orders.status', 'orders.total_grosze'])
    .where('baselinker_orders.number', '=', number)
    .executeTakeFirstOrThrow()
}
