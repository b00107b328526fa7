import pg from 'pg'

const RECONNECT_MS = 1000
const CONNECT_PATIENCE_MS = 10_000

/**
 * Listens for the database's `catalog_changed` notices on a connection of its own, and comes back when it is lost.
 * `onListening(false)` says that changes may be missed from now on.
 */
export function listenForCatalogChanges(
  connectionString: string,
  on: { change(): void; listening(listening: boolean): void },
): { close(): Promise<void> } {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'catalog-listener',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_PATIENCE_MS,
    })
    client = next
    next.on('notification', on.change)
    next.on('error', (error) => console.warn('Catalogue listener lost its connection:', error.message))
    next.on('end', () => {
      if (closed || client !== next) return
      on.listening(false)
      timer = setTimeout(() => void connect(), RECONNECT_MS)
    })
    try {
      await next.connect()
      await next.query('listen catalog_changed')
      on.listening(true)
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
