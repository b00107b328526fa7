import { once } from 'node:events'
import { createServer, connect as openSocket, type Socket } from 'node:net'

/** What a shop has between itself and its PostgreSQL in a test: a way that can be cut. */
export type DatabaseLink = {
  /** The database's address by this way. */
  url: string
  /** Every connection breaks, and new ones are refused. */
  cut(): Promise<void>
  /** Nothing is passed on any more, in either direction, and nobody is told. */
  hang(): void
  restore(): Promise<void>
  /**
   * Breaks the connection that sends the next `commit`, before PostgreSQL sees it, or after PostgreSQL has carried it out.
   * The others go on.
   */
  cutNextCommit(moment: 'before' | 'after'): void
  close(): Promise<void>
}

export async function openDatabaseLink(databaseUrl: string): Promise<DatabaseLink> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let hanging = false
  let commitCut: 'before' | 'after' | null = null

  const server = createServer((inner) => {
    const outer = openSocket(Number(target.port), target.hostname)
    let answerCut = false
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
    inner.on('data', (chunk) => {
      if (hanging) return
      if (commitCut !== null && /\bcommit\b/i.test(chunk.toString('latin1'))) {
        if (commitCut === 'before') end()
        else answerCut = true
        commitCut = null
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
    url: url.href,
    cut,
    hang() {
      hanging = true
    },
    async restore() {
      // What hung lost bytes on the way: such a connection is of no use any more.
      if (hanging) breakAll()
      hanging = false
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    cutNextCommit(moment) {
      commitCut = moment
    },
    close: cut,
  }
}
