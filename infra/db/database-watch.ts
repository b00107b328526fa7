import { Socket } from 'node:net'
import pg from 'pg'
import { log } from '#domain/kernel/log.ts'

/** Whether the database answers, asked all the time on a connection of its own. */
export type DatabaseWatch = {
  /** Asks now; rejects with the reason when there is no answer. Calls at the same time share one question. */
  check(): Promise<void>
  /** Called when the database has not answered for some seconds: what still waits for it waits in vain. */
  onSilence(listener: () => void): void
  close(): void
}

/** An answer takes a millisecond; one that takes longer than this is none, ms. */
const ANSWER_TIMEOUT_MS = 1_000
const PAUSE_MS = 2_000
/** While it is away, so that its return is noticed at once, ms. */
const PAUSE_AWAY_MS = 250
const SILENCE_MS = 4_000

/** A connection whose socket can be cut: a farewell would wait for a database that is silent. */
type Connection = { client: pg.Client; socket: Socket }

/** Writes one line to the log when the database goes away and one when it is back. */
export function watchDatabase(url: string): DatabaseWatch {
  const silenceListeners: (() => void)[] = []
  let connection: Connection | null = null
  let asking: Promise<void> | null = null
  let away: { since: number; silenced: boolean } | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  /** A connection that comes after its question failed is not used. */
  let failures = 0

  async function answer(): Promise<void> {
    const round = failures
    const asked = connection ?? (await open())
    if (round !== failures) asked.socket.destroy()
    else connection = asked
    await asked.client.query('select 1')
  }

  async function open(): Promise<Connection> {
    const opened = await connect(url)
    // An unused connection breaks when the server goes. That is noticed now, and a server that is back soon is not taken
    // for one that is away because of it.
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
    // In two parts: when this process itself was held up, what arrived meanwhile is read between them.
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
      away ??= { since: now, silenced: false }
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

  /** Nobody waits for the answer; a failure is noted where the question was asked. */
  function askAlone(): void {
    check().catch(() => undefined)
  }
  askAlone()

  return {
    check,
    onSilence: (listener) => void silenceListeners.push(listener),
    close() {
      closed = true
      clearTimeout(timer)
      connection?.socket.destroy()
    },
  }
}

async function connect(url: string): Promise<Connection> {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    application_name: 'database-watch',
    connectionTimeoutMillis: 2 * ANSWER_TIMEOUT_MS,
    stream: () => socket,
  })
  // The next question on it fails, and says so.
  client.on('error', () => undefined)
  await client.connect()
  return { client, socket }
}
