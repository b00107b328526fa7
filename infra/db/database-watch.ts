import { Socket } from 'node:net'
import pg from 'pg'
import { log } from '#domain/kernel/log.ts'

/** Checks all the time, on its own connection, whether the database answers. */
export type DatabaseWatch = {
  /** Connects, however long that takes, and starts to check. Before, the start of the shop waits for a slow database. */
  begin(): Promise<void>
  hasBegun(): boolean
  /** Checks now; rejects with the reason when there is no answer. Calls at the same time share one check. */
  check(): Promise<void>
  /**
   * Why the database is away: the present outage has lasted for more than one check. Null otherwise. Callers need not
   * wait for a connection that cannot come.
   */
  findOutage(): Error | null
  /** Adds a listener called when the database has not answered for `SILENCE_MS`. */
  onSilence(listener: () => void): void
  close(): void
}

/** Longest wait for an answer, which usually takes a millisecond, ms. */
const ANSWER_TIMEOUT_MS = 1_000
const PAUSE_MS = 1_000
/** Pause between checks while the database is away: short, so that its return is noticed at once, ms. */
const PAUSE_AWAY_MS = 250
const SILENCE_MS = 4_000

/** A connection with its socket, which can be destroyed; an orderly end would wait for a silent database. */
type Connection = { client: pg.Client; socket: Socket }

/** A watch writes one line to the log when the database goes away and one when it is back. */
export function watchDatabase(url: string): DatabaseWatch {
  const silenceListeners: (() => void)[] = []
  let connection: Connection | null = null
  let asking: Promise<void> | null = null
  let away: { since: number; silenced: boolean; outage: Error | null } | null = null
  let timer: NodeJS.Timeout | undefined
  let begun = false
  let closed = false
  /** Tells whether a connection was opened for a check that has failed since; such a connection is not used. */
  let failures = 0

  async function answer(): Promise<void> {
    const round = failures
    const asked = connection ?? (await open(2 * ANSWER_TIMEOUT_MS))
    if (round !== failures) asked.socket.destroy()
    else connection = asked
    await asked.client.query('select 1')
  }

  async function open(longestMs: number): Promise<Connection> {
    const opened = await connect(url, longestMs)
    // An unused connection breaks when the server stops. An immediate check tells a restart from an outage.
    opened.client.once('end', () => {
      if (closed || connection !== opened) return
      connection = null
      askAlone()
    })
    return opened
  }

  async function ask(): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const giveUp = () => reject(new Error('Query read timeout'))
    // Two timers: when this process itself was delayed, an answer that has arrived is read between them.
    let timeout = setTimeout(() => {
      timeout = setTimeout(giveUp, ANSWER_TIMEOUT_MS / 4)
    }, ANSWER_TIMEOUT_MS * 0.75)
    try {
      await Promise.race([answer(), late])
    } finally {
      clearTimeout(timeout)
    }
  }

  function noteAnswer(): void {
    if (away) log.info('database is back', { awayMs: Math.round(performance.now() - away.since) })
    away = null
  }

  function noteFailure(error: unknown): never {
    failures += 1
    connection?.socket.destroy()
    connection = null
    if (!closed) {
      const now = performance.now()
      if (!away) log.warn('database away', { error })
      if (away) away.outage = error instanceof Error ? error : new Error(String(error))
      else away = { since: now, silenced: false, outage: null }
      if (!away.silenced && now - away.since >= SILENCE_MS) {
        away.silenced = true
        for (const listener of silenceListeners) listener()
      }
    }
    throw error
  }

  function check(): Promise<void> {
    asking ??= ask()
      .then(noteAnswer, noteFailure)
      .finally(() => {
        asking = null
        clearTimeout(timer)
        if (!closed) timer = setTimeout(askAlone, away ? PAUSE_AWAY_MS : PAUSE_MS)
      })
    return asking
  }

  /** Checks without a caller; the check itself notes a failure. */
  function askAlone(): void {
    check().catch(() => undefined)
  }

  return {
    async begin() {
      connection = await open(0)
      begun = true
      askAlone()
    },
    hasBegun: () => begun,
    check,
    findOutage: () => away?.outage ?? null,
    onSilence: (listener) => void silenceListeners.push(listener),
    close() {
      closed = true
      clearTimeout(timer)
      connection?.socket.destroy()
    },
  }
}

async function connect(url: string, connectionTimeoutMillis: number): Promise<Connection> {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    application_name: 'database-watch',
    connectionTimeoutMillis,
    stream: () => socket,
  })
  // The next query fails with the error.
  client.on('error', () => undefined)
  await client.connect()
  return { client, socket }
}
