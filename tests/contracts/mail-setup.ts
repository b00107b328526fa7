import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { deliverMail, queueMail } from '#domain/email/deliver-mail.server.ts'
import type { MailTimes, MailTransport } from '#domain/email/mail.ts'
import { createMailRenderer } from '#infra/email/render-mail.ts'
import { createSmtpTransport } from '#infra/email/smtp-transport.ts'
import { createJobQueue, type JobQueueOptions, type JobQueueProcess } from '#infra/jobs/pg-boss-queue.ts'
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts'
import { sampleConfirmation, sampleProfile } from '#tests/app/sample-confirmation.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

export const from = { name: 'Perfumeria', address: 'sklep@perfumeria.example' }

type Attempt = { mail?: MailTransport; last?: boolean; times?: MailTimes }

/** An outbox, a job queue and the sandbox's mail server, made anew around each test of the file that calls this. */
export function setUpMail() {
  let sandbox: Sandbox
  let mail: MailTransport
  let database: TestDatabase
  let queues: JobQueueProcess[] = []
  let jobs: JobQueueProcess
  const troubles: unknown[] = []

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 })
    mail = createSmtpTransport({ url: sandbox.smtpUrl, from })
  })
  afterAll(async () => {
    mail.close()
    await sandbox.close()
  })
  beforeEach(async () => {
    await office.clearFaults()
    database = await createTestDatabase({ demo: false })
    jobs = await office.newQueue()
  })
  afterEach(async () => {
    await Promise.all(queues.map((queue) => queue.stop()))
    queues = []
    await database.drop()
    expect(troubles.splice(0)).toEqual([])
  })

  const office = {
    get sandbox() {
      return sandbox
    },
    get mail() {
      return mail
    },
    get db() {
      return database.db
    },
    /** The queue that takes the jobs of `writeLetter`. */
    get queue() {
      return jobs
    },
    services: () => ({ db: database.db, jobs, mail, renderMail: createMailRenderer(sampleProfile) }),
    newAddress: () => `${crypto.randomUUID()}@example.com`,
    clearFaults: () => fetch(`${sandbox.mailboxUrl}_control/faults`, { method: 'DELETE' }),

    /** Another process on the same database. What it complains of fails the test, unless that listens itself. */
    async newQueue(options: Partial<Pick<JobQueueOptions, 'limits' | 'onError'>> = {}): Promise<JobQueueProcess> {
      const onError = (message: string, error: unknown) => troubles.push([message, error])
      const queue = await createJobQueue({ databaseUrl: database.url, onError, ...options })
      queues.push(queue)
      return queue
    },

    writeLetter: (to: string, key = `order-confirmation:${to}`) =>
      database.db
        .transaction()
        .execute((trx) =>
          queueMail(trx, office.services(), { key, template: 'order-confirmation', to, data: sampleConfirmation }),
        ),

    deliver: (id: string, { mail: through = mail, last = false, times }: Attempt = {}) =>
      deliverMail({ ...office.services(), mail: through }, id, { last }, times),

    outbox: () =>
      database.db.selectFrom('mail_outbox').select(['id', 'key', 'sent_at', 'failed_at', 'claimed_until']).execute(),

    onlyMailId: async () => (await database.db.selectFrom('mail_outbox').select('id').executeTakeFirstOrThrow()).id,

    untilAllSent: (timeout = 10_000) =>
      vi.waitFor(async () => expect((await office.outbox()).filter((row) => row.sent_at === null)).toEqual([]), {
        timeout,
        interval: 50,
      }),
  }
  return office
}

export function newGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
