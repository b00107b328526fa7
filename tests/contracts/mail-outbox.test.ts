import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { deliverMail, queueMail } from '#domain/email/deliver-mail.server.ts'
import { MAIL_CONCURRENCY, type MailTimes, type MailTransport } from '#domain/email/mail.ts'
import { jobHandlers } from '#domain/job-handlers.server.ts'
import { createSmtpTransport } from '#infra/email/smtp-transport.ts'
import { startSandbox } from '#sandbox/start-sandbox.ts'
import { sampleConfirmation } from '#tests/app/sample-confirmation.ts'
import { planFault, readMessagesTo } from '#tests/support/sandbox-mailbox.ts'
import { from, newGate, setUpMail } from './mail-setup.ts'

const office = setUpMail()

async function jobStates(): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'deliver-mail'`.execute(
    office.db,
  )
  return rows.map((row) => row.state)
}

describe('from a use case to the mailbox', () => {
  test('a letter is there within two seconds of the commit', async () => {
    await office.queue.startWorkers(jobHandlers(office.services()))
    const to = office.newAddress()
    await office.writeLetter(to)
    await vi.waitFor(async () => expect(await readMessagesTo(office.sandbox, to)).toHaveLength(1), {
      timeout: 2_000,
      interval: 20,
    })
    expect((await readMessagesTo(office.sandbox, to))[0]?.subject).toContain('Potwierdzenie zamówień')
    await office.untilAllSent()
  })

  test('nothing goes out when the transaction is taken back', async () => {
    const [kept, undone] = [office.newAddress(), office.newAddress()]
    await expect(
      office.db.transaction().execute(async (trx) => {
        const content = { template: 'order-confirmation', data: sampleConfirmation } as const
        await queueMail(trx, office.services(), { key: 'undone', to: undone, ...content })
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect(await jobStates()).toHaveLength(0)
    await office.writeLetter(kept)
    expect(await jobStates()).toHaveLength(1)
    await office.queue.startWorkers(jobHandlers(office.services()))
    await office.untilAllSent()
    expect(await readMessagesTo(office.sandbox, kept)).toHaveLength(1)
    expect(await readMessagesTo(office.sandbox, undone)).toHaveLength(0)
    expect(await office.outbox()).toHaveLength(1)
  })

  test('the same key twenty times at once is one letter', async () => {
    await office.queue.startWorkers(jobHandlers(office.services()))
    const to = office.newAddress()
    await Promise.all(Array.from({ length: 20 }, () => office.writeLetter(to, 'same')))
    await office.untilAllSent()
    expect(await office.outbox()).toHaveLength(1)
    expect(await readMessagesTo(office.sandbox, to)).toHaveLength(1)
  })

  test('a mail server that refuses, then is gone, then returns: delivered once', async () => {
    const later = await startSandbox({ port: 0 })
    const smtpPort = Number(new URL(later.smtpUrl).port)
    const flaky = createSmtpTransport({ url: later.smtpUrl, from })
    const attempts = vi.fn(flaky.send)
    await office.queue.startWorkers(jobHandlers({ ...office.services(), mail: { ...flaky, send: attempts } }))
    await planFault(later, { service: 'smtp', mode: 'reject', times: 1 })

    const to = office.newAddress()
    await office.writeLetter(to)
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
    await office.untilAllSent(15_000)
    expect(await readMessagesTo(returned, to)).toHaveLength(1)
    flaky.close()
    await returned.close()
  }, 40_000)

  test('three processes, two hundred letters: each exactly once, and fast', async () => {
    const queues = [office.queue, await office.newQueue(), await office.newQueue()]
    await Promise.all(queues.map((process) => process.startWorkers(jobHandlers(office.services()))))
    const addresses = Array.from({ length: 200 }, office.newAddress)
    const started = performance.now()
    await Promise.all(addresses.map((to) => office.writeLetter(to)))
    await office.untilAllSent()
    const perSecond = addresses.length / ((performance.now() - started) / 1_000)
    for (const to of addresses) expect(await readMessagesTo(office.sandbox, to)).toHaveLength(1)
    expect(perSecond).toBeGreaterThan(50)
  })

  test('a server so slow that a crowd of letters takes longer than a job may: each goes out once', async () => {
    const times: MailTimes = { attemptMs: 1_500, jobMs: 2_000, leaseMs: 2_500 }
    const limits = { 'deliver-mail': { atOnce: MAIL_CONCURRENCY, expireInSeconds: times.jobMs / 1_000 } }
    const patient = await office.newQueue({ limits })
    await planFault(office.sandbox, { service: 'smtp', mode: 'slow', times: 1_000, delayMs: 220 })
    const addresses = Array.from({ length: 30 }, office.newAddress)
    for (const to of addresses) await office.writeLetter(to)
    await patient.startWorkers({
      'deliver-mail': ({ mailId }, attempt) => deliverMail(office.services(), mailId, attempt, times),
    })
    await office.untilAllSent()
    for (const to of addresses) expect(await readMessagesTo(office.sandbox, to), to).toHaveLength(1)
  })

  test('a recipient the server refuses is tried once, told once and given up', async () => {
    const told: unknown[] = []
    const refused = office.newAddress()
    const attempts = vi.fn(office.mail.send)
    await planFault(office.sandbox, { service: 'smtp', mode: 'refuse', times: 1 })
    const telling = await office.newQueue({ onError: (...said) => told.push(said) })
    await telling.startWorkers(jobHandlers({ ...office.services(), mail: { ...office.mail, send: attempts } }))
    await office.writeLetter(refused)
    await vi.waitFor(async () => expect(await jobStates()).toEqual(['failed']), { timeout: 5_000, interval: 20 })
    expect(await office.outbox()).toMatchObject([{ sent_at: null, failed_at: expect.any(Date), claimed_until: null }])
    expect(attempts).toHaveBeenCalledTimes(1)
    expect(told).toEqual([
      [
        expect.stringMatching(/^job deliver-mail \S+ given up$/),
        new Error(`mail ${await office.onlyMailId()}: the mail server answered RCPT TO with 550 5.1.1`),
      ],
    ])
    expect(await office.deliver(await office.onlyMailId())).toEqual({ ok: true, value: undefined })
    expect(await readMessagesTo(office.sandbox, refused)).toHaveLength(0)
  })

  test('stop() lets a letter under way finish', async () => {
    const gate = newGate()
    const slow: MailTransport = {
      send: vi.fn((letter, signal) => gate.opened.then(() => office.mail.send(letter, signal))),
      close() {},
    }
    const stopping = await office.newQueue()
    await stopping.startWorkers(jobHandlers({ ...office.services(), mail: slow }))
    const to = office.newAddress()
    await office.writeLetter(to)
    await vi.waitFor(() => expect(slow.send).toHaveBeenCalled(), 3_000)
    const stopped = stopping.stop()
    gate.open()
    await stopped
    await office.untilAllSent(100)
    expect(await readMessagesTo(office.sandbox, to)).toHaveLength(1)
  })
})
