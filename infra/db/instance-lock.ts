import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const INSTANCE_LOCK = 7_310_440

/** The server notices a killed predecessor's closed connection within moments; and a shop whose npm was killed stops by itself; so long we ask again, ms. */
const PATIENCE_MS = 3_000

/**
 * Makes this process the only one on an embedded database. The lock belongs to a database session, so it ends with the
 * process, however that ends. Null when another process holds it. `onLost` is told once when the session breaks.
 */
export async function takeInstanceLock(
  url: string,
  onLost: (error: Error) => void,
): Promise<{ release(): Promise<void> } | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'instance-lock', keepAlive: true })
  let held = false
  // A server that dies is heard of twice: its last word, and the end of the connection. Before the lock is held the query
  // that waits for it fails.
  client.on('error', (error) => {
    if (held) onLost(error)
    held = false
  })
  await client.connect()
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [INSTANCE_LOCK])
    if (rows[0]?.taken) break
    if (Date.now() > deadline) {
      await client.end()
      return null
    }
    await pause(50)
  }
  held = true
  return {
    async release() {
      held = false
      await client.end()
    },
  }
}
