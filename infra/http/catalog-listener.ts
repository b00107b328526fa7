import { Socket } from 'node:net'
import pg from 'pg'
import { log } from '#domain/kernel/log.ts'

/** Saying it twice changes nothing, so it also asks whether the connection stands. */
const LISTEN = 'listen catalog_changed'

const RECONNECT_MS = 1000
const CONNECT_TIMEOUT_MS = 10_000
/** A connection can break without a word, and notices with it: so often it is asked whether it still stands, ms. */
const CHECK_MS = 5000
/** A connection that does not answer for so long is given up, ms. */
const ANSWER_WITHIN_MS = 3000

/** What is told of the catalogue's changes. */
export type CatalogListener = {
  /** A notice came, with what it names. */
  change(name: string): void
  /** @param receiveNotices resolves when the notices of all that was committed before have come, or none can come */
  setListening(isListening: boolean, receiveNotices: () => Promise<void>): void
}

/** Listens to the database's `catalog_changed` notices on a connection of its own; one that is lost is opened again. */
export function listenForCatalogChanges(connectionString: string, listener: CatalogListener): { close(): void } {
  /** The open connection's: a farewell would wait for a database that is silent. */
  let socket: Socket | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<void> {
    const opened = new Socket()
    const next = new pg.Client({
      connectionString,
      stream: () => opened,
      application_name: 'catalog-listener',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    socket = opened
    let checks: NodeJS.Timeout | undefined
    next.on('notification', ({ payload = '' }) => listener.change(payload))
    next.on('error', (error) => {
      if (!closed) log.warn('The catalogue listener lost its connection', { error })
    })
    next.on('end', () => {
      clearInterval(checks)
      if (closed || socket !== opened) return
      listener.setListening(false, async () => {})
      timer = setTimeout(() => void connect(), RECONNECT_MS)
    })
    try {
      await next.connect()
      await next.query(LISTEN)
      // PostgreSQL sends what is to be noticed before it answers the next statement.
      const check = async () => {
        await next.query(LISTEN).catch(() => opened.destroy())
      }
      listener.setListening(true, check)
      checks = setInterval(check, CHECK_MS)
    } catch (error) {
      if (!closed) log.warn('The catalogue listener cannot connect', { error })
      opened.destroy()
    }
  }

  void connect()
  return {
    close() {
      closed = true
      clearTimeout(timer)
      socket?.destroy()
    },
  }
}
