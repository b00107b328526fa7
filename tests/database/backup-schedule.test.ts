import { isBackupDue, readBackupState } from '#domain/backups/backup-queries.server.ts'
import rehearse from '#domain/backups/rehearse-restore.job.server.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)
const HALF_PAST_THREE = 3 * 60 + 30

test('a daily backup is due from its hour in Poland until one succeeds, summer and winter', async ({
  database: { db },
}) => {
  const isDue = (now: string) => isBackupDue(db, { now: new Date(now), dailyAt: HALF_PAST_THREE })
  const note = (started_at: string, failure: string | null = null) =>
    db
      .insertInto('backups')
      .values({ kind: 'backup', file: 'f', bytes: 1, started_at: new Date(started_at), failure })
      .execute()
  expect(await isDue('2026-11-24T02:29:59Z')).toBe(true)
  await note('2026-11-23T02:30:00Z')
  expect(await isDue('2026-11-24T02:29:59Z')).toBe(false)
  expect(await isDue('2026-11-24T02:30:00Z')).toBe(true)
  await note('2026-11-24T02:30:01Z', 'the disk is full')
  expect(await isDue('2026-11-24T02:40:00Z')).toBe(true)
  await note('2026-11-24T02:40:01Z')
  expect(await isDue('2026-11-25T02:29:00Z')).toBe(false)
  // In summer the same hour is earlier in UTC. On the night of the change it occurs once.
  await note('2027-03-27T02:30:00Z')
  expect(await isDue('2027-03-28T01:29:00Z')).toBe(false)
  expect(await isDue('2027-03-28T01:30:00Z')).toBe(true)
})

test('the panel shows the newest successful backup, and that the last attempt failed', async ({ database: { db } }) => {
  await db.deleteFrom('backups').execute()
  const now = new Date('2026-11-24T12:00:00Z')
  const own = { dailyAt: HALF_PAST_THREE, hasKey: true }
  const read = () => readBackupState(db, now, own)
  expect(await read()).toEqual({
    scheduled: true,
    newest: null,
    is_old: true,
    failure: null,
    rehearsed: true,
    rehearsal: null,
  })
  const rows = [
    { kind: 'backup', file: 'good', bytes: 7, started_at: '2026-11-22T12:00:00Z', failure: null },
    { kind: 'backup', file: 'bad', bytes: null, started_at: '2026-11-23T12:00:00Z', failure: 'the disk is full' },
    { kind: 'rehearsal', file: 'good', bytes: null, started_at: '2026-11-22T13:00:00Z', failure: null },
  ] as const
  await db
    .insertInto('backups')
    .values(rows.map((row) => ({ ...row, started_at: new Date(row.started_at) })))
    .execute()
  expect(await read()).toEqual({
    scheduled: true,
    newest: { file: 'good', bytes: 7, made_at: '2026-11-22T12:00:00.000Z' },
    is_old: false,
    failure: 'the disk is full',
    rehearsed: true,
    rehearsal: { rehearsed_at: '2026-11-22T13:00:00.000Z', failure: null },
  })
  expect((await readBackupState(db, new Date(now.getTime() + 1), own)).is_old).toBe(true)
})

test.for([
  { dailyAt: HALF_PAST_THREE, hasKey: true, there: true, rehearses: true },
  { dailyAt: null, hasKey: true, there: true, rehearses: true },
  { dailyAt: null, hasKey: false, there: true, rehearses: false },
  { dailyAt: HALF_PAST_THREE, hasKey: true, there: false, rehearses: false },
])(
  'a restore is rehearsed each month if there is a backup and the shop has its key: %o',
  async ({ dailyAt, hasKey, there, rehearses }, { api }) => {
    const ran: string[] = []
    const backups = { dailyAt, hasKey, hasBackup: async () => there, run: async (kind: string) => void ran.push(kind) }
    await rehearse.run({ ...api.services, backups }, {}, { last: false })
    expect(ran).toEqual(rehearses ? ['rehearsal'] : [])
  },
)
