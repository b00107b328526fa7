import { connect, type Socket } from 'node:net'
import { expect, test } from '#tests/support/fixtures.ts'
import { residentMib } from '#tests/support/shop-process.ts'
import { atStrength, printFigure } from './strength.ts'

const UNFINISHED = atStrength({ short: 500, full: 3000 })
/**
 * Far less than the bodies themselves, of which 500 have 244 MiB. Each connection costs one read of up to 64 KB, which
 * the garbage collector frees. Measurements: docs/decisions/0039-turns-by-network.md.
 */
const MOST_MIB = atStrength({ short: 100, full: 150 })

/** Sends the head of a webhook and its body except the last byte. */
function sendUnfinished(port: number, signature: string): Promise<Socket> {
  const body = 500 * 1024
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.write(
        'POST /api/stripe-webhook HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nStripe-Signature: ' +
          `${signature}\r\nContent-Length: ${body}\r\n\r\n`,
      )
      socket.write(Buffer.alloc(body - 1, 32), () => resolve(socket))
    })
    // The shop may close the connection at any time.
    socket.on('error', () => resolve(socket))
    socket.on('close', () => resolve(socket))
    socket.resume()
  })
}

test('unfinished webhook bodies use no memory, and a signed event is still accepted', async ({ shop }) => {
  const port = Number(new URL(shop.url).port)
  const signature = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`
  // First requests of any kind make a process grow.
  const first = await Promise.all(Array.from({ length: 100 }, () => sendUnfinished(port, signature)))
  for (const socket of first) socket.destroy()
  for (let visit = 0; visit < 300; visit += 1) await (await fetch(shop.url)).text()
  const before = residentMib(shop)
  const sockets: Socket[] = []
  for (let sent = 0; sent < UNFINISHED; sent += 100) {
    const round = Array.from({ length: Math.min(100, UNFINISHED - sent) }, () => sendUnfinished(port, signature))
    sockets.push(...(await Promise.all(round)))
  }
  const grown = residentMib(shop) - before
  for (const socket of sockets) socket.destroy()
  printFigure(`${UNFINISHED} unfinished webhook bodies: +${grown.toFixed(0)} MiB`)
  expect(grown).toBeLessThan(MOST_MIB)
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
})
