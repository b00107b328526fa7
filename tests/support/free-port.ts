import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range of ports for outgoing connections, where a free port may be taken a moment later. */
const FROM = 15_000
const TO = 32_000

/** A free port of 127.0.0.1. It is random, so that simultaneous tests find different ones. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO)
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
