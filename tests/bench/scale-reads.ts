import type { Kysely } from 'kysely'
import { accountExists, listOpenSessions } from '#domain/accounts/account-queries.server.ts'
import { priceCart } from '#domain/cart/cart-queries.server.ts'
import { readCatalog } from '#domain/catalog/catalog-queries.server.ts'
import { findCheckoutDefaults } from '#domain/checkout/checkout-defaults-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { findFilteredOrders } from '#domain/orders/admin/found-order-queries.server.ts'
import { MOST_FOUND_ORDERS, type OrderFilters } from '#domain/orders/admin/order-filters.ts'
import {
  findCheckoutPage,
  listCustomerOrders,
  listNewestCustomerOrders,
  listOrders,
} from '#domain/orders/order-queries.server.ts'
import { listApprovedReviews } from '#domain/reviews/review-queries.server.ts'
import { searchEverything } from '#domain/search/search-everything.server.ts'
import { listCustomerShipments, listNewestCustomerShipments } from '#domain/shipping/shipment-queries.server.ts'

const MANY = 1_000_000

/** One read of the shop. Returns its number of rows. */
export type Read = {
  name: string
  run(db: Kysely<Database>, known: Known): Promise<number>
}

/** Subjects of the reads: a product, and the customer with the most orders. */
export type Known = Record<'userId' | 'email' | 'productId' | 'brandSlug', string>

export const READS: Read[] = [
  { name: 'catalogue', run: async (db) => (await readCatalog(db)).products.length },
  {
    name: 'reviews of a product',
    run: async (db, { productId }) => (await listApprovedReviews(db, productId)).items.length,
  },
  { name: 'cart', run: async (db, { productId }) => (await priceCart(db, [productId])).length },
  {
    name: 'account and its sessions',
    async run(db, { email, userId }) {
      await listOpenSessions({ db, now: () => new Date() }, userId)
      return (await accountExists(db, email)) ? 1 : 0
    },
  },
  {
    name: 'what the order form is filled with',
    run: async (db, { userId }) => ((await findCheckoutDefaults(db, userId)) ? 1 : 0),
  },
  { name: 'panel', run: (db, known) => readPanel(db, known, 1) },
  { name: 'panel, last page', run: (db, known) => readPanel(db, known, MANY) },
  { name: 'own orders', run: async (db, { userId }) => (await listNewestCustomerOrders(db, userId, 10)).length },
  { name: 'own shipments', run: async (db, { userId }) => (await listNewestCustomerShipments(db, userId, 10)).length },
  { name: "admin's orders", run: (db) => readOrders(db, 1) },
  {
    name: "admin's orders, page in the middle",
    run: async (db) => readOrders(db, Math.ceil((await listOrders(db, { page: 1, pageSize: 20 })).pages / 2)),
  },
  { name: "admin's orders, last page", run: (db) => readOrders(db, MANY) },
  { name: "admin's orders, of an address", run: (db, { email }) => findOrders(db, { search: email }) },
  { name: "admin's orders, a name that all have", run: (db) => findOrders(db, { search: 'kowal' }) },
  { name: "admin's orders, of a status", run: (db) => findOrders(db, { status: 'pending' }) },
  { name: "admin's orders, of a status none has", run: (db) => findOrders(db, { status: 'completed' }) },
  {
    name: "admin's search over everything",
    run: async (db) => (await searchEverything({ db }, 'noc')).products.length,
  },
]

async function readPanel(db: Kysely<Database>, { userId }: Known, page: number): Promise<number> {
  const { checkoutIds } = await findCheckoutPage(db, userId, page)
  await Promise.all([listCustomerOrders(db, userId, checkoutIds), listCustomerShipments(db, userId, checkoutIds)])
  return checkoutIds.length
}

const readOrders = async (db: Kysely<Database>, page: number) =>
  (await listOrders(db, { page, pageSize: 20 })).items.length

const findOrders = async (db: Kysely<Database>, filters: OrderFilters) =>
  (await findFilteredOrders(db, filters, MOST_FOUND_ORDERS + 1)).length
