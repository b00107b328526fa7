import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range of ports for outgoing connections, where a free port may be taken a moment later. */
const FROM = 15_000
/** Ports of one worker. Workers run at the same time, so none may pick a port that another is about to use. */
const PORTS_OF_WORKER = 1_000
const WORKERS = 17

const worker = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS
/** Random, because another run may be in progress. */
let last = randomInt(PORTS_OF_WORKER)

/** A free port of 127.0.0.1, which this run gives to nobody else. */
export async function freePort(): Promise<number> {
  for (;;) {
    last = (last + 1) % PORTS_OF_WORKER
    const port = FROM + worker * PORTS_OF_WORKER + last
    if (await canListen(port)) return port
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
