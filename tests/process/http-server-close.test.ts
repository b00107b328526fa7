import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '#domain/kernel/log.ts'
import { createHttpServer, type HttpServer } from '#infra/http/http-server.ts'
import { eventually } from '#tests/support/fixtures.ts'

/** More than the socket buffers on both sides hold, bytes. */
const LARGE = 16 * 1024 * 1024

let server: HttpServer
let port: number
let clients: Socket[]
/** Called by the API when a request has arrived. The test resolves it with the answer. */
let arrived: PromiseWithResolvers<void>
let answer: PromiseWithResolvers<Response>
let requests: number

beforeEach(async () => {
  arrived = Promise.withResolvers()
  answer = Promise.withResolvers()
  clients = []
  requests = 0
  // If the stop waited for a limit of time, it would never end.
  await start(Number.POSITIVE_INFINITY)
})

/** @param closeMs the longest time that a stop waits for present answers, ms */
async function start(closeMs: number): Promise<void> {
  server = createHttpServer({
    api: {
      async fetch() {
        arrived.resolve()
        requests += 1
        return (await answer.promise).clone()
      },
    },
    renderPage: async () => new Response('page'),
    clientDir: tmpdir(),
    mediaDir: tmpdir(),
    shopUrl: 'http://127.0.0.1',
    https: false,
    trustedProxy: [],
    checkReady: async () => {},
    connectionLimits: { closeMs },
  })
  port = await server.listen(0, '127.0.0.1')
}

afterEach(async () => {
  vi.restoreAllMocks()
  for (const client of clients) client.destroy()
})

async function open(): Promise<Socket> {
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  await once(client, 'connect')
  return client
}

test('a preconnected, unused connection does not delay the stop', async () => {
  const silent = await open()
  const ended = once(silent, 'close')
  const later = await fetch(`http://127.0.0.1:${port}/healthz`)
  expect(later.status).toBe(200)
  await server.close()
  await ended
})

test('an answer that takes longer than a stop waits is cut, and the log says how many were', async () => {
  await server.close()
  await start(0)
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  const asking = [await open(), await open()]
  for (const client of asking) client.write('GET /api/slow HTTP/1.1\r\nHost: shop\r\n\r\n')
  const resting = await open()
  await arrived.promise
  await eventually(async () => expect(requests).toBe(2))
  const ended = [...asking, resting].map((client) => once(client, 'close'))
  await server.close()
  await Promise.all(ended)
  expect(warn.mock.calls).toEqual([['Answers under way were cut by the stop', { answers: 2 }]])
})

test('a request in progress is answered completely to a slow reader, and its connection then closes', async () => {
  const client = await open()
  client.pause()
  client.write('GET /api/slow HTTP/1.1\r\nHost: shop\r\nConnection: keep-alive\r\n\r\n')
  await arrived.promise
  const closed = server.close()
  answer.resolve(new Response('x'.repeat(LARGE), { headers: { 'Content-Length': String(LARGE) } }))
  let received = 0
  let head = ''
  client.on('data', (chunk) => {
    if (head === '') head = chunk.toString('latin1').split('\r\n\r\n', 1)[0] ?? ''
    received += chunk.length
  })
  client.resume()
  await once(client, 'end')
  await closed
  expect(head).toMatch(/^HTTP\/1\.1 200 /)
  expect(received).toBe(head.length + '\r\n\r\n'.length + LARGE)
})

test('right after the stop began open connections are answered, the readiness probe with 503; no new one is accepted', async () => {
  const [client, late, probe] = [await open(), await open(), await open()]
  client.write('GET /api/slow HTTP/1.1\r\nHost: shop\r\n\r\n')
  await arrived.promise
  const closed = server.close()
  late.write('GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n')
  expect(String((await once(late, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 [\s\S]*Connection: close/)
  probe.write('GET /readyz HTTP/1.1\r\nHost: shop\r\n\r\n')
  expect(String((await once(probe, 'data'))[0])).toMatch(/^HTTP\/1\.1 503 /)
  await eventually(async () => expect(open()).rejects.toThrow('ECONNREFUSED'))
  answer.resolve(new Response('served'))
  const [chunk] = await once(client, 'data')
  expect(String(chunk)).toContain('served')
  await closed
})

test('a request after an answer with keep-alive is still answered during the stop', async () => {
  const client = await open()
  client.write('GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n')
  const [first] = await once(client, 'data')
  expect(String(first)).toContain('Connection: keep-alive')
  const closed = server.close()
  client.write('GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n')
  const [second] = await once(client, 'data')
  expect(String(second)).toMatch(/^HTTP\/1\.1 200 [\s\S]*Connection: close/)
  await closed
})

test('under visitors who come one after the other, each gets one more answer at most, and none is cut', async () => {
  answer.resolve(new Response('served'))
  const url = `http://127.0.0.1:${port}/api/work`
  let isStopping = false
  const visit = async () => {
    for (let late = 0; ; late += isStopping ? 1 : 0) {
      const refusal = await fetch(url, { headers: { Connection: 'close' } }).then(
        (response) => response.text().then(() => null),
        (error: Error) => String(error.cause),
      )
      if (refusal !== null) return { late, refusal }
    }
  }
  const visits = Array.from({ length: 20 }, visit)
  await arrived.promise
  isStopping = true
  await server.close()
  for (const { late, refusal } of await Promise.all(visits)) {
    expect(refusal).toContain('ECONNREFUSED')
    expect(late).toBeLessThanOrEqual(2)
  }
})
