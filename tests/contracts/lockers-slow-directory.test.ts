import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import type { LockerDirectory } from '#domain/shipping/parcel-locker.ts'
import { createInpostLockers } from '#infra/shipping/inpost.ts'
import { eventually } from '#tests/support/fixtures.ts'

/** A directory of many pages, each slow and one invalid, as the real one sometimes is. */
const PAGES = 160
const PAGE_MS = 40
const TIMEOUT_MS = 500

let server: Server
let asked: URLSearchParams[]
let directory: LockerDirectory

const point = (name: string, city: string) => ({
  name,
  type: ['parcel_locker'],
  status: 'Operating',
  opening_hours: null,
  address: { line1: 'ul. Piękna 1', line2: null },
  address_details: { city, post_code: '90-001', street: null, building_number: null },
})

beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://inpost').searchParams
    asked.push(query)
    const items = query.has('city')
      ? [point('LOD01M', query.get('city') ?? '')]
      : [point(`LOD${query.get('page')}A`, 'Łódź'), { odd: 'point' }]
    if (query.get('page') === '7' && asked.filter((other) => other.get('page') === '7').length === 1) {
      response.writeHead(503).end()
      return
    }
    setTimeout(() => response.end(JSON.stringify({ total_pages: PAGES, items })), query.has('city') ? 0 : PAGE_MS)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  directory = createInpostLockers({
    baseUrl: `http://127.0.0.1:${port}/`,
    timeoutMs: TIMEOUT_MS,
    now: () => new Date(),
  })
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('a search that cannot wait for the copy asks for the city by name; the next search uses the copy', async () => {
  const first = await directory.find({ search: 'ŁÓDŹ' })
  expect(first).toMatchObject({ ok: true, value: [{ inpost_id: 'LOD01M', city: 'Łódź', opening_hours: null }] })
  expect(asked.filter((query) => query.has('city')).map((query) => query.get('city'))).toEqual(['Łódź'])

  const pages = () => asked.flatMap((query) => query.get('page') ?? [])
  await eventually(async () => expect(new Set(pages()).size).toBe(PAGES))
  await eventually(async () => {
    const whole = await directory.find({ search: 'lodz piekna' })
    expect(whole).toMatchObject({ ok: true, value: { length: PAGE_SIZES.lockers } })
  })
  // The refused page was requested again; on a busy machine others too, after a timeout. Later none was.
  expect(pages().filter((page) => page === '7').length).toBeGreaterThan(1)
  const before = pages().length
  expect(await directory.find({ search: 'lodz piekna' })).toMatchObject({ ok: true })
  expect(pages()).toHaveLength(before)
})
