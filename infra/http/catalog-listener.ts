import pg from 'pg'
import { log } from '#domain/log.ts'
import type { AnswerCache } from './answer-cache.ts'

const RECONNECT_MS = 1000
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Tells the cache what the database's `catalog_changed` notices name; they arrive on a connection of their own. A lost
 * connection is opened again; until then nothing is cached.
 */
export function listenForCatalogChanges(connectionString: string, cache: AnswerCache): { close(): Promise<void> } {
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
    next.on('notification', ({ payload = '' }) => cache.change(payload.split(' ')))
    next.on('error', (error) => log.warn('The catalogue listener lost its connection', { error }))
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
      log.warn('The catalogue listener cannot connect', { error })
      await next.end().catch((reason: unknown) => log.warn('The catalogue listener cannot end', { error: reason }))
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
