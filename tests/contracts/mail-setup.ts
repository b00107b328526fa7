import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { deliverMail } from '#domain/email/deliver-mail.job.server.ts'
import type { MailTimes, MailTransport } from '#domain/email/mail.ts'
import { queueMail } from '#domain/email/queue-mail.server.ts'
import type { Services } from '#domain/services.ts'
import { readEnv } from '#infra/env.ts'
import { createJobQueue, type JobQueueOptions, type JobQueueProcess } from '#infra/jobs/pg-boss-queue.ts'
import { createServices } from '#infra/services.ts'
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { storeCheckout, TWO_ORDERS } from '#tests/support/stored-checkout.ts'

type Attempt = { mail?: MailTransport; last?: boolean; times?: MailTimes }

/** An outbox with one checkout to confirm, a job queue and the sandbox's mail server, anew around each test of the file. */
export function setUpMail() {
  let sandbox: Sandbox
  let database: TestDatabase
  let checkoutId: string
  let queues: JobQueueProcess[] = []
  let jobs: JobQueueProcess
  let services: Services
  const troubles: unknown[] = []

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 })
  })
  afterAll(() => sandbox.close())
  beforeEach(async () => {
    await setup.clearFaults()
    troubles.length = 0
    database = await createTestDatabase({ demo: false })
    checkoutId = await storeCheckout(database.db, TWO_ORDERS)
    jobs = await setup.newQueue()
    services = createServices(readEnv({}), { db: database.db, jobs, authSecret: 'x'.repeat(32), outside: sandbox })
  })
  afterEach(async () => {
    await Promise.all(queues.map((queue) => queue.stop()))
    queues = []
    services.mail.close()
    // Connections that are just closing are cut when the database is dropped.
    const seen = troubles.splice(0)
    await database.drop()
    expect(seen).toEqual([])
  })

  const setup = {
    get sandbox() {
      return sandbox
    },
    get services() {
      return services
    },
    get db() {
      return database.db
    },
    get pool() {
      return database.pool
    },
    get checkoutId() {
      return checkoutId
    },
    /** The queue that takes the jobs of `writeMail`. */
    get queue() {
      return jobs
    },
    newAddress: () => `${crypto.randomUUID()}@example.com`,
    clearFaults: () => fetch(`${sandbox.mailboxUrl}_control/faults`, { method: 'DELETE' }),

    /** Another process on the same database. What it reports as an error fails the test, unless that listens itself. */
    async newQueue(options: Partial<Omit<JobQueueOptions, 'databaseUrl'>> = {}): Promise<JobQueueProcess> {
      const onError = (message: string, error: unknown) => troubles.push([message, error])
      const queue = await createJobQueue({ databaseUrl: database.url, onError, ...options })
      queues.push(queue)
      return queue
    },

    writeMail: (to: string, key = `order-confirmation:${to}`) =>
      database.db
        .transaction()
        .execute((trx) => queueMail(trx, services, { key, to, template: 'order-confirmation', ids: { checkoutId } })),

    deliver: (id: string, { mail = services.mail, last = false, times }: Attempt = {}) =>
      deliverMail({ ...services, mail }, id, { last }, times),

    outbox: () =>
      database.db.selectFrom('mail_outbox').select(['id', 'key', 'sent_at', 'failed_at', 'claimed_until']).execute(),

    onlyMailId: async () => (await database.db.selectFrom('mail_outbox').select('id').executeTakeFirstOrThrow()).id,

    untilAllSent: (timeout = 10_000) =>
      vi.waitFor(async () => expect((await setup.outbox()).filter((row) => row.sent_at === null)).toEqual([]), {
        timeout,
        interval: 50,
      }),
  }
  return setup
}

export function newGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
