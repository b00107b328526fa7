import type { Kysely } from 'kysely'
import { accountExists, listOpenSessions } from '#domain/accounts/account-queries.server.ts'
import { priceCart } from '#domain/cart/cart-queries.server.ts'
import { listPickerBrands } from '#domain/catalog/picker-queries.server.ts'
import { NO_FILTERS, type ProductFilters } from '#domain/catalog/product-filters.ts'
import { listProducts, listScentFamilies } from '#domain/catalog/product-list-queries.server.ts'
import { findProduct, listBrands } from '#domain/catalog/product-queries.server.ts'
import { listSimilarProducts } from '#domain/catalog/similar-product-queries.server.ts'
import { findCheckoutDefaults } from '#domain/checkout/checkout-defaults-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { findFilteredOrders } from '#domain/orders/found-order-queries.server.ts'
import { MOST_FOUND_ORDERS, type OrderFilters } from '#domain/orders/order-filters.ts'
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

/** One read of the shop, with how many rows it answered with. */
export type Read = {
  name: string
  run(db: Kysely<Database>, known: Known): Promise<number>
  /** Asked again and again of one process, which remembers places of long lists; everything else is asked for the first time. */
  again?: true
}

/** What reads are asked about: a product, and the customer with most orders. */
export type Known = Record<'userId' | 'email' | 'productId' | 'brandSlug', string>

const readList =
  (filters: Partial<ProductFilters>, order?: 'arabic-first') =>
  async (db: Kysely<Database>): Promise<number> =>
    (await listProducts(db, { ...NO_FILTERS, ...filters }, { pageSize: 12, order })).items.length

function bothTimes(name: string, run: Read['run']): Read[] {
  return [
    { name: `${name}, first`, run },
    { name: `${name}, again`, run, again: true },
  ]
}

export const READS: Read[] = [
  ...(['newest', 'price-asc', 'price-desc', 'name-asc', 'name-desc'] as const).map((sort) => ({
    name: `list, ${sort}`,
    run: readList({ sort }),
  })),
  { name: 'list, landing page', run: readList({}, 'arabic-first') },
  ...bothTimes('list, page in the middle', (db) => readMiddle(db)),
  ...bothTimes('list, page in the middle by name', (db) => readMiddle(db, { sort: 'name-asc' })),
  { name: 'list, last page', run: readList({ page: MANY }) },
  { name: 'list, landing page, last page', run: readList({ page: MANY }, 'arabic-first') },
  { name: 'list, women by name', run: readList({ gender: 'women', sort: 'name-asc' }) },
  { name: 'list, substitutes by price', run: readList({ category: 'substitutes', sort: 'price-asc' }) },
  {
    name: 'list, original line for men by name',
    run: readList({ category: 'arabic', gender: 'men', sort: 'name-asc' }),
  },
  { name: 'list, a brand', run: (db, { brandSlug }) => readList({ brand: brandSlug })(db) },
  {
    name: 'list, a brand for women by price',
    run: (db, { brandSlug }) => readList({ brand: brandSlug, gender: 'women', sort: 'price-desc' })(db),
  },
  { name: 'list, from 1 zł by name', run: readList({ minPrice: 100, sort: 'name-asc' }) },
  { name: 'list, 90 to 90.10 zł', run: readList({ minPrice: 9000, maxPrice: 9010 }) },
  { name: 'list, 90 to 130 zł for women, newest', run: readList({ minPrice: 9000, maxPrice: 13000, gender: 'women' }) },
  { name: 'search, a word of few', run: readList({ search: 'zagiel 77' }) },
  { name: 'search, a word of many', run: readList({ search: 'noc', sort: 'name-asc' }) },
  ...bothTimes('search, a word of many, last page', readList({ search: 'noc', sort: 'name-asc', page: MANY })),
  ...bothTimes(
    'search, a word of many for women by price',
    readList({ search: 'noc', gender: 'women', sort: 'price-asc' }),
  ),
  { name: 'search, a letter of most', run: readList({ search: 'a' }) },
  { name: 'search, two words of many', run: readList({ search: 'czarny noc' }) },
  { name: 'search, two letters of none', run: readList({ search: 'xq' }) },
  { name: 'search, two words never together', run: readList({ search: 'zagiel qqq' }) },
  { name: 'search, last page of many', run: readList({ search: 'a', page: MANY, sort: 'price-desc' }) },
  {
    name: 'search, a word of many in a brand, last page',
    run: (db, { brandSlug }) => readList({ search: 'noc', brand: brandSlug, page: MANY })(db),
  },
  { name: 'brands', run: async (db) => (await listBrands(db)).length },
  { name: 'brands of the landing page', run: async (db) => (await listPickerBrands(db)).length },
  { name: 'scent families of the landing page', run: async (db) => (await listScentFamilies(db)).length },
  { name: 'list, a scent family', run: readList({ family: 'oud' }) },
  { name: 'product', run: async (db, { productId }) => ((await findProduct(db, productId)) ? 1 : 0) },
  {
    name: 'product with similar ones and reviews',
    async run(db, { productId }) {
      const product = await findProduct(db, productId)
      if (!product) throw new Error('no product')
      const parts = await Promise.all([listSimilarProducts(db, product, 4), listApprovedReviews(db, productId)])
      return parts[0].length
    },
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

async function readMiddle(db: Kysely<Database>, filters: Partial<ProductFilters> = {}): Promise<number> {
  const { total } = await listProducts(db, NO_FILTERS, { pageSize: 12 })
  return readList({ ...filters, page: Math.ceil(total / 24) })(db)
}

async function readPanel(db: Kysely<Database>, { userId }: Known, page: number): Promise<number> {
  const { checkoutIds } = await findCheckoutPage(db, userId, page)
  await Promise.all([listCustomerOrders(db, userId, checkoutIds), listCustomerShipments(db, userId, checkoutIds)])
  return checkoutIds.length
}

const readOrders = async (db: Kysely<Database>, page: number) =>
  (await listOrders(db, { page, pageSize: 20 })).items.length

const findOrders = async (db: Kysely<Database>, filters: OrderFilters) =>
  (await findFilteredOrders(db, filters, MOST_FOUND_ORDERS + 1)).length
