import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deliverMail } from '#domain/email/deliver-mail.server.ts'
import type { MailTransport } from '#domain/email/mail.ts'
import { queueMail } from '#domain/email/queue-mail.server.ts'
import { jobHandlers } from '#domain/jobs/job-handlers.server.ts'
import { createMailRenderer } from '#infra/email/render-mail.ts'
import { createSmtpTransport } from '#infra/email/smtp.ts'
import { createJobQueue, type JobQueueProcess } from '#infra/jobs/pg-boss-queue.ts'
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts'
import { sampleConfirmation, sampleProfile } from '#tests/email/sample-confirmation.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { lettersTo, planFault } from '#tests/support/sandbox-mailbox.ts'

const renderMail = createMailRenderer(sampleProfile)
const from = { name: 'Perfumeria', address: 'sklep@perfumeria.example' }

let sandbox: Sandbox
let mail: MailTransport
let database: TestDatabase
let queue: JobQueueProcess
let others: JobQueueProcess[] = []
const troubles: unknown[] = []

const newQueue = () =>
  createJobQueue({ databaseUrl: database.url, onError: (message, error) => troubles.push([message, error]) })
const services = () => ({ db: database.db, jobs: queue, mail, renderMail })
const newAddress = () => `${crypto.randomUUID()}@example.com`

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  mail = createSmtpTransport({ url: sandbox.smtpUrl, from })
})
afterAll(async () => {
  mail.close()
  await sandbox.close()
})
beforeEach(async () => {
  await fetch(`${sandbox.mailboxUrl}_control/faults`, { method: 'DELETE' })
  database = await createTestDatabase({ demo: false })
  queue = await newQueue()
})
afterEach(async () => {
  await Promise.all([queue, ...others].map((process) => process.stop()))
  others = []
  await database.drop()
  expect(troubles.splice(0)).toEqual([])
})

function writeLetter(to: string, key = `order-confirmation:${to}`): Promise<void> {
  return database.db
    .transaction()
    .execute((trx) => queueMail(trx, services(), { key, template: 'order-confirmation', to, data: sampleConfirmation }))
}
const outbox = () => database.db.selectFrom('mail_outbox').select(['id', 'key', 'sent_at']).execute()
const onlyMailId = async () => (await database.db.selectFrom('mail_outbox').select('id').executeTakeFirstOrThrow()).id
const untilAllSent = (timeout = 10_000) =>
  vi.waitFor(async () => expect((await outbox()).filter((row) => row.sent_at === null)).toEqual([]), {
    timeout,
    interval: 50,
  })

function newGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
async function waitingJobs(): Promise<number> {
  const { rows } = await sql<{
    jobs: number
  }>`select count(*)::int as jobs from pgboss.job where name = 'deliver-mail'`.execute(database.db)
  return rows[0]?.jobs ?? 0
}

describe('from a use case to the mailbox', () => {
  test('a letter is there within two seconds of the commit', async () => {
    await queue.startWorkers(jobHandlers(services()))
    const to = newAddress()
    await writeLetter(to)
    await vi.waitFor(async () => expect(await lettersTo(sandbox, to)).toHaveLength(1), { timeout: 2_000, interval: 20 })
    expect((await lettersTo(sandbox, to))[0]?.subject).toContain('Potwierdzenie zamówień')
    await untilAllSent()
  })

  test('nothing goes out when the transaction is taken back', async () => {
    const [kept, undone] = [newAddress(), newAddress()]
    await expect(
      database.db.transaction().execute(async (trx) => {
        const content = { template: 'order-confirmation', data: sampleConfirmation } as const
        await queueMail(trx, services(), { key: 'undone', to: undone, ...content })
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect(await waitingJobs()).toBe(0)
    await writeLetter(kept)
    expect(await waitingJobs()).toBe(1)
    await queue.startWorkers(jobHandlers(services()))
    await untilAllSent()
    expect(await lettersTo(sandbox, kept)).toHaveLength(1)
    expect(await lettersTo(sandbox, undone)).toHaveLength(0)
    expect(await outbox()).toHaveLength(1)
  })

  test('the same key twenty times at once is one letter', async () => {
    await queue.startWorkers(jobHandlers(services()))
    const to = newAddress()
    await Promise.all(Array.from({ length: 20 }, () => writeLetter(to, 'same')))
    await untilAllSent()
    expect(await outbox()).toHaveLength(1)
    expect(await lettersTo(sandbox, to)).toHaveLength(1)
  })

  test('a mail server that refuses, then is gone, then returns: delivered once', async () => {
    const later = await startSandbox({ port: 0 })
    const smtpPort = Number(new URL(later.smtpUrl).port)
    const flaky = createSmtpTransport({ url: later.smtpUrl, from })
    const attempts = vi.fn(flaky.send)
    await queue.startWorkers(jobHandlers({ ...services(), mail: { ...flaky, send: attempts } }))
    await planFault(later, { service: 'smtp', mode: 'reject', times: 1 })

    const to = newAddress()
    await writeLetter(to)
    await vi.waitFor(
      () => expect(attempts.mock.settledResults.some(({ type }) => type === 'rejected')).toBe(true),
      5_000,
    )
    await later.close()
    await vi.waitFor(
      () => expect(attempts.mock.settledResults.filter(({ type }) => type === 'rejected').length).toBeGreaterThan(1),
      10_000,
    )
    const returned = await startSandbox({ port: 0, smtpPort })
    await untilAllSent(15_000)
    expect(await lettersTo(returned, to)).toHaveLength(1)
    flaky.close()
    await returned.close()
  }, 40_000)

  test('three processes, a hundred letters: each exactly once', async () => {
    others = [await newQueue(), await newQueue()]
    await Promise.all([queue, ...others].map((process) => process.startWorkers(jobHandlers(services()))))
    const addresses = Array.from({ length: 100 }, newAddress)
    const started = performance.now()
    await Promise.all(addresses.map((to) => writeLetter(to)))
    await untilAllSent()
    const perSecond = 100 / ((performance.now() - started) / 1_000)
    for (const to of addresses) expect(await lettersTo(sandbox, to)).toHaveLength(1)
    expect(perSecond).toBeGreaterThan(20)
  })

  test('stop() lets a letter under way finish', async () => {
    const gate = newGate()
    const slow: MailTransport = { send: vi.fn((letter) => gate.opened.then(() => mail.send(letter))), close() {} }
    const stopping = await newQueue()
    await stopping.startWorkers(jobHandlers({ ...services(), mail: slow }))
    const to = newAddress()
    await writeLetter(to)
    await vi.waitFor(() => expect(slow.send).toHaveBeenCalled(), 3_000)
    const stopped = stopping.stop()
    gate.open()
    await stopped
    await untilAllSent(100)
    expect(await lettersTo(sandbox, to)).toHaveLength(1)
  })
})

describe('one delivery', () => {
  test('while one attempt sends, no other does; afterwards there is nothing left to do', async () => {
    const to = newAddress()
    await writeLetter(to)
    const id = await onlyMailId()
    const gate = newGate()
    const slow: MailTransport = { send: vi.fn((letter) => gate.opened.then(() => mail.send(letter))), close() {} }
    const first = deliverMail({ ...services(), mail: slow }, id)
    await vi.waitFor(() => expect(slow.send).toHaveBeenCalled())
    await expect(deliverMail(services(), id)).rejects.toThrow('another attempt')
    gate.open()
    await first
    await deliverMail(services(), id)
    expect(await lettersTo(sandbox, to)).toHaveLength(1)
  })

  test('an attempt whose process died is taken over when its lease has ended', async () => {
    const to = newAddress()
    await writeLetter(to)
    const id = await onlyMailId()
    const lease = (interval: string) =>
      database.db
        .updateTable('mail_outbox')
        .set({ claimed_until: sql<Date>`now() + ${interval}::interval` })
        .execute()
    await lease('5 seconds')
    await expect(deliverMail(services(), id)).rejects.toThrow('another attempt')
    await lease('-1 second')
    await deliverMail(services(), id)
    expect(await lettersTo(sandbox, to)).toHaveLength(1)
  })

  test('an answer lost after the server took the letter: sent again under the same Message-ID', async () => {
    const to = newAddress()
    await writeLetter(to)
    await planFault(sandbox, { service: 'smtp', mode: 'drop', times: 5 })
    await expect(deliverMail(services(), await onlyMailId())).rejects.toThrow()
    await fetch(`${sandbox.mailboxUrl}_control/faults`, { method: 'DELETE' })
    await deliverMail(services(), await onlyMailId())
    const copies = await lettersTo(sandbox, to)
    expect(copies.length).toBeGreaterThan(1)
    expect(new Set(copies.map((copy) => copy.messageId)).size).toBe(1)
  })

  test('a letter nobody can send stays in the outbox', async () => {
    const broken = newAddress()
    await writeLetter(broken)
    const id = await onlyMailId()
    await database.db.updateTable('mail_outbox').set({ data: '{}' }).execute()
    await expect(deliverMail(services(), id)).rejects.toThrow()
    expect((await outbox())[0]?.sent_at).toBeNull()
    await deliverMail(services(), crypto.randomUUID())
  })
})
