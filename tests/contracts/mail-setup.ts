import { vi } from 'vitest'
import { deliverMail } from '#domain/email/deliver-mail.job.server.ts'
import type { MailTimes, MailTransport } from '#domain/email/mail.ts'
import { queueMail } from '#domain/email/queue-mail.server.ts'
import { readEnv } from '#infra/env.ts'
import { createJobQueue, type JobQueueOptions, type JobQueueProcess } from '#infra/jobs/pg-boss-queue.ts'
import { createServices } from '#infra/services.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { storeCheckout, TWO_ORDERS } from '#tests/support/stored-checkout.ts'

export { expect }

type Attempt = { mail?: MailTransport; last?: boolean; times?: MailTimes }

/** `setup`: an outbox with one checkout to confirm, a job queue and the sandbox's mail server, anew for each test. */
export const test = base.extend('setup', ({ sandbox }, { onCleanup }) => prepareMail(sandbox, onCleanup))

export type MailSetup = Awaited<ReturnType<typeof prepareMail>>

async function prepareMail(sandbox: Sandbox, onCleanup: (undo: () => Promise<void>) => void) {
  const queues: JobQueueProcess[] = []
  const errors: unknown[] = []
  const mailbox = openMailbox(sandbox)
  await mailbox.clearFaults()
  const database = await createTestDatabase({ demo: false })
  const checkoutId = await storeCheckout(database.db, TWO_ORDERS)
  const jobs = await newQueue()
  const services = createServices(readEnv({}), {
    db: database.db,
    publicDb: database.db,
    jobs,
    authSecret: 'x'.repeat(32),
    external: sandbox,
  })
  onCleanup(async () => {
    await Promise.all(queues.map((queue) => queue.stop()))
    services.mail.close()
    // Connections that are just closing are cut when the database is dropped.
    const seen = errors.splice(0)
    await database.drop()
    expect(seen).toEqual([])
  })

  /** Another process on the same database. What it reports as an error fails the test, unless that listens itself. */
  async function newQueue(options: Partial<Omit<JobQueueOptions, 'databaseUrl'>> = {}): Promise<JobQueueProcess> {
    const onError = (message: string, error: unknown) => errors.push([message, error])
    const queue = await createJobQueue({ databaseUrl: database.url, onError, ...options })
    queues.push(queue)
    return queue
  }

  const setup = {
    mailbox,
    services,
    db: database.db,
    pool: database.pool,
    checkoutId,
    /** The queue that takes the jobs of `writeMail`. */
    queue: jobs,
    newQueue,
    newAddress: () => `${crypto.randomUUID()}@example.com`,

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
