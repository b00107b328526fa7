import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { openConnection } from '#tests/support/raw-connection.ts'
import { printFigure } from './strength.ts'

const memory = createMemoryProvider()
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => {
  return { trustedProxy: ['127.0.0.1'], limitFactor: 1000, payments: { test: memory.provider, live: null } }
})

/**
 * How many unfinished bodies of 64 KiB one network and one /48 may have (domain/kernel/rate-limits/body-admission.ts).
 */
const ATTACKERS = {
  'an IPv4 address': { addressOf: () => '203.0.113.9', most: 64 },
  'a /48': { addressOf: (n: number) => `2001:db8:7:${n.toString(16)}::1`, most: 128 },
}
const BODY_BYTES = 64 * 1024

type Unfinished = { path: string; from: string; bytes: number; headers?: Record<string, string> }

/** Sends a call and its body except the last byte. */
async function sendUnfinished(api: Api, { path, from, bytes, headers = {} }: Unfinished): Promise<Socket> {
  const socket = await openConnection(api.base)
  // The shop may close the connection at any time.
  socket.on('error', () => socket.destroy())
  socket.resume()
  const lines = Object.entries({
    Host: new URL(api.base).host,
    Origin: api.base,
    'Content-Type': 'application/json',
    'Content-Length': String(bytes),
    'X-Forwarded-For': from,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${' '.repeat(bytes - 1)}`)
  return socket
}

const countOpen = (sockets: readonly Socket[]) => sockets.filter((socket) => !socket.closed).length

/** A buyer's message, sent before any of the attackers' connections has ended for being slow. */
async function sendMessage(api: Api, from: string): Promise<number> {
  const message = { name: 'Anna', email: 'anna@example.test', phone: '', message: `Dzień dobry z ${from}` }
  return (await api.post('/api/send-contact-email', message, { 'X-Forwarded-For': from })).status
}

test('32 unfinished bodies from one network delay no message of others', async ({ api }) => {
  const held = await Promise.all(
    Array.from({ length: 32 }, () =>
      sendUnfinished(api, { path: '/api/send-contact-email', from: '203.0.113.9', bytes: 1000 }),
    ),
  )
  expect(await Promise.all([sendMessage(api, '198.51.100.1'), sendMessage(api, '203.0.113.9')])).toEqual([200, 200])
  const open = countOpen(held)
  printFigure(`32 unfinished bodies of one network: a message was taken while ${open} of them were held back`)
  expect(open).toBeGreaterThan(0)
  // All of them are too slow and are closed.
  await Promise.all(held.map(async (socket) => socket.closed || once(socket, 'close')))
})

test.for(Object.entries(ATTACKERS))(
  '256 half-sent POSTs of %s take no more than its share, and keep nobody out',
  async ([name, { addressOf, most }], { api }) => {
    const held: Socket[] = []
    for (let n = 0; n < 256; n += 1) {
      held.push(await sendUnfinished(api, { path: '/api/recover', from: addressOf(n), bytes: BODY_BYTES }))
    }
    expect(await Promise.all([sendMessage(api, '198.51.100.1'), sendMessage(api, addressOf(0))])).toEqual([200, 200])
    await expect.poll(() => countOpen(held)).toBeLessThanOrEqual(most)
    printFigure(`256 half-sent POSTs of ${name}: ${countOpen(held)} of them still open, messages taken`)
    for (const socket of held) socket.destroy()
  },
)

test('at most 8 webhook bodies are read at once, each for 5 s, and a signed event passes them', async ({ api }) => {
  const signature = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`
  const flood = async (n: number) => {
    const from = n % 2 ? '203.0.113.9' : '203.0.113.10'
    const headers = { 'Stripe-Signature': signature }
    return sendUnfinished(api, { path: '/api/stripe-webhook', from, bytes: 400_000, headers })
  }
  const held: Socket[] = []
  for (let n = 0; n < 64; n += 1) held.push(await flood(n))
  await expect.poll(() => countOpen(held)).toBe(8)

  const event = memory.event('customer.created', { id: 'cus_1', description: 'x'.repeat(20_000) })
  const answer = await api.call('/api/stripe-webhook', {
    method: 'POST',
    body: event.body,
    headers: {
      'Content-Type': 'application/json',
      'Stripe-Signature': event.signature,
      'X-Forwarded-For': '192.0.2.3',
    },
  })
  expect(answer.status).toBe(200)
  // The event displaced one of them. The others are closed for being slow.
  await expect.poll(() => countOpen(held)).toBeLessThanOrEqual(7)
  await Promise.all(held.map(async (socket) => socket.closed || once(socket, 'close')))
})
