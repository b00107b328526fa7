import pg from 'pg'
import type { PageCache } from './page-cache.ts'

const RECONNECT_MS = 1000
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Clears the cache on the database's `catalog_changed` notices, which arrive on a connection of their own. A lost connection
 * is opened again; until then nothing is cached.
 */
export function listenForCatalogChanges(connectionString: string, cache: PageCache): { close(): Promise<void> } {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'catalog-listener',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    client = next
    next.on('notification', () => cache.clear())
    next.on('error', (error) => console.warn('Catalogue listener lost its connection:', error.message))
    next.on('end', () => {
      if (closed || client !== next) return
      cache.setListening(false)
      timer = setTimeout(() => void connect(), RECONNECT_MS)
    })
    try {
      await next.connect()
      await next.query('listen catalog_changed')
      cache.setListening(true)
    } catch (error) {
      console.warn('Catalogue listener cannot connect:', error instanceof Error ? error.message : error)
      await next.end().catch((reason: unknown) => console.warn('Catalogue listener:', reason))
    }
  }

  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
