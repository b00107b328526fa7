import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe } from 'vitest'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { findLockers, type LockerDirectory, type LockerQuery } from '#domain/shipping/parcel-locker.ts'
import { createInpostLockers } from '#infra/shipping/inpost.ts'
import lockers from '#sandbox/lockers.json' with { type: 'json' }
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { openMailbox } from '#tests/support/mailbox.ts'

const inactive = lockers.filter((locker) => locker.status === 'inactive')
const MINUTE = 60_000

let sandbox: Sandbox
let now: number
let directory: LockerDirectory

test.beforeAll(({ sandbox: started }) => {
  sandbox = started
})
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1)
  directory = newDirectory()
  await openMailbox(sandbox).clearFaults()
})

const newDirectory = (timeoutMs = 2_000) =>
  createInpostLockers({ baseUrl: sandbox.inpostUrl, timeoutMs, now: () => new Date(now) })

const fault = (mode: 'timeout' | 'error' | 'garbage', times = 100) =>
  openMailbox(sandbox).planFault({ service: 'inpost', mode, times })

async function found(query: LockerQuery) {
  const result = await directory.find(query)
  if (!result.ok) throw new Error(result.failure.reason)
  return result.value
}
const idsFor = async (query: LockerQuery) => (await found(query)).map((locker) => locker.inpost_id)

describe('the search for lockers', () => {
  test('by a postal code: its own lockers first, then the neighbours', async () => {
    const result = await found({ post_code: '02-777' })
    const own = lockers.filter((locker) => locker.postal_code === '02-777' && locker.status === 'active').length
    expect(result.slice(0, own).every((locker) => locker.postal_code === '02-777')).toBe(true)
    expect(result.length).toBeGreaterThan(own)
    expect(result.every((locker) => locker.city === 'Warszawa')).toBe(true)
    expect(new Set(result.map((locker) => locker.inpost_id)).size).toBe(result.length)
    const distances = result.slice(own).map(({ distance }) => distance ?? Number.NaN)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(distances[0]).toBeGreaterThan(0)
    expect(result[0]).toMatchObject({ distance: expect.any(Number), latitude: expect.any(Number) })
  })

  test('by a postal code without its dash, in the search field, or partly typed', async () => {
    const whole = await idsFor({ post_code: '87-100' })
    expect(await idsFor({ post_code: '87100' })).toEqual(whole)
    expect(await idsFor({ search: '87-100' })).toEqual(whole)
    const typed = await found({ post_code: '87-10' })
    expect(typed.length).toBeGreaterThan(0)
    expect(typed.every((locker) => locker.postal_code.startsWith('87-10'))).toBe(true)
  })

  test('by a postal code without lockers: those around it; by unknown words: none', async () => {
    expect((await found({ post_code: '00-021' }))[0]?.city).toBe('Warszawa')
    expect(await found({ search: 'qwertyuiop' })).toEqual([])
  })

  test('by the code of a locker, in any case', async () => {
    expect(await idsFor({ search: 'demo-waw-003' })).toEqual(['DEMO-WAW-003'])
    expect(await found({ search: 'DEMO-WAW-003' })).toEqual([
      {
        inpost_id: 'DEMO-WAW-003',
        name: 'DEMO-WAW-003 (przy piekarni)',
        address: 'ul. Złota 7',
        city: 'Warszawa',
        postal_code: '00-020',
        status: 'active',
        opening_hours: '24/7',
        latitude: expect.any(Number),
        longitude: expect.any(Number),
      },
    ])
  })

  test.each([
    ['Łódź', 'Łódź'],
    ['lodz', 'Łódź'],
    ['ŁÓDŹ', 'Łódź'],
    ['bielsko biala', 'Bielsko-Biała'],
    ['gorzów w', 'Gorzów Wielkopolski'],
  ])('by a city: %s', async (search, city) => {
    const result = await found({ search })
    expect(result.length).toBeGreaterThan(0)
    expect(result.every((locker) => locker.city === city)).toBe(true)
  })

  test('by the beginning of a name: cities before streets', async () => {
    const cities = (await found({ search: 'krak' })).map((locker) => locker.city)
    expect(cities[0]).toBe('Kraków')
    expect(cities.lastIndexOf('Kraków')).toBe(cities.filter((city) => city === 'Kraków').length - 1)
  })

  test('by a street, alone, with its city or with a postal code', async () => {
    const streets = async (query: LockerQuery) => (await found(query)).map(({ address, city }) => `${address}, ${city}`)
    for (const query of [
      { search: 'zlota' },
      { search: 'ul. Złota, Warszawa' },
      { search: 'złota', post_code: '00-020' },
    ]) {
      expect(await streets(query)).toContain('ul. Złota 7, Warszawa')
    }
    expect((await streets({ search: 'Chmielna 113 Warszawa' }))[0]).toBe('ul. Chmielna 113, Warszawa')
    expect(await streets({ search: 'Chmielna', post_code: '87-100' })).toEqual([])
  })

  test('finds at most 50 lockers, none twice', async () => {
    const result = await idsFor({ search: 'ulica demo' })
    expect(result.length).toBe(PAGE_SIZES.lockers)
    expect(new Set(result).size).toBe(PAGE_SIZES.lockers)
  })

  test('leaves out inactive lockers, which can still be read by id', async () => {
    expect(inactive.length).toBeGreaterThan(0)
    for (const { inpost_id, postal_code, city } of inactive) {
      for (const query of [{ search: inpost_id }, { post_code: postal_code }, { search: city }]) {
        expect(await idsFor(query)).not.toContain(inpost_id)
      }
      expect(await directory.get(inpost_id)).toMatchObject({ ok: true, value: { inpost_id, status: 'inactive' } })
    }
  })

  test('sends typed text without changing the query', async () => {
    const hostile = [
      '../points/DEMO-WAW-001',
      'a&status=Disabled&name=x',
      '?x=1#y',
      '%2e%2e%2f1',
      'DEMO-WAW-001/..',
      '\r\nHost: x1',
    ]
    for (const text of hostile) {
      expect(await directory.find({ search: text, post_code: text })).toMatchObject({ ok: true })
    }
    // A malformed id is not looked up at all.
    await fault('error')
    for (const text of [...hostile, '.', '..', '', 'x'.repeat(100)]) {
      expect(await directory.get(text)).toEqual({ ok: true, value: null })
    }
  })
})

describe('one locker', () => {
  test('is found by its id, and is null for an unknown one', async () => {
    expect(await directory.get('DEMO-WAW-001')).toMatchObject({
      ok: true,
      value: { inpost_id: 'DEMO-WAW-001', status: 'active' },
    })
    expect(await directory.get('DEMO-WAW-999')).toEqual({ ok: true, value: null })
  })

  test('is read again after a few minutes', async () => {
    await directory.get('DEMO-WAW-001')
    await fault('error')
    now += 1 * MINUTE
    expect(await directory.get('DEMO-WAW-001')).toMatchObject({ ok: true })
    now += 5 * MINUTE
    expect(await directory.get('DEMO-WAW-001')).toEqual({ ok: false, failure: { reason: 'unavailable' } })
  })
})

describe('when InPost fails', () => {
  test.each([{ post_code: '00-020' }, { search: 'Warszawa' }, { search: 'DEMO-WAW-001' }])(
    '%o: answers that InPost is unavailable',
    async (query) => {
      for (const mode of ['error', 'garbage'] as const) {
        await fault(mode)
        expect(await newDirectory().find(query)).toEqual({ ok: false, failure: { reason: 'unavailable' } })
      }
      // No answer ever arrives.
      await fault('timeout')
      expect(await newDirectory(100).find(query)).toEqual({ ok: false, failure: { reason: 'unavailable' } })
    },
  )

  test('a redirect is not followed', async ({ onTestFinished }) => {
    const leading = createServer(({ url }, response) => {
      response.writeHead(302, { Location: `${sandbox.inpostUrl}${url}` }).end()
    })
    await once(leading.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void leading.close())
    const { port } = leading.address() as AddressInfo
    const astray = createInpostLockers({
      baseUrl: `http://127.0.0.1:${port}`,
      timeoutMs: 2_000,
      now: () => new Date(now),
    })
    expect(await astray.get('DEMO-WAW-001')).toEqual({ ok: false, failure: { reason: 'unavailable' } })
    expect(await directory.get('DEMO-WAW-001')).toMatchObject({ ok: true })
  })

  test('a refused connection counts as unavailable', async () => {
    const nowhere = createInpostLockers({ baseUrl: 'http://127.0.0.1:1', timeoutMs: 500, now: () => new Date(now) })
    expect(await nowhere.get('DEMO-WAW-001')).toEqual({ ok: false, failure: { reason: 'unavailable' } })
  })

  test.each([{ post_code: '00-020' }, { search: 'Warszawa' }])(
    '%o: the last answer is used for an hour',
    async (query) => {
      const before = await found(query)
      await fault('error')
      now += 29 * MINUTE
      expect(await found(query)).toEqual(before)
      now += 30 * MINUTE
      expect(await found(query)).toEqual(before)
      now += 2 * MINUTE
      expect(await directory.find(query)).toEqual({ ok: false, failure: { reason: 'unavailable' } })
    },
  )

  test('the same search twenty times at once is one request', async () => {
    await fault('error', 1)
    const query = { search: 'DEMO-WAW-001' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => directory.find(query)))
    // Only one failure was planned, so a second request would have succeeded.
    expect(answers.some((answer) => answer.ok)).toBe(false)
    expect(await directory.find(query)).toMatchObject({ ok: true })
  })
})

describe('the use case', () => {
  test('searches only by a long enough text', async () => {
    const tooShort = { ok: false, failure: { reason: 'query_too_short' } }
    for (const query of [{}, { post_code: ' 00-0 ' }, { search: '  ab ' }, { post_code: '', search: '' }]) {
      expect(await findLockers({ lockers: directory }, query)).toEqual(tooShort)
    }
    expect(await findLockers({ lockers: directory }, { post_code: ' 00-020 ', search: 'a' })).toMatchObject({
      ok: true,
    })
    expect(await findLockers({ lockers: directory }, { search: ' Radom ' })).toMatchObject({ ok: true })
  })
})
