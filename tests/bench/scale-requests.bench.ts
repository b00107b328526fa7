import { Agent, get } from 'node:http'
import type { Pool } from 'pg'
import { connectDatabase } from '#infra/db/connect.ts'
import type { EmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'
import { type AdminShop, startAdminShop } from './admin-shop.ts'
import { type BenchContext, defineBenchmark } from './benchmark.ts'
import { median } from './median.ts'
import { openScaleCluster, type Size } from './scale-cluster.ts'

/** Changes of the catalogue. After each, every address is requested once from both shops. The median counts. */
const ROUNDS = 25

/**
 * Subjects of the addresses: the newest product, a brand of substitutes, the middle page, the customer with the most
 * orders.
 */
type Known = { productId: string; slug: string; brandSlug: string; email: string; middle: number }

/** Paths by their descriptions. */
type Requests = Record<string, (known: Known) => string>

const LISTS: Requests = {
  'everything, newest': () => '',
  'everything, page in the middle': ({ middle }) => `page=${middle}`,
  'everything by name, page in the middle': ({ middle }) => `sort=name-asc&page=${middle}`,
  'everything by price, last page': () => 'sort=price-desc&page=1000000',
  'women by name': () => 'gender=women&sort=name-asc',
  'a brand': ({ brandSlug }) => `brand=${brandSlug}`,
  '90 to 130 zł for women': () => 'minPrice=90&maxPrice=130&gender=women',
  'a scent family': () => 'family=oud',
  'a word of few': () => 'search=zagiel+77',
  'a word of many': () => 'search=noc&sort=name-asc',
  'a word of many, last page': () => 'search=noc&sort=name-asc&page=1000000',
  'a word of many for women by price': () => 'search=noc&gender=women&sort=price-asc',
  'a word of many in a brand, last page': ({ brandSlug }) => `search=noc&brand=${brandSlug}&page=1000000`,
  'a letter of most': () => 'search=a',
}

const PAGES: Requests = {
  'landing page': () => '/',
  'landing page, in the middle': ({ middle }) => `/?page=${Math.ceil((middle * 12) / 18)}`,
  'product page': ({ slug }) => `/produkt/${slug}`,
}

const ADMIN: Requests = {
  orders: () => '/api/admin/orders',
  'orders, last page': () => '/api/admin/orders?page=100000',
  'orders of an address': ({ email }) => `/api/admin/orders?search=${encodeURIComponent(email)}`,
  'orders of a name that all have': () => '/api/admin/orders?search=kowal',
  'orders of a status': () => '/api/admin/orders?status=pending',
  products: () => '/api/admin/products',
  'products, searched': () => '/api/admin/products?search=noc',
  'products by stock': () => '/api/admin/products?sort=stock',
  'search over everything': () => '/api/admin/search?q=noc',
}

/** Each group follows a separate change, so that none profits from what another has cached. */
const GROUPS = [
  { ...PAGES, ...prefixAll('page of ', LISTS, '/sklep') },
  prefixAll('call for ', LISTS, '/api/products'),
  prefixAll("admin's ", ADMIN, ''),
]

function prefixAll(prefix: string, requests: Requests, path: string): Requests {
  const entries = Object.entries(requests).map(([name, ask]) => {
    const address = (known: Known) => (path ? `${path}?${ask(known)}` : ask(known))
    return [prefix + name, address] as const
  })
  return Object.fromEntries(entries)
}

export default defineBenchmark({
  title:
    'requests with 5,000 products and 1,000,000 orders against 64 and 100, the first ones after a change of the catalogue',
  async run(context) {
    const server = await openScaleCluster(context)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      const shops = [await openShop(context, server, 'small'), await openShop(context, server, 'large')]
      for (const requests of GROUPS) await measureGroup(context, agent, shops, requests)
      for (const { close } of shops) await close()
    } finally {
      agent.destroy()
      await server.stop()
    }
  },
})

async function measureGroup(context: BenchContext, agent: Agent, shops: Shop[], requests: Requests): Promise<void> {
  const times = new Map(Object.keys(requests).map((name) => [name, shops.map((): number[] => [])]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const shop of shops) await changePrice(shop)
    for (const [name, ask] of Object.entries(requests)) {
      for (const [index, shop] of shops.entries()) {
        times.get(name)?.[index]?.push(await time(agent, shop, ask(shop.known)))
      }
    }
  }
  for (const [name, measured] of times) recordRatio(context, name, measured)
}

function recordRatio({ record }: BenchContext, name: string, times: number[][]): void {
  const [before = 0, after = 0] = times.map(median)
  const note = `${before.toFixed(1)} -> ${after.toFixed(1)} ms`
  record({ name: `request: ${name}`, value: after / before, unit: 'times', better: 'lower', note })
}

type Shop = AdminShop & { pool: Pool; known: Known; close(): Promise<void> }

async function openShop(context: BenchContext, server: EmbeddedPostgres, size: Size): Promise<Shop> {
  const admin = await startAdminShop(context, server.url(size))
  const { pool, close } = connectDatabase(server.url(size), { max: 1, onIdleError: () => undefined })
  const { rows } = await pool.query<Known>(`
    select products.id as "productId", products.slug,
      (select slug from brands where not is_original order by slug limit 1) as "brandSlug",
      (select email from users where id = (select user_id from checkouts group by user_id order by count(*) desc limit 1)) as email,
      (select greatest(1, count(*) / 24)::int from products where active) as middle
    from products where id = (select id from products where active order by created_at desc limit 1)`)
  if (!rows[0]) throw new Error('the shop has no products')
  return { ...admin, pool, known: rows[0], close }
}

/** Waits until the shop shows the new price and has thereby dropped its cache. */
async function changePrice({ url, pool, known }: Shop): Promise<void> {
  const { rows } = await pool.query<{ grosze: number }>(
    'update products set price_grosze = price_grosze + 1 where id = $1 returning price_grosze as grosze',
    [known.productId],
  )
  for (;;) {
    const answer = await fetch(`${url}/api/products/${known.slug}`)
    const { current_price_cents: shown }: { current_price_cents: number } = await answer.json()
    if (shown === rows[0]?.grosze) return
  }
}

/** Time to the complete answer, ms. */
function time(agent: Agent, { url, cookie }: Shop, path: string): Promise<number> {
  const headers = { 'accept-encoding': 'br', ...(path.startsWith('/api/admin/') ? { cookie } : {}) }
  const began = performance.now()
  return new Promise((resolve, reject) => {
    get(url + path, { agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - began))
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`))
    }).once('error', reject)
  })
}
