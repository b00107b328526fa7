import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import { residentMib, type Shop } from '#tests/support/shop-process.ts'
import { atStrength, expectWithin, printFigure } from './strength.ts'

const CONNECTIONS = atStrength({ short: 20, full: 200 })
const WATCHED_MS = atStrength({ short: 2_000, full: 10_000 })
const MOST_GROWTH_MIB = 40
const SLOWEST_P95_MS = 100

const REQUEST = 'GET /film/quality.mp4 HTTP/1.1\r\nHost: shop\r\n\r\n'

test.for([
  { requests: 1000, meaning: 'far more than may be open' },
  { requests: 8, meaning: 'as many as may be open' },
  { requests: 1, meaning: 'one' },
])(
  '$requests film requests on each of many connections that read nothing do not affect memory or other visitors',
  async ({ requests }, { shop, onTestFinished }) => {
    for (let warm = 0; warm < 300; warm += 1) await visit(shop)
    const before = residentMib(shop)
    const attackers = Array.from({ length: CONNECTIONS }, () => openUnread(shop, REQUEST.repeat(requests)))
    onTestFinished(() => {
      for (const attacker of attackers) attacker.destroy()
    })

    const waits: number[] = []
    let most = before
    const end = performance.now() + WATCHED_MS
    while (performance.now() < end) {
      const asked = performance.now()
      await visit(shop)
      waits.push(performance.now() - asked)
      most = Math.max(most, residentMib(shop))
      await pause(5)
    }
    const growth = Math.round(most - before)
    const p95 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? Number.POSITIVE_INFINITY
    printFigure(
      `${CONNECTIONS} connections with ${requests} unread film requests each: memory ${Math.round(before)} + ${growth} MiB, ` +
        `p95 of ${waits.length} other visits ${p95.toFixed(1)} ms`,
    )
    expect(growth).toBeLessThan(MOST_GROWTH_MIB)
    expectWithin(p95, SLOWEST_P95_MS)
    expect((await ask(shop.url, '/film/quality.mp4')).status).toBe(200)
  },
)

async function visit(shop: Shop): Promise<void> {
  expect((await ask(shop.url, '/')).status).toBe(200)
}

/** A connection that sends this and reads nothing, so that answers stay in the system's buffers. */
function openUnread(shop: Shop, sent: string): Socket {
  const { hostname, port } = new URL(shop.url)
  const socket = connect(Number(port), hostname)
  socket.pause()
  // The shop may close the connection.
  socket.on('error', () => socket.destroy())
  socket.write(sent)
  return socket
}
