import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ConnectionLimits } from '#infra/http/connection-limits.ts'
import { createHttpServer } from '#infra/http/http-server.ts'
import { exchange, openConnection } from '#tests/support/raw-connection.ts'
import { ask } from '#tests/support/raw-request.ts'

/** More than the buffers of the system hold, bytes. */
const LARGE = 16 * 1024 * 1024
const KEY = 'a'.repeat(32)

const clients: Socket[] = []
const folder = mkdtempSync(join(tmpdir(), 'perfumeria-connections-'))

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function startServer(options: { connectionLimits?: Partial<ConnectionLimits>; trustedProxy?: string[] } = {}) {
  const asked: string[] = []
  /** Resolve the answers of /api/slow, in the order of arrival. */
  const answers: (() => void)[] = []
  const clientDir = mkdtempSync(join(folder, 'client-'))
  const mediaDir = mkdtempSync(join(folder, 'media-'))
  const server = createHttpServer({
    api: {
      fetch(request) {
        const { pathname } = new URL(request.url)
        asked.push(pathname)
        if (pathname === '/api/large') return new Response('x'.repeat(LARGE))
        const { promise, resolve } = Promise.withResolvers<Response>()
        answers.push(() => resolve(new Response(pathname)))
        return promise
      },
    },
    renderPage: async () => new Response('page', { status: 404 }),
    clientDir,
    mediaDir,
    shopUrl: 'http://127.0.0.1',
    https: false,
    trustedProxy: [],
    checkReady: async () => {},
    ...options,
    connectionLimits: { silentMs: 50, ...options.connectionLimits },
  })
  const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`
  onTestFinished(async () => {
    for (const client of clients.splice(0)) client.destroy()
    await server.close()
    rmSync(clientDir, { recursive: true })
    rmSync(mediaDir, { recursive: true })
  })
  return { url, asked, answers, clientDir, mediaDir }
}

async function open(url: string): Promise<Socket> {
  const client = await openConnection(url)
  client.on('error', () => client.destroy())
  clients.push(client)
  return client
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`

describe('one connection', () => {
  test('gets answers to its requests in order, one at a time', async () => {
    const { url, asked, answers } = await startServer()
    const client = await open(url)
    client.write([1, 2, 3].map((number) => get(`/api/slow/${number}`)).join(''))
    let received = ''
    client.on('data', (chunk) => {
      received += chunk
    })
    for (const number of [1, 2, 3]) {
      await expect.poll(() => asked).toHaveLength(number)
      answers[number - 1]?.()
      await expect.poll(() => received).toContain(`/api/slow/${number}`)
    }
    expect(asked).toEqual(['/api/slow/1', '/api/slow/2', '/api/slow/3'])
  })

  test('is closed at the ninth open request, and only the first one was begun', async () => {
    const { url, asked } = await startServer()
    const eight = await open(url)
    eight.write(get('/api/slow/8').repeat(8))
    await expect.poll(() => asked).toEqual(['/api/slow/8'])
    expect(eight.destroyed).toBe(false)

    const nine = await open(url)
    const ended = once(nine, 'close')
    nine.write(get('/api/slow/9').repeat(9))
    await ended
    expect(asked).toEqual(['/api/slow/8', '/api/slow/9'])
  })

  test('with invalid data after a request gets that answer before it is closed', async () => {
    const { url, asked, answers } = await startServer()
    const received = exchange(url, `${get('/api/slow/1')}RUBBISH\r\n\r\n`)
    await expect.poll(() => asked).toHaveLength(1)
    answers[0]?.()
    expect(await received).toMatch(/^HTTP\/1\.1 200 [\s\S]*\/api\/slow\/1$/)
  })

  test('is closed when its client stops reading, while another that reads gets the whole answer', async () => {
    // On a busy machine a client that reads may pause for a second or two.
    const { url } = await startServer({ connectionLimits: { stalledMs: 4_000 } })
    const stopped = await open(url)
    stopped.pause()
    stopped.write(get('/api/large'))
    const slow = await open(url)
    slow.write(get('/api/large').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    let received = 0
    slow.on('data', (chunk) => {
      received += chunk.length
    })
    await once(slow, 'close')
    expect(received).toBeGreaterThan(LARGE)
    // A client that does not read notices the end only by writing. Empty lines before a request have no meaning but
    // show that the client is alive.
    const isCut = () => {
      stopped.write('\r\n')
      return stopped.destroyed
    }
    await expect.poll(isCut, { interval: 6_000, timeout: 60_000 }).toBe(true)
    expect(stopped.bytesRead).toBeLessThan(LARGE)
  })
})

describe('connections', () => {
  test('of one network are limited, and those of a trusted proxy are not', async () => {
    const limits = { connectionLimits: { connectionsPerNetwork: 2 } }
    const direct = await startServer(limits)
    await open(direct.url)
    const second = await open(direct.url)
    await expect(ask(direct.url, '/healthz')).rejects.toThrow(/ECONNRESET|hang up/)
    second.destroy()
    await expect.poll(async () => (await ask(direct.url, '/healthz')).status).toBe(200)

    const behindProxy = await startServer({ ...limits, trustedProxy: ['10.0.0.0/8', '127.0.0.1'] })
    for (let count = 0; count < 5; count += 1) await open(behindProxy.url)
    expect((await ask(behindProxy.url, '/healthz')).status).toBe(200)
  })

  test('of all networks together are limited', async () => {
    const { url } = await startServer({ connectionLimits: { connections: 2 } })
    const first = await open(url)
    await open(url)
    await expect(ask(url, '/healthz')).rejects.toThrow(/ECONNRESET|hang up/)
    first.destroy()
    await expect
      .poll(async () =>
        ask(url, '/healthz').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
  })
})

describe('files', () => {
  test('are answered by byte ranges, which players ask for', async () => {
    const { url, clientDir } = await startServer()
    const film = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251))
    writeFileSync(join(clientDir, 'film.mp4'), film)
    const range = (asked: string, more: Record<string, string> = {}) =>
      ask(url, '/film.mp4', { headers: { Range: asked, ...more } })

    const whole = await ask(url, '/film.mp4')
    expect(whole).toMatchObject({ status: 200, headers: { 'accept-ranges': 'bytes', 'content-type': 'video/mp4' } })
    expect(whole.body.equals(film)).toBe(true)
    for (const [asked, start, end] of [
      ['bytes=0-1', 0, 1],
      ['bytes=100-', 100, 199_999],
      ['bytes=-100', 199_900, 199_999],
      ['bytes=199999-999999999', 199_999, 199_999],
      ['bytes=65535-131073', 65_535, 131_073],
    ] as const) {
      const part = await range(asked)
      expect(part.status, asked).toBe(206)
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/200000`)
      expect(part.body.equals(film.subarray(start, end + 1)), asked).toBe(true)
    }
    for (const asked of ['bytes=200000-', 'bytes=-0']) {
      expect(await range(asked)).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */200000' } })
    }
    for (const asked of ['bytes=5-2', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=-']) {
      expect((await range(asked)).status, asked).toBe(200)
    }
    const etag = String(whole.headers.etag)
    expect((await range('bytes=0-1', { 'If-Range': etag })).status).toBe(206)
    expect((await range('bytes=0-1', { 'If-Range': '"older"' })).status).toBe(200)
    expect((await ask(url, '/film.mp4', { headers: { 'If-None-Match': etag } })).status).toBe(304)
    const since = { 'If-Modified-Since': String(whole.headers['last-modified']) }
    expect((await ask(url, '/film.mp4', { headers: since })).status).toBe(304)
  })

  test('behind symbolic links, outside the known names or with a leading dot are not served', async () => {
    const { url, clientDir, mediaDir } = await startServer()
    const outside = join(folder, 'outside')
    mkdirSync(join(outside, KEY), { recursive: true })
    const products = join(mediaDir, 'products')
    const [plain, linked, folderLink] = [KEY, 'b'.repeat(32), 'c'.repeat(32)]
    for (const key of [plain, linked]) mkdirSync(join(products, key), { recursive: true })
    for (const file of [
      join(outside, '480.webp'),
      join(products, plain, '480.webp'),
      join(products, plain, 'notes.txt'),
    ]) {
      writeFileSync(file, 'picture')
    }
    symlinkSync(join(outside, '480.webp'), join(products, linked, '480.webp'))
    symlinkSync(outside, join(products, folderLink))
    mkdirSync(join(clientDir, 'assets'))
    for (const file of ['.env', 'assets/.htpasswd', 'assets/index.html']) writeFileSync(join(clientDir, file), 'secret')
    mkdirSync(join(clientDir, '.git'))
    writeFileSync(join(clientDir, '.git', 'config.txt'), 'secret')
    symlinkSync(join(clientDir, '.env'), join(clientDir, 'link.txt'))

    const picture = await ask(url, `/media/products/${plain}/480.webp`)
    expect(picture).toMatchObject({ status: 200, text: 'picture' })
    expect(picture.headers['content-security-policy']).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
    // Mail programs in a browser show it.
    expect(picture.headers['cross-origin-resource-policy']).toBe('cross-origin')
    for (const path of [
      `/media/products/${linked}/480.webp`,
      `/media/products/${folderLink}/480.webp`,
      `/media/products/${plain}/notes.txt`,
      `/media/products/${plain}/720.webp`,
      `/media/products/${plain}`,
      '/.env',
      '/.git/config.txt',
      '/assets/.htpasswd',
      '/link.txt',
    ]) {
      const answer = await ask(url, path)
      expect(answer.status, path).toBe(404)
      expect(answer.text).not.toContain('secret')
    }
  })
})
