import { once } from 'node:events'
import { createServer, connect as openSocket, type Socket } from 'node:net'

/** A connection between a shop and its PostgreSQL that a test can interrupt. */
export type DatabaseLink = {
  /** The database's address through this link. */
  url: string
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>
  /** Stops passing bytes on, in both directions, without closing connections. */
  hang(): void
  restore(): Promise<void>
  /** Delays what every new connection sends first. */
  delayConnections(ms: number): void
  /**
   * Breaks the connection that sends the next statement with this text, before PostgreSQL receives it or after
   * PostgreSQL has run it. Other connections stay.
   */
  cutNext(text: RegExp, moment: 'before' | 'after'): void
  /** How many times a client has waited for PostgreSQL: a statement, BEGIN and COMMIT are one each. */
  roundTrips(): number
  close(): Promise<void>
}

export async function openDatabaseLink(databaseUrl: string): Promise<DatabaseLink> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let hanging = false
  let delayMs = 0
  let nextCut: { text: RegExp; moment: 'before' | 'after' } | null = null
  let roundTrips = 0

  const server = createServer((inner) => {
    const outer = openSocket(Number(target.port), target.hostname)
    if (delayMs > 0) {
      inner.pause()
      setTimeout(() => inner.resume(), delayMs)
    }
    let answerCut = false
    const readMessages = createMessageReader((type) => {
      // A simple query, or the end of an extended one.
      if (type === 'Q' || type === 'S') roundTrips += 1
    })
    const end = () => {
      inner.destroy()
      outer.destroy()
    }
    for (const socket of [inner, outer]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    inner.on('data', (chunk: Buffer) => {
      if (hanging) return
      readMessages(chunk)
      if (nextCut?.text.test(chunk.toString('latin1'))) {
        if (nextCut.moment === 'before') end()
        else answerCut = true
        nextCut = null
      }
      outer.write(chunk)
    })
    outer.on('data', (chunk) => {
      if (answerCut) end()
      else if (!hanging) inner.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const cut = async () => {
    if (!server.listening) return breakAll()
    const closed = once(server, 'close')
    server.close()
    breakAll()
    await closed
  }
  const url = new URL(databaseUrl)
  url.port = String(port)
  url.hostname = '127.0.0.1'
  return {
    delayConnections(ms) {
      delayMs = ms
    },
    url: url.href,
    cut,
    hang() {
      hanging = true
    },
    async restore() {
      // A connection that lost bytes while it hung is unusable.
      if (hanging) breakAll()
      hanging = false
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    cutNext(text, moment) {
      nextCut = { text, moment }
    },
    roundTrips: () => roundTrips,
    close: cut,
  }
}

/**
 * Splits the bytes of a client into messages. The first one begins with a length, all others with a letter before it.
 */
function createMessageReader(onMessage: (type: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const start = isStarted ? 1 : 0
      if (rest.length < start + 4) return
      const end = start + rest.readUInt32BE(start)
      if (rest.length < end) return
      if (isStarted) onMessage(String.fromCharCode(rest[0] ?? 0))
      isStarted = true
      rest = rest.subarray(end)
    }
  }
}
