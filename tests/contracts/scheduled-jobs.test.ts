import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Job } from '#domain/kernel/definitions.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { SHOP_JOBS } from '#infra/jobs/pg-boss-queue.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { eventually } from '#tests/support/fixtures.ts'
import { expect, type MailSetup, test } from './mail-setup.ts'

const warsaw = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Warsaw' })

/** A cron expression for the present minute, or for the next one when this one is nearly over. */
function soon(): string {
  const [hour, minute] = warsaw.format(Date.now() + 15_000).split(':')
  return `${Number(minute)} ${Number(hour)} * * *`
}

const newJob = (schedule: string | undefined, run: Job['run'], name = 'scheduled'): Job => ({
  name,
  concurrency: 2,
  timeoutSeconds: 10,
  schedule,
  run,
})

/** When due schedules were last checked. */
async function lastPass({ pool }: MailSetup): Promise<string> {
  const { rows } = await pool.query<{ cron_on: Date }>('select cron_on from pgboss.version')
  return String(rows[0]?.cron_on.getTime())
}

test('a scheduled job runs once although two processes watch the schedule', async ({ setup }) => {
  const run = vi.fn<Job['run']>(async () => ok(undefined))
  const options = { jobs: [newJob(soon(), run)], schedulePassSeconds: 1 }
  const processes = [await setup.newQueue(options), await setup.newQueue(options)]
  await Promise.all(processes.map((process) => process.startWorkers(setup.services)))
  await eventually(async () => expect(run).toHaveBeenCalled())
  const seen = new Set<string>()
  await eventually(async () => expect(seen.add(await lastPass(setup)).size).toBeGreaterThan(4))
  expect(run).toHaveBeenCalledTimes(1)
  expect(run).toHaveBeenCalledWith(setup.services, {}, { last: false })
})

test('a schedule that a release removed is deleted, and one that it changed is updated', async ({ setup }) => {
  const run: Job['run'] = async () => ok(undefined)
  const schedules = async () =>
    (await setup.pool.query<{ name: string; cron: string }>('select name, cron from pgboss.schedule order by name'))
      .rows
  const earlier = await setup.newQueue({
    jobs: [
      newJob('1 4 * * *', run, 'changed'),
      newJob('2 4 * * *', run, 'gone'),
      newJob('3 4 * * *', run, 'unscheduled'),
    ],
  })
  await earlier.startWorkers(setup.services)
  expect(await schedules()).toHaveLength(3)
  const later = await setup.newQueue({
    jobs: [newJob('1 5 * * *', run, 'changed'), newJob(undefined, run, 'unscheduled')],
  })
  await later.startWorkers(setup.services)
  expect(await schedules()).toEqual([{ name: 'changed', cron: '1 5 * * *' }])
})

test('a job that was enqueued runs once its transaction commits, until it is done or given up', async ({ setup }) => {
  const logged: unknown[] = []
  const run = vi.fn<Job['run']>()
  run.mockRejectedValueOnce(new Error('not now')).mockResolvedValue(ok(undefined))
  const queue = await setup.newQueue({
    jobs: [newJob(undefined, run, 'change-prices')],
    onError: (...entry) => logged.push(entry),
  })
  await queue.startWorkers(setup.services)
  await expect(
    setup.db.transaction().execute(async (trx) => {
      await queue.enqueue(trx, 'change-prices', {})
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  await setup.db.transaction().execute((trx) => queue.enqueue(trx, 'change-prices', {}))
  await eventually(async () => expect(run).toHaveBeenCalledTimes(2))
  expect(logged).toEqual([])

  run.mockResolvedValue(fail({ reason: 'permanent', why: 'never' }))
  await setup.db.transaction().execute((trx) => queue.enqueue(trx, 'change-prices', {}))
  await eventually(async () =>
    expect(logged).toEqual([[expect.stringMatching(/^job change-prices \S+ given up$/), new Error('never')]]),
  )
  expect(run).toHaveBeenCalledTimes(3)
})

test('the jobs of the shop are found, each under a unique name', () => {
  const names = SHOP_JOBS.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['purge']))
  expect(new Set(names).size).toBe(names.length)
})

test('every file that defines a mail, a job or a run has the name by which it is found', () => {
  const misnamed = ['app', 'domain'].flatMap((folder) =>
    readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (file) =>
          /\.tsx?$/.test(file) && !/\.mail\.tsx$|\.(job|run)\.server\.ts$|define-(mail|job|run)\.ts$/.test(file),
      )
      .filter((file) => /\bdefine(Mail|Job|Run)\(/.test(readFileSync(join(PROJECT_ROOT, folder, file), 'utf8'))),
  )
  expect(misnamed).toEqual([])
})
