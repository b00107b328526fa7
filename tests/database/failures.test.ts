import { vi } from 'vitest'
import type { UncaughtFailure } from '#domain/failures/failure.ts'
import { BatchedFailureNotes } from '#domain/failures/failure-notes.server.ts'
import { countNewFailures, listFailures } from '#domain/failures/failure-queries.server.ts'
import { markResolved } from '#domain/failures/failure-store.server.ts'
import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { deleteUnusedSince } from '#domain/retention/retention-store.server.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)
const clock = { now: new Date() }

test.beforeEach(async ({ database }) => {
  await database.db.deleteFrom('failures').execute()
  clock.now = new Date('2026-11-24T12:00:00Z')
})

const FAILURE: UncaughtFailure = {
  source: 'server',
  name: 'Error',
  message: 'order 17 failed',
  stack: 'Error\n    at placeOrder (/srv/server-1a2b3c4d.js:1:1)',
  place: 'POST /api/orders/17',
  browser: null,
  requestId: 'r1',
}
const later = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

test('a kind is one row for each build, however many processes count it, and one entry of the list', async ({
  database: { db },
}) => {
  const processes = ['one', 'one', 'two'].map((build) => new BatchedFailureNotes(db, { build, now: () => clock.now }))
  for (const notes of processes)
    for (let n = 0; n < 10; n += 1) notes.note({ ...FAILURE, message: `order ${n} failed` })
  await Promise.all(processes.map((notes) => notes.flush()))
  later(5)
  for (const notes of processes) notes.note({ ...FAILURE, place: 'POST /api/orders/99', requestId: null })
  await Promise.all(processes.map((notes) => notes.flush()))
  const rows = await db.selectFrom('failures').select(['build', 'times']).orderBy('build').execute()
  expect(rows).toEqual([
    { build: 'one', times: 22 },
    { build: 'two', times: 11 },
  ])
  const { items, total } = await listFailures(db, { most: 10 })
  expect(total).toBe(1)
  expect(items).toEqual([
    expect.objectContaining({
      times: 33,
      message: 'order # failed',
      place: 'POST /api/orders/#',
      request_id: 'r1',
      first_at: '2026-11-24T12:00:00.000Z',
      last_at: '2026-11-24T12:05:00.000Z',
      returned: false,
    }),
  ])
})

test('a resolved kind is hidden until it happens again, also in a later build; new ones of the day are counted', async ({
  database: { db },
}) => {
  const [now, old] = ['new', 'old'].map((build) => new BatchedFailureNotes(db, { build, now: () => clock.now }))
  if (!now || !old) throw new Error('no notes')
  const look = async () => ({
    waiting: (await countPendingWork(db)).failures,
    today: await countNewFailures(db, clock.now),
    returned: (await listFailures(db, { most: 10 })).items.map(({ returned }) => returned),
  })
  old.note(FAILURE)
  await old.flush()
  expect(await look()).toEqual({ waiting: 1, today: 1, returned: [false] })

  // It happens once more before the press, and is written after it.
  later(1)
  old.note(FAILURE)
  later(1)
  const { fingerprint } = await db.selectFrom('failures').select('fingerprint').executeTakeFirstOrThrow()
  expect(await markResolved(db, { fingerprint, now: clock.now })).toBe(true)
  await old.flush()
  expect(await look()).toEqual({ waiting: 0, today: 0, returned: [] })
  expect(await markResolved(db, { fingerprint: 'unknown', now: clock.now })).toBe(false)

  later(24 * 60)
  now.note(FAILURE)
  await now.flush()
  expect(await look()).toEqual({ waiting: 1, today: 1, returned: [true] })
  later(24 * 60)
  expect(await look()).toEqual({ waiting: 1, today: 0, returned: [true] })

  await deleteUnusedSince(db, 'failures', clock.now)
  expect(await look()).toEqual({ waiting: 0, today: 0, returned: [] })
})

test('kinds beyond the limit of memory or table are counted in the log, and server failures are always kept', async ({
  database: { db },
}) => {
  const warnings = vi.spyOn(console, 'warn').mockReturnValue()
  const notes = new BatchedFailureNotes(db, { build: 'b', now: () => clock.now })
  const kinds = (count: number, source: 'server' | 'browser', from = 'k') => {
    for (let n = 0; n < count; n += 1)
      notes.note({
        ...FAILURE,
        source,
        name: `${from}${'x'.repeat(n % 26)}${String.fromCharCode(97 + ((n / 26) % 26))}`,
      })
  }
  kinds(60, 'browser')
  await notes.flush()
  expect(await db.selectFrom('failures').select('build').execute()).toHaveLength(50)
  expect(JSON.parse(String(warnings.mock.calls[0]?.[0]))).toMatchObject({ level: 'warn', lost: 10 })

  for (let batch = 0; batch < 12; batch += 1) {
    kinds(50, 'browser', `batch${'y'.repeat(batch)}`)
    await notes.flush()
  }
  const stored = await db.selectFrom('failures').select('times').execute()
  expect(stored).toHaveLength(500)
  kinds(1, 'server')
  await notes.flush()
  expect((await listFailures(db, { most: 1000 })).items.filter(({ source }) => source === 'server')).toHaveLength(1)
  warnings.mockRestore()
})

test('without a database failures are dropped, their number is logged, and later ones are stored', async ({
  database: { db },
}) => {
  const warnings = vi.spyOn(console, 'warn').mockReturnValue()
  const notes = new BatchedFailureNotes(db, { build: 'b', now: () => clock.now })
  await db.schema.alterTable('failures').renameTo('away').execute()
  for (let n = 0; n < 3; n += 1) notes.note(FAILURE)
  await notes.flush()
  await db.schema.alterTable('away').renameTo('failures').execute()
  expect(JSON.parse(String(warnings.mock.calls[0]?.[0]))).toMatchObject({ level: 'warn', lost: 3 })
  warnings.mockRestore()
  notes.note(FAILURE)
  await notes.flush()
  expect((await listFailures(db, { most: 10 })).items).toEqual([expect.objectContaining({ times: 1 })])
})
