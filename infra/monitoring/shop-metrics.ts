import { statfs } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isDatabaseUnavailable } from '#domain/kernel/database/database-error.ts'
import { log } from '#domain/kernel/log.ts'
import type { Services } from '#domain/services.ts'
import { readShopFigures, type ShopFigures } from '#domain/system/check-system.server.ts'
import type { CacheStatus } from '#infra/http/cached-answer.ts'
import { type ApiRoutes, createRouteNames } from '#infra/http/public-addresses.ts'

/** Connections of a pool, and waits for one. */
type Pool = { totalCount: number; idleCount: number; waitingCount: number; options: { max: number } }

export type MetricsSources = {
  services: Pick<Services, 'db' | 'now' | 'backups'>
  pools: Readonly<Record<string, Pool>>
  apiRoutes: ApiRoutes
  /** Folder on the disk whose free space is measured. */
  dataDir: string
  /** How many cached answers were sent in this way. */
  cached(): Readonly<Record<CacheStatus, number>>
}

export type ShopMetrics = {
  countRequest(request: IncomingMessage, response: ServerResponse, seconds: number): void
  /** Everything in Prometheus' text format. */
  describe(): Promise<{ type: string; text: string }>
}

const CACHE_RESULTS = [
  ['hit', 'hit'],
  ['hit; detail=stale', 'stale'],
  ['fwd=miss', 'miss'],
  ['fwd=miss; collapsed', 'collapsed'],
] as const satisfies readonly (readonly [CacheStatus, result: string])[]

/** Bounds of the buckets of durations, s: from an answer out of memory to the longest wait for a connection. */
const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The database is queried at most once in this time, however often the metrics are read, ms. */
const FIGURES_MS = 10_000
/** Longest wait for the database, ms: the other metrics must arrive before a reader gives up. */
const FIGURES_WAIT_MS = 3_000

export function createShopMetrics(sources: MetricsSources): ShopMetrics {
  const { services, pools, dataDir, cached } = sources
  const nameRoute = createRouteNames(sources.apiRoutes)
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'shop_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer, by route and class of status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  })
  new Counter({
    name: 'shop_cached_answers_total',
    help: 'Answers of public pages and calls: from memory (hit, stale) or made (miss, collapsed with another).',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      for (const [status, result] of CACHE_RESULTS) this.inc({ result }, cached()[status])
    },
  })
  const fromPools = (name: string, help: string, read: (pool: Pool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const [pool, state] of Object.entries(pools)) this.set({ pool }, read(state))
      },
    })
  fromPools('shop_database_connections', 'Open connections to the database.', (pool) => pool.totalCount)
  fromPools('shop_database_connections_idle', 'Those of them that nobody uses.', (pool) => pool.idleCount)
  fromPools('shop_database_connections_most', 'Most connections of the pool.', (pool) => pool.options.max)
  fromPools('shop_database_connections_awaited', 'Waits for a free connection.', (pool) => pool.waitingCount)
  new Gauge({
    name: 'shop_disk_bytes',
    help: 'Room on the disk of the data folder.',
    labelNames: ['room'],
    registers,
    async collect() {
      const { bsize, bavail, blocks } = await statfs(dataDir)
      this.set({ room: 'free' }, bavail * bsize)
      this.set({ room: 'all' }, blocks * bsize)
    },
  })

  let figures: { readAt: number; text: Promise<string> } | undefined
  function describeFigures(): Promise<string> {
    const now = performance.now()
    if (figures === undefined || now - figures.readAt >= FIGURES_MS) {
      figures = { readAt: now, text: readFigures(services).then((read) => toRegistry(read).metrics()) }
    }
    return figures.text
  }

  return {
    countRequest({ method = 'GET', url = '/' }, { headersSent, statusCode }, seconds) {
      const status = headersSent ? `${Math.floor(statusCode / 100)}xx` : 'none'
      requests.observe({ method, route: nameRoute(method, url), status }, seconds)
    },
    async describe() {
      const [own, shared] = await Promise.all([registry.metrics(), describeFigures()])
      return { type: registry.contentType, text: own + shared }
    },
  }
}

/** Null while the database does not answer. */
async function readFigures(services: MetricsSources['services']): Promise<ShopFigures | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), FIGURES_WAIT_MS)
  try {
    return await Promise.race([readShopFigures(services), late.promise])
  } catch (error) {
    // The database watch logs an outage, once.
    if (!isDatabaseUnavailable(error)) log.warn('The figures of /metrics could not be read', { error })
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** Every process reports the same values of the one database. Unknown values are left out. */
function toRegistry(figures: ShopFigures | null): Registry {
  const registry = new Registry()
  const add = (name: string, help: string, value: number) => new Gauge({ name, help, registers: [registry] }).set(value)
  const addEach = (name: string, help: string, label: string, values: Record<string, number>) => {
    const gauge = new Gauge({ name, help, labelNames: [label], registers: [registry] })
    for (const [key, value] of Object.entries(values)) gauge.set({ [label]: key }, value)
  }
  add('shop_database_up', 'Whether the database answered.', figures === null ? 0 : 1)
  if (figures === null) return registry
  const { orders, pending, jobs, mails, newestBackup } = figures
  addEach('shop_orders', 'Orders by status.', 'status', orders)
  addEach('shop_pending_work', 'What waits for the admin, as the panel counts it.', 'kind', pending)
  add('shop_jobs_due', 'Jobs whose time has come and that have not begun.', jobs.due)
  add('shop_jobs_longest_wait_seconds', 'How long one of them has waited at most.', jobs.longest_s)
  add('shop_jobs_failed', 'Jobs given up within the last day.', jobs.failed)
  add('shop_mails_waiting', 'Mails that are not sent yet.', mails.waiting)
  add('shop_mails_longest_wait_seconds', 'How long one of them has been due or tried in vain.', mails.longest_s)
  if (newestBackup === null) return registry
  add(
    'shop_backup_time_seconds',
    'When the newest backup was made, Unix time.',
    Date.parse(newestBackup.made_at) / 1000,
  )
  add('shop_backup_bytes', 'Size of the newest backup.', newestBackup.bytes)
  return registry
}
