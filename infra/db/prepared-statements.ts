import { hash } from 'node:crypto'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { PLANNED_FOR_VALUES } from '#domain/kernel/lists/prefix-search.ts'

/** The most prepared statements of a connection, each about 50 KB on the server; the shop repeats fewer texts. */
const MOST_STATEMENTS = 150

const PREPARED = /^\s*(?:select|insert|update|delete|with)\b/i

/** Statements that answer all columns of a table. A migration that adds one makes them stale in a running process. */
const ALL_COLUMNS = /^\s*select\s+(?:\*|"\w+"\.\*)|\breturning\s+\*/i

/** Texts sent so far. One that is sent a second time is prepared, under a name made from its hash. */
const known = new LRUCache<string, { name: string | undefined }>({ max: 500 })

function findName(text: string): string | undefined {
  if (!PREPARED.test(text) || text.includes(PLANNED_FOR_VALUES) || ALL_COLUMNS.test(text)) return undefined
  const before = known.get(text)
  if (before) before.name ??= `s_${hash('sha256', text, 'base64url')}`
  else known.set(text, { name: undefined })
  return before?.name
}

/** Whether a statement was refused before it ran: its result type changed, or the connection lost its statements. */
function isStale(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === '26000' || error.message === 'cached plan must not change result type'
}

/** Thrown in a transaction, which can be repeated like one that could not be serialized. */
class StalePlanError extends Error {
  override name = 'StalePlanError'
  readonly code = '40001'
}

/**
 * A pool whose statements PostgreSQL parses and plans once per connection. A stale statement is sent again without its
 * name, and its connection is closed afterwards; inside a transaction it fails as busy. Through a pooler nothing is
 * prepared: the next statement may come to another connection.
 */
export function prepareStatements(
  pool: pg.Pool,
  { isPooled, takeConnection }: { isPooled: boolean; takeConnection(): Promise<pg.PoolClient> },
): PostgresPool {
  // Kysely identifies a connection by its object.
  const clients = new WeakMap<pg.PoolClient, PreparingClient>()
  return {
    options: pool.options,
    Client: pg.Client,
    async connect() {
      const client = await takeConnection()
      const preparing = clients.get(client) ?? new PreparingClient(client, isPooled)
      clients.set(client, preparing)
      return preparing
    },
    end: () => pool.end(),
  }
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #isPooled: boolean
  readonly #prepared = new Set<string>()
  #isUsedUp = false

  constructor(client: pg.PoolClient, isPooled: boolean) {
    this.#client = client
    this.#isPooled = isPooled
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query<Row>(
    text: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new TypeError('the shop reads without cursors')
    return this.#send<Row>(text, [...parameters])
  }

  async #send<Row>(text: string, values: unknown[]): Promise<PostgresQueryResult<Row>> {
    const name = this.#isPooled ? undefined : findName(text)
    if (name === undefined || !this.#hasRoomFor(name)) return sendQuery<Row>(this.#client, { text, values })
    const inTransaction = this.#client.getTransactionStatus() !== 'I'
    try {
      return await sendQuery<Row>(this.#client, { name, text, values })
    } catch (error) {
      if (!isStale(error)) throw error
      this.#isUsedUp = true
      if (inTransaction) throw new StalePlanError('a prepared statement went stale', { cause: error })
      return sendQuery<Row>(this.#client, { text, values })
    }
  }

  #hasRoomFor(name: string): boolean {
    if (!this.#prepared.has(name) && this.#prepared.size === MOST_STATEMENTS) this.#isUsedUp = true
    else this.#prepared.add(name)
    return this.#prepared.has(name)
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isUsedUp)
  }
}

async function sendQuery<Row>(
  client: pg.PoolClient,
  query: { name?: string; text: string; values: unknown[] },
): Promise<PostgresQueryResult<Row>> {
  const result: unknown = await client.query(query)
  // pg's result has the properties that Kysely's type names.
  return result as PostgresQueryResult<Row>
}
