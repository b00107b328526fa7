import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PICTURE_BYTES_MAX } from '#domain/pictures/picture.ts'
import { isPublicAddress } from '#infra/http/public-lookup.ts'
import { createPictureFetcher } from '#infra/storage/picture-fetcher.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('serve', ({ task: _ }, { onCleanup }) => {
  return async (listener: RequestListener) => {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await new Promise<void>((resolve) => server.once('listening', resolve))
    onCleanup(() => {
      server.closeAllConnections()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }
})

/** Takes 127.0.0.1 for an address of the internet, and nothing else of this machine. */
const onThisMachine = () =>
  createPictureFetcher({
    findAddresses: async (name) => [{ address: name === 'inside.example' ? '10.0.0.5' : '127.0.0.1', family: 4 }],
    isAllowed: ({ address }) => address === '127.0.0.1',
  })
const reasonOf = (fetched: Awaited<ReturnType<ReturnType<typeof onThisMachine>['fetch']>>) =>
  fetched.ok ? 'ok' : fetched.failure.reason

test('networks of the shop are never connected to, whatever names or writes them', async ({ serve }) => {
  let connections = 0
  const port = await serve((_, response) => {
    connections += 1
    response.end()
  })
  const addresses: Record<string, string[]> = {
    'private.example': ['10.1.2.3'],
    'mixed.example': ['142.250.1.1', '127.0.0.1'],
    'metadata.example': ['169.254.169.254'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'local.example': ['fd00::1'],
  }
  const fetcher = createPictureFetcher({
    findAddresses: async (name) =>
      (addresses[name] ?? ['127.0.0.1']).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  })
  for (const url of [
    `http://127.0.0.1:${port}/a.png`,
    `http://2130706433:${port}/a.png`,
    `http://0x7f.1:${port}/a.png`,
    `http://[::1]:${port}/a.png`,
    `http://[::ffff:127.0.0.1]:${port}/a.png`,
    'http://10.0.0.1/a.png',
    'http://192.168.1.1/a.png',
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0/a.png',
    `http://localhost:${port}/a.png`,
    ...Object.keys(addresses).map((name) => `http://${name}:${port}/a.png`),
    'https://user:word@private.example/a.png',
    'http://[::127.0.0.1]/a.png',
    'http://[::7f00:1]/a.png',
    'http://[::ffff:0:127.0.0.1]/a.png',
    'http://[64:ff9b:1::127.0.0.1]/a.png',
    'http://[2002:7f00:1::]/a.png',
    'http://[2a00:1450::5efe:127.0.0.1]/a.png',
    'http://[fec0::1]/a.png',
    'ftp://private.example/a.png',
    'file:///etc/passwd',
  ]) {
    expect(reasonOf(await fetcher.fetch(url)), url).toBe('picture_address_refused')
  }
  expect(connections).toBe(0)
  expect(
    ['142.250.1.1', '2a00:1450::1', '100.64.0.1', '224.0.0.1', '64:ff9b::a00:1', '::'].map((address) =>
      isPublicAddress({ address }),
    ),
  ).toEqual([...[true, true, false, false, false, false]])
})

test('a picture is read as it is, also after redirects, each of which is checked', async ({ serve }) => {
  const port = await serve(({ url = '' }, response) => {
    const redirects: Record<string, string> = {
      '/one': '/picture',
      '/three': '/two',
      '/two': 'http://other.example:PORT/one',
      '/endless': '/endless',
      '/inside': 'http://inside.example/a.png',
      '/address': 'http://10.0.0.1/a.png',
      '/local': 'http://[::1]:PORT/picture',
      '/file': 'file:///etc/passwd',
      '/broken': 'http://',
    }
    const to = redirects[url]?.replace('PORT', String(port))
    if (to !== undefined) response.writeHead(302, { Location: to }).end()
    else if (url === '/picture') response.end('bytes')
    else response.writeHead(url === '/away' ? 503 : 404).end('no')
  })
  const fetcher = onThisMachine()
  const fetch = (path: string) => fetcher.fetch(`http://shop.example:${port}${path}`)
  for (const path of ['/picture', '/one', '/three']) {
    const fetched = await fetch(path)
    expect(fetched.ok && Buffer.from(fetched.value).toString(), path).toBe('bytes')
  }
  for (const path of ['/inside', '/address', '/local', '/file']) {
    expect(reasonOf(await fetch(path)), path).toBe('picture_address_refused')
  }
  for (const path of ['/endless', '/broken', '/none'])
    expect(reasonOf(await fetch(path)), path).toBe('picture_not_found')
  expect(reasonOf(await fetch('/away'))).toBe('picture_unreachable')
  expect(reasonOf(await fetcher.fetch('http://shop.example:1/a.png'))).toBe('picture_unreachable')
})

test('no more is read than a picture may have', async ({ serve }) => {
  let closed = 0
  const port = await serve(({ url }, response) => {
    response.on('close', () => {
      closed += 1
    })
    if (url === '/largest') return response.end(Buffer.alloc(PICTURE_BYTES_MAX))
    if (url === '/larger') return response.end(Buffer.alloc(PICTURE_BYTES_MAX + 1))
    const piece = Buffer.alloc(64 * 1024)
    const write = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', write)
    write()
  })
  const fetcher = onThisMachine()
  const fetched = ['/endless', '/larger', '/largest'].map((path) => fetcher.fetch(`http://shop.example:${port}${path}`))
  expect((await Promise.all(fetched)).map(reasonOf)).toEqual(['picture_too_large', 'picture_too_large', 'ok'])
  // The connection of the one that was too large is ended.
  await expect.poll(() => closed).toBe(3)
})

test('one picture at a time, also after one that failed', async ({ serve }) => {
  const port = await serve((_, response) => response.end('bytes'))
  const names: string[] = []
  const first = Promise.withResolvers<void>()
  const fetcher = createPictureFetcher({
    async findAddresses(name) {
      names.push(name)
      await first.promise
      return name === 'a.example' ? [] : [{ address: '127.0.0.1', family: 4 }]
    },
    isAllowed: () => true,
  })
  const fetching = ['a', 'b', 'c'].map((name) => fetcher.fetch(`http://${name}.example:${port}/`))
  await expect.poll(() => names).toEqual(['a.example'])
  first.resolve()
  expect((await Promise.all(fetching)).map(reasonOf)).toEqual(['picture_address_refused', 'ok', 'ok'])
  expect(names).toEqual(['a.example', 'b.example', 'c.example'])
})
