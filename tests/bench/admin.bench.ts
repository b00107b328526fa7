import { type AdminShop, startAdminShop } from './admin-shop.ts'
import { type BenchContext, defineBenchmark } from './benchmark.ts'
import { openScaleCluster } from './scale-cluster.ts'

/** Calls of the admin pages, by name. */
const READS: Record<string, string> = {
  'parcels, active': '/api/admin/shipments',
  'parcels, active, last page': '/api/admin/shipments?page=100000',
  'parcels, active, in the middle': '/api/admin/shipments?page=500',
  'parcels of one status': '/api/admin/shipments?status=shipped',
  'parcels, archived': '/api/admin/shipments?view=archived',
  'parcels, archived, last page': '/api/admin/shipments?view=archived&page=100000',
  'parcels, archived, in the middle': '/api/admin/shipments?view=archived&page=23750',
  'parcels in the archive, counted': '/api/admin/shipments/archive-count',
  'packing desk': '/api/admin/packing',
  orders: '/api/admin/orders',
  'orders, last page': '/api/admin/orders?page=100000',
  'orders of one status and payment': '/api/admin/orders?status=pending&payment=cash_on_delivery&page=20',
  'orders of a customer': '/api/admin/orders?search=customer-1234',
  'orders of a name that all have': '/api/admin/orders?search=kowalska&page=20',
  'orders of a phone number': '/api/admin/orders?search=600100200',
  'search over everything, a number': '/api/admin/search?q=12345',
  'search over everything, an address': '/api/admin/search?q=customer-77',
  'search over everything, a word': '/api/admin/search?q=oud',
  products: '/api/admin/products',
  'products, searched': '/api/admin/products?search=oud',
  'reviews that wait': '/api/admin/reviews?state=pending',
  'reviews that wait, last page': '/api/admin/reviews?state=pending&page=100000',
  'reviews that wait, by stars': '/api/admin/reviews?state=pending&sort=stars&page=1000',
  'reviews, public': '/api/admin/reviews?state=published',
  'reviews, public, in the middle': '/api/admin/reviews?state=published&page=4500',
  'reviews, public, last page': '/api/admin/reviews?state=published&page=100000',
  'reviews, public, by stars': '/api/admin/reviews?state=published&sort=stars&page=4500',
  'figures by day': '/api/admin/figures?unit=day',
  'figures by week': '/api/admin/figures?unit=week',
  'figures by month': '/api/admin/figures?unit=month',
  'log of changes': '/api/admin/audit',
  'overview, products and brands': '/api/admin/overview',
  'overview, setup': '/api/admin/setup',
  'overview, system status': '/api/admin/system-status',
  'overview, the page itself': '/admin',
}

/** Downloads whose size depends on the request. */
const EXPORTS: Record<string, string> = {
  'file of products': '/api/admin/products/export',
  'file of takings, a year': `/api/admin/exports/takings?${pastDays(365)}`,
  'file of orders, a week': `/api/admin/exports/orders?${pastDays(7)}`,
  'file of orders, a month': `/api/admin/exports/orders?${pastDays(30)}`,
}

function pastDays(days: number): string {
  const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return String(new URLSearchParams({ from: toDay(Date.now() - days * 24 * 3_600_000), to: toDay(Date.now()) }))
}

export default defineBenchmark({
  title: 'what the admin reads with 1,000,000 orders and shipments and 100,000 reviews',
  async run(context) {
    const server = await openScaleCluster(context)
    try {
      const admin = await startAdminShop(context, server.url('large'))
      const reads = { ...READS, ...(await listReadsOfOne(admin)) }
      for (const [name, path] of Object.entries(reads))
        await measure(context, admin, { name, path, requests: REQUESTS })
      for (const [name, path] of Object.entries(EXPORTS)) await measure(context, admin, { name, path, requests: FILES })
      await measureWholeFile(context, admin)
    } finally {
      await server.stop()
    }
  },
})

/** The pages of one order and one parcel, taken from the last page. */
async function listReadsOfOne({ url, cookie }: AdminShop): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/admin/shipments?page=2000`, { headers: { cookie } })
  const { items }: { items: { checkout_id: string; shipments: { order: { id: string } }[] }[] } = await answer.json()
  const [parcel] = items
  if (!parcel) throw new Error('there is no parcel')
  return {
    'an order whole': `/api/admin/orders/${parcel.shipments[0]?.order.id}`,
    'a parcel whole': `/api/admin/parcels/${parcel.checkout_id}`,
  }
}

const REQUESTS = 40
const FILES = 3
/** The first reads of the shop and PostgreSQL are not counted. */
const WARM_UP = 2

type Measured = { name: string; path: string; requests: number }

/** Records the time to the complete answer of sequential requests. */
async function measure(
  { record }: BenchContext,
  { url, cookie }: AdminShop,
  { name, path, requests }: Measured,
): Promise<void> {
  const times: number[] = []
  for (let request = 0; request < WARM_UP + requests; request++) {
    const began = performance.now()
    const answer = await fetch(url + path, { headers: { cookie } })
    await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    if (request >= WARM_UP) times.push(performance.now() - began)
  }
  const note = `p50 ${percentile(times, 0.5).toFixed(1)} ms`
  record({ name: `admin: ${name}, p95`, value: percentile(times, 0.95), unit: 'ms', better: 'lower', note })
}

/** The file of all orders: time to its beginning and to its end. */
async function measureWholeFile({ record }: BenchContext, { url, cookie }: AdminShop): Promise<void> {
  const begins: number[] = []
  const ends: number[] = []
  let lines = 0
  for (let file = 0; file < FILES; file++) {
    const began = performance.now()
    const answer = await fetch(`${url}/api/admin/exports/orders`, { headers: { cookie } })
    begins.push(performance.now() - began)
    lines = (await answer.text()).split('\r\n').length
    ends.push(performance.now() - began)
  }
  const note = `${lines} lines`
  const figure = { unit: 'ms', better: 'lower', note } as const
  record({ ...figure, name: 'admin: file of all orders begins', value: percentile(begins, 0.95) })
  record({ ...figure, name: 'admin: file of all orders ends', value: percentile(ends, 0.5) })
}

const percentile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
