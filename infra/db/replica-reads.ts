import {
  type CompiledQuery,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import pg from 'pg'
import type { Database } from '#domain/database.ts'
import { isDatabaseUnavailable } from '#domain/kernel/database-error.ts'
import { log } from '#domain/kernel/log.ts'

/**
 * Reads from a replica while it has every change of which there was a notice; otherwise from the primary.
 */
export type ReplicaReads = {
  /** For single statements that read. */
  db: Kysely<Database>
  /** A notice came: what was committed before it is read from the primary until the replica has it. */
  noteChange(): void
  /** Without notices nobody knows which changes the replica must have, so everything is read from the primary. */
  setListening(isListening: boolean): void
  close(): void
}

/** How often a replica is looked at, ms: one in use, and one that lacks something. */
const CHECK_MS = 2_000
const CATCH_UP_MS = 100
/** A replica that lacks something for longer is worth a line in the log, ms. */
const LEFT_OUT_MS = 5_000

/**
 * @param replica its statements have to end by themselves when it is silent; it is read once notices are listened for
 */
export function readFromReplica(primary: Kysely<Database>, replica: Kysely<Database>): ReplicaReads {
  let isListening = false
  let isCurrent = false
  /** Number of changes told of. */
  let told = 0
  /** What the replica has to have: written before notice number `upTo` came, and before the last check. */
  let needed: { position: Position; upTo: number } | null = null
  let isChecking = false
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let lacking: { since: number; isLogged: boolean } | null = null

  async function check(): Promise<void> {
    if (isChecking || closed || !isListening) return
    isChecking = true
    clearTimeout(timer)
    const upTo = told
    const why = await findLack(upTo).catch((error: unknown) => error)
    isChecking = false
    if (closed) return
    isCurrent = why === null && upTo === told
    noteLack(why)
    timer = setTimeout(() => void check(), isCurrent || lacking?.isLogged ? CHECK_MS : CATCH_UP_MS)
  }

  /** Why the replica may not be read; null: it may. */
  async function findLack(upTo: number): Promise<Error | null> {
    if (needed?.upTo !== upTo) needed = { position: await readPosition(primary), upTo }
    const lack = await findReplicaLack(replica, needed.position)
    // A replica is always behind by milliseconds. Without a notice it may be behind by the time between two checks.
    if (lack === null) needed = { position: await readPosition(primary), upTo }
    return lack === null ? null : new Error(LACKS[lack])
  }

  function noteLack(why: unknown): void {
    const now = performance.now()
    if (why === null) {
      if (lacking?.isLogged) log.info('replica is used again', { leftOutMs: Math.round(now - lacking.since) })
      lacking = null
      return
    }
    lacking ??= { since: now, isLogged: false }
    if (lacking.isLogged || now - lacking.since < LEFT_OUT_MS) return
    lacking.isLogged = true
    log.warn('replica left out', { error: why })
  }

  function leaveOut(): void {
    isCurrent = false
    void check()
  }

  async function read<Row>(asked: CompiledQuery): Promise<QueryResult<Row>> {
    // Kysely's drivers are not told the type of the rows.
    const query = asked as CompiledQuery<Row>
    if (isCurrent) {
      try {
        return await replica.executeQuery(query)
      } catch (error) {
        if (!isDatabaseUnavailable(error) && !isConflictOfReplay(error)) throw error
        leaveOut()
      }
    }
    return primary.executeQuery(query)
  }

  return {
    db: new Kysely<Database>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => createReadDriver(read),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
    noteChange() {
      told += 1
      leaveOut()
    },
    setListening(listening) {
      isListening = listening
      told += 1
      leaveOut()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** How far a primary has written, and which it is. */
export type Position = { lsn: string; cluster: string; name: string }

export async function readPosition(primary: Kysely<Database>): Promise<Position> {
  const { rows } = await sql<Position>`
    select pg_current_wal_insert_lsn()::text as lsn, system_identifier::text as cluster, current_database()::text as name
    from pg_control_system()`.execute(primary)
  const [position] = rows
  if (!position) throw new Error('the primary has no position')
  return position
}

const LACKS = {
  other_database: 'DATABASE_REPLICA_URL leads to another database than DATABASE_URL',
  not_following: 'it does not follow a primary',
  behind: 'it is behind',
} as const

/** Why a replica may not be read: it belongs to another primary, has lost its own, or is behind. Null: it may. */
export async function findReplicaLack(
  replica: Kysely<Database>,
  { lsn, cluster, name }: Position,
): Promise<keyof typeof LACKS | null> {
  const { rows } = await sql<{ is_same: boolean; is_following: boolean; has_all: boolean }>`
    select system_identifier::text = ${cluster} and current_database() = ${name} as is_same,
      pg_is_in_recovery() and exists (select from pg_stat_wal_receiver) as is_following,
      coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as has_all
    from pg_control_system()`.execute(replica)
  const [found] = rows
  if (!found?.is_same) return 'other_database'
  if (!found.is_following) return 'not_following'
  return found.has_all ? null : 'behind'
}

/** Whether the replica ended a statement because a change from the primary removed rows that it read. */
function isConflictOfReplay(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40001'
}

function createReadDriver(read: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>): Driver {
  const refuse = () => {
    throw new TypeError('public reads are single statements')
  }
  const connection = { executeQuery: read, streamQuery: refuse }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  }
}
