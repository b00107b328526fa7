import { createHash } from 'node:crypto'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { log } from '#domain/log.ts'
import { PLANNED_FOR_VALUES } from '#domain/statement-plans.ts'

/** Texts whose use is remembered: one that comes a second time gets a name. */
const REMEMBERED_TEXTS = 500

/** Statements one connection holds. Each costs the server some 50 KB; the shop has fewer texts that come again. */
const MOST_STATEMENTS = 150

const PREPARED = /^\s*(?:select|insert|update|delete|with)\b/i

/** A migration changed what the statement answers with: prepared anew, on another connection, it works again. */
const RESULT_CHANGED = '0A000'
const RESULT_CHANGED_MESSAGE = 'cached plan must not change result type'

/** A pooler changes the server's connection between statements, so that names are missing or taken. */
const NAME_MISSING = '26000'
const NAME_TAKEN = '42P05'

/** In a transaction: it is rolled back and may be tried again, like one that could not be serialized. */
class StalePlanError extends Error {
  override name = 'StalePlanError'
  readonly code = '40001'
}

/**
 * A pool whose statements PostgreSQL parses and plans once per connection. A text is named by its hash when it comes the
 * second time. A statement that went stale is sent again without its name; inside a transaction that fails as busy.
 * Behind a pooler that does not know names, none are used after the first failure.
 */
export function prepareStatements(
  pool: pg.Pool,
  takeConnection: () => Promise<pg.PoolClient> = () => pool.connect(),
): PostgresPool {
  const names = new StatementNames()
  const clients = new WeakMap<pg.PoolClient, PreparingClient>()
  return {
    options: pool.options,
    Client: pg.Client,
    async connect() {
      const client = await takeConnection()
      // Kysely recognises a connection by its object.
      const known = clients.get(client) ?? new PreparingClient(client, names)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

class StatementNames {
  readonly #texts = new LRUCache<string, { name: string | undefined }>({ max: REMEMBERED_TEXTS })
  #used = true

  /** The name of a text that came before; the same in every process and on every connection. */
  find(text: string): string | undefined {
    if (!this.#used || !PREPARED.test(text) || text.includes(PLANNED_FOR_VALUES)) return undefined
    const known = this.#texts.get(text)
    if (!known) {
      this.#texts.set(text, { name: undefined })
      return undefined
    }
    known.name ??= `s_${createHash('sha256').update(text).digest('base64url')}`
    return known.name
  }

  stop(error: Error): void {
    if (this.#used) log.warn('named statements are no longer used: the pooler before PostgreSQL loses them', { error })
    this.#used = false
  }
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #names: StatementNames
  readonly #prepared = new Set<string>()
  #discarded = false

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client
    this.#names = names
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
    const name = this.#findName(text)
    if (name === undefined) return sendQuery<Row>(this.#client, { text, values })
    const inTransaction = this.#client.getTransactionStatus() !== 'I'
    try {
      return await sendQuery<Row>(this.#client, { name, text, values })
    } catch (error) {
      if (!this.#isStale(error)) throw error
      if (inTransaction) throw new StalePlanError('a prepared statement went stale', { cause: error })
      // Refused before it ran.
      return sendQuery<Row>(this.#client, { text, values })
    }
  }

  #findName(text: string): string | undefined {
    const name = this.#names.find(text)
    if (name === undefined || this.#prepared.has(name)) return name
    if (this.#prepared.size >= MOST_STATEMENTS) {
      this.#discarded = true
      return undefined
    }
    this.#prepared.add(name)
    return name
  }

  #isStale(error: unknown): boolean {
    if (!(error instanceof pg.DatabaseError)) return false
    const { code, message } = error
    if (code === NAME_MISSING || code === NAME_TAKEN) this.#names.stop(error)
    else if (code !== RESULT_CHANGED || message !== RESULT_CHANGED_MESSAGE) return false
    this.#discarded = true
    return true
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#discarded)
  }
}

async function sendQuery<Row>(
  client: pg.PoolClient,
  query: { name?: string; text: string; values: unknown[] },
): Promise<PostgresQueryResult<Row>> {
  const result: unknown = await client.query(query)
  // The same object as Kysely describes it.
  return result as PostgresQueryResult<Row>
}
