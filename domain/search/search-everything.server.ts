import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { findFilteredOrders } from '#domain/orders/admin/found-order-queries.server.ts'
import { listOrdersById } from '#domain/orders/order-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { findBrandsByWords, findParcelsByNumber, findProductsByWords } from './admin-search-queries.server.ts'

/** Most results of each kind. For more, the admin narrows the search or opens the list. */
const MOST_FOUND = 6
/** Shorter texts occur in too many names. */
const SHORTEST = 2
/** Tracking numbers are long. A shorter number is something else. */
const SHORTEST_TRACKING = 6
const MOST_WORDS = 6

const NOTHING = { orders: [], parcels: [], products: [], brands: [] }

/** Searches orders (number, address, phone, name), tracking numbers, products and brands. */
export async function searchEverything({ db }: Pick<Services, 'db'>, typed: string) {
  if (typed.length < SHORTEST) return NOTHING
  const words = typed.split(/\s+/).slice(0, MOST_WORDS)
  const compact = typed.replace(/\s/g, '')
  const [orders, parcels, products, brands] = await Promise.all([
    findOrders(db, typed),
    compact.length < SHORTEST_TRACKING ? [] : findParcelsByNumber(db, compact, MOST_FOUND),
    findProductsByWords(db, words, MOST_FOUND),
    findBrandsByWords(db, words, MOST_FOUND),
  ])
  return {
    orders,
    parcels: parcels.map(({ id, number, tracking_number, first_name, last_name }) => ({
      order_id: id,
      number,
      tracking_number: tracking_number ?? '',
      name: `${first_name} ${last_name}`.trim(),
    })),
    products,
    brands,
  }
}
export type AdminSearch = Awaited<ReturnType<typeof searchEverything>>

async function findOrders(db: Services['db'], search: string) {
  const ids = await findFilteredOrders(db, { search }, MOST_FOUND)
  const orders = ids.length > 0 ? await listOrdersById(db, ids) : []
  return orders.map((order) => ({
    id: order.id,
    number: formatOrderNumber(order.id),
    name: `${order.first_name} ${order.last_name}`.trim(),
    email: order.email,
    phone: order.phone,
    status: order.status,
    placed_at: order.created_at.toISOString(),
    total_grosze: order.total_grosze,
  }))
}
