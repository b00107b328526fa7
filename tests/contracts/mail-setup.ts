import {
  MAIL_TIMES,
  type MailAttachment,
  type MailTimes,
  type MailTransport,
  type RenderMail,
} from '#domain/kernel/mail.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { type MailDelivery, startMailDelivery } from '#domain/mails/mail-delivery.server.ts'
import { createLinkTokens } from '#infra/auth/signed-links.ts'
import { createServices } from '#infra/create-services.ts'
import { readEnv } from '#infra/env.ts'
import { createJobQueue, type JobQueueOptions, type JobQueueProcess } from '#infra/jobs/pg-boss-queue.ts'
import { createMailRenderer } from '#infra/mails/render-mail.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { storeCheckout, TWO_ORDERS } from '#tests/support/stored-checkout.ts'

export { expect }

/** The shop's times with short pauses. The timeout of an attempt stays, because a busy machine needs it. */
const SHORT_TIMES: MailTimes = { ...MAIL_TIMES, pollMs: 20, firstProbeMs: 20, probeMs: 100 }

const AUTH_SECRET = 'x'.repeat(32)
/** Instead of contract and terms, which take a second to draw for each test. */
const PAPER: MailAttachment = { filename: 'umowa.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-') }

type DeliveryOptions = {
  renderMail?: RenderMail
  send?: MailTransport['send']
  times?: Partial<MailTimes>
  concurrency?: number
  limitFactor?: number
}

/** `setup`: for each test a new outbox with one checkout to confirm, a job queue and the sandbox's mail server. */
export const test = base.extend('setup', ({ sandbox }, { onCleanup }) => prepareMail(sandbox, onCleanup))

export type MailSetup = Awaited<ReturnType<typeof prepareMail>>

async function prepareMail(sandbox: Sandbox, onCleanup: (undo: () => Promise<void>) => void) {
  const queues: JobQueueProcess[] = []
  const deliveries: MailDelivery[] = []
  const errors: unknown[] = []
  const mailbox = openMailbox(sandbox)
  await mailbox.clearFaults()
  const database = await createTestDatabase({ demo: false })
  const checkoutId = await storeCheckout(database.db, TWO_ORDERS)
  const jobs = await newQueue()
  const created = createServices(readEnv({}), {
    db: database.db,
    publicDb: database.db,
    jobs,
    authSecret: AUTH_SECRET,
    external: sandbox,
  })
  const services = {
    ...created,
    renderMail: createMailRenderer({
      db: database.db,
      profile: created.profile,
      orderLinks: created.orderLinks,
      linkTokens: createLinkTokens(AUTH_SECRET),
      findContractPapers: async () => [PAPER],
      findInvoicePaper: async () => PAPER,
    }),
  }
  onCleanup(async () => {
    await Promise.all([...queues, ...deliveries].map((running) => running.stop()))
    services.mail.close()
    // Closing connections are cut when the database is dropped.
    const seen = errors.splice(0)
    await database.drop()
    expect(seen).toEqual([])
  })

  /** Starts another process on the same database. Its errors fail the test, unless the test listens for them. */
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
    newQueue,
    newAddress: () => `${crypto.randomUUID()}@example.com`,

    writeMail: (to: string, key = `order-confirmation:${to}`) =>
      database.db
        .transaction()
        .execute((trx) => queueMail(trx, { key, to, template: 'order-confirmation', ids: { checkoutId } })),

    /** Delivers mails like a process of the shop, with short times by default. */
    startDelivery(options: DeliveryOptions = {}) {
      const { send = services.mail.send, renderMail = services.renderMail, times, concurrency } = options
      const used = { ...services, mail: { send, close() {} }, renderMail, limitFactor: options.limitFactor ?? 1 }
      const delivery = startMailDelivery(used, { times: { ...SHORT_TIMES, ...times }, concurrency })
      deliveries.push(delivery)
      return delivery
    },

    outbox: () => database.db.selectFrom('mail_outbox').selectAll().orderBy('created_at').execute(),

    /** Updates every mail of the outbox. */
    setMails: (columns: string) => database.pool.query(`update mail_outbox set ${columns}`),

    untilAllSent: (withinMs?: number) =>
      eventually(
        async () => expect((await setup.outbox()).filter((row) => row.sent_at === null)).toEqual([]),
        withinMs,
      ),
  }
  return setup
}

export function newGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
