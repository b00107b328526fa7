import { z } from 'zod'

/** Which shop BaseLinker is connected to: the address of its integration file, and the key. */
export const shopSchema = z.object({ address: z.url({ protocol: /^https?$/ }), key: z.string().min(1) })
export type Shop = z.infer<typeof shopSchema>

const refusalSchema = z.object({ error: z.literal(true), error_code: z.string(), error_text: z.string() })
export type Refusal = z.infer<typeof refusalSchema>

/** One call of the protocol, as BaseLinker makes it: a form, with tables as JSON. */
export async function callShop<Answer>(
  { address, key }: Shop,
  action: string,
  schema: z.ZodType<Answer>,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Answer | Refusal> {
  const form = new URLSearchParams({ bl_pass: key, action })
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const response = await fetch(address, { method: 'POST', body: form }).catch(() => null)
  if (!response) return { error: true, error_code: 'connection', error_text: 'Sklep nie odpowiada.' }
  const body: unknown = await response.json().catch(() => undefined)
  const refused = refusalSchema.safeParse(body)
  if (refused.success) return refused.data
  const answered = schema.safeParse(body)
  if (answered.success) return answered.data
  return { error: true, error_code: 'answer', error_text: `Niezrozumiała odpowiedź na ${action}.` }
}

export const isRefusal = (answer: unknown): answer is Refusal => refusalSchema.safeParse(answer).success

const productSchema = z.object({ name: z.string(), price: z.string(), quantity: z.int() })
export type Product = z.infer<typeof productSchema> & { id: string }

/** Pages of products, under their ids with the number of pages beside them. */
const pageSchema = z.object({ pages: z.int() }).catchall(productSchema)

export async function readProducts(shop: Shop): Promise<Product[] | Refusal> {
  const products: Product[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await callShop(shop, 'ProductsList', pageSchema, { page, filter_sort: 'name ASC' })
    if (isRefusal(answer)) return answer
    const { pages: count, ...found } = answer
    pages = count
    products.push(...Object.entries(found).map(([id, product]) => ({ ...product, id })))
  }
  return products
}

const orderSchema = z.looseObject({
  delivery_fullname: z.string(),
  status_id: z.string(),
  paid: z.int(),
  products: z.array(z.looseObject({ name: z.string(), price: z.string(), quantity: z.int() })),
})
const ordersSchema = z.object({ pages: z.int() }).catchall(orderSchema)
export type ShopOrder = z.infer<typeof orderSchema>

/** The orders that the shop placed from this number on. */
export async function readNewOrders(shop: Shop, from: number): Promise<[number, ShopOrder][] | Refusal> {
  const orders: [number, ShopOrder][] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await callShop(shop, 'OrdersGet', ordersSchema, { id_from: from, page })
    if (isRefusal(answer)) return answer
    const { pages: count, ...found } = answer
    pages = count
    orders.push(...Object.entries(found).map(([number, order]) => [Number(number), order] as [number, ShopOrder]))
  }
  return orders
}

/** What a customer of a marketplace buys: one product, paid there. */
export const saleSchema = z.object({
  id: z.string(),
  name: z.string(),
  price: z.string(),
  quantity: z.int().min(1).default(1),
})
export type Sale = z.input<typeof saleSchema>

export function addOrder(shop: Shop, baselinkerId: number, { quantity = 1, ...sold }: Sale) {
  return callShop(shop, 'OrderAdd', z.object({ order_id: z.int() }), {
    baselinker_id: baselinkerId,
    previous_order_id: '',
    delivery_fullname: 'Anna Nowak [anna_n]',
    delivery_address: 'ul. Lipowa 7/2',
    delivery_postcode: '30-001',
    delivery_city: 'Kraków',
    delivery_country_code: 'PL',
    email: `kupujacy-${baselinkerId}@allegromail.example`,
    phone: '600 700 800',
    delivery_method: 'Allegro Kurier DPD',
    delivery_price: '9.99',
    payment_method: 'Allegro Finance',
    currency: 'PLN',
    paid: 1,
    change_products_quantity: 1,
    service: 'allegro',
    products: [{ ...sold, variant_id: 0, quantity }],
  })
}
