import { Socket } from 'node:net'
import pg from 'pg'
import { log } from '#domain/kernel/log.ts'

/** Repeating the statement changes nothing, so it also checks the connection. */
const LISTEN = 'listen catalog_changed'

const RECONNECT_MS = 1000
const CONNECT_TIMEOUT_MS = 10_000
/** How often the connection is checked, because it can break silently, ms. */
const CHECK_MS = 5000
/** Longest wait for an answer of the check, ms. */
const ANSWER_WITHIN_MS = 3000

type CatalogListener = {
  /** Called for every notification, with the name in it. */
  change(name: string): void
  /** @param receiveNotices resolves when the notifications of earlier commits have arrived, or cannot arrive */
  setListening(isListening: boolean, receiveNotices: () => Promise<void>): void
}

/** Listens to the database's `catalog_changed` notifications on its own connection, which it reopens when lost. */
export function listenForCatalogChanges(connectionString: string, listener: CatalogListener): { close(): void } {
  /** Socket of the connection, to be destroyed: an orderly end would wait for a silent database. */
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
      // PostgreSQL sends notifications before it answers the next statement.
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
