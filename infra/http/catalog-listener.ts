import pg from 'pg'
import { log } from '#domain/log.ts'
import type { AnswerCache } from './answer-cache.ts'

/** Saying it twice changes nothing, so it also asks whether the connection stands. */
const LISTEN = 'listen catalog_changed'

const RECONNECT_MS = 1000
const CONNECT_TIMEOUT_MS = 10_000
/** A connection can break without a word, and notices with it: so often it is asked whether it still stands, ms. */
const CHECK_MS = 5000
/** A connection that does not answer for so long is given up, ms. */
const ANSWER_WITHIN_MS = 3000

/**
 * Tells the cache what the database's `catalog_changed` notices name; they arrive on a connection of their own. A lost
 * connection is opened again; until then nothing is cached.
 */
export function listenForCatalogChanges(connectionString: string, cache: AnswerCache): { close(): void } {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'catalog-listener',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    client = next
    let checks: NodeJS.Timeout | undefined
    next.on('notification', ({ payload = '' }) => cache.change(payload.split(' ')))
    next.on('error', (error) => {
      if (!closed) log.warn('The catalogue listener lost its connection', { error })
    })
    next.on('end', () => {
      clearInterval(checks)
      if (closed || client !== next) return
      cache.setListening(false)
      timer = setTimeout(() => void connect(), RECONNECT_MS)
    })
    try {
      await next.connect()
      await next.query(LISTEN)
      cache.setListening(true)
      checks = setInterval(() => next.query(LISTEN).catch(() => next.connection.stream.destroy()), CHECK_MS)
    } catch (error) {
      if (!closed) log.warn('The catalogue listener cannot connect', { error })
      next.connection.stream.destroy()
    }
  }

  void connect()
  return {
    close() {
      closed = true
      clearTimeout(timer)
      // Without a farewell, for which a database that is silent would be waited for.
      client?.connection.stream.destroy()
    },
  }
}
