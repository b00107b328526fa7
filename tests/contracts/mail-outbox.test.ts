import { sql } from 'kysely'
import { describe, vi } from 'vitest'
import { z } from 'zod'
import type { Job } from '#domain/define-job.ts'
import deliverMailJob, { deliverMail } from '#domain/email/deliver-mail.job.server.ts'
import type { MailTimes, MailTransport } from '#domain/email/mail.ts'
import { queueMail } from '#domain/email/queue-mail.server.ts'
import { createSmtpTransport } from '#infra/email/smtp-transport.ts'
import { startSandbox } from '#sandbox/start-sandbox.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { expect, type MailSetup, newGate, test } from './mail-setup.ts'

const from = { name: 'Perfumeria', address: 'sklep@perfumeria.example' }

async function jobStates({ db }: Pick<MailSetup, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'deliver-mail'`.execute(db)
  return rows.map((row) => row.state)
}

describe('queueMail', () => {
  test('a mail is there within two seconds of the commit', async ({ setup }) => {
    await setup.queue.startWorkers(setup.services)
    const to = setup.newAddress()
    await setup.writeMail(to)
    await vi.waitFor(async () => expect(await setup.mailbox.messagesTo(to)).toHaveLength(1), {
      timeout: 2_000,
      interval: 20,
    })
    expect((await setup.mailbox.messagesTo(to))[0]?.subject).toContain('Potwierdzenie zamówień')
    await setup.untilAllSent()
  })

  test('nothing goes out when the transaction is taken back', async ({ setup }) => {
    const [committed, undone] = [setup.newAddress(), setup.newAddress()]
    await expect(
      setup.db.transaction().execute(async (trx) => {
        const content = { template: 'order-confirmation', ids: { checkoutId: setup.checkoutId } } as const
        await queueMail(trx, setup.services, { key: 'undone', to: undone, ...content })
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect(await jobStates(setup)).toHaveLength(0)
    await setup.writeMail(committed)
    expect(await jobStates(setup)).toHaveLength(1)
    await setup.queue.startWorkers(setup.services)
    await setup.untilAllSent()
    expect(await setup.mailbox.messagesTo(committed)).toHaveLength(1)
    expect(await setup.mailbox.messagesTo(undone)).toHaveLength(0)
    expect(await setup.outbox()).toHaveLength(1)
  })

  test('the same key twenty times at once is one mail', async ({ setup }) => {
    await setup.queue.startWorkers(setup.services)
    const to = setup.newAddress()
    await Promise.all(Array.from({ length: 20 }, () => setup.writeMail(to, 'same')))
    await setup.untilAllSent()
    expect(await setup.outbox()).toHaveLength(1)
    expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
  })

  test('a mail server that refuses, then is gone, then returns: delivered once', async ({ setup }) => {
    const later = await startSandbox({ port: 0 })
    const smtpPort = Number(new URL(later.smtpUrl).port)
    const flaky = createSmtpTransport({ url: later.smtpUrl, from })
    const attempts = vi.fn(flaky.send)
    await setup.queue.startWorkers({ ...setup.services, mail: { ...flaky, send: attempts } })
    await openMailbox(later).planFault({ service: 'smtp', mode: 'reject', times: 1 })

    const to = setup.newAddress()
    await setup.writeMail(to)
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
    await setup.untilAllSent(15_000)
    expect(await openMailbox(returned).messagesTo(to)).toHaveLength(1)
    flaky.close()
    await returned.close()
  }, 40_000)

  test('three processes, two hundred mails: each exactly once', async ({ setup }) => {
    const queues = [setup.queue, await setup.newQueue(), await setup.newQueue()]
    await Promise.all(queues.map((process) => process.startWorkers(setup.services)))
    const addresses = Array.from({ length: 200 }, setup.newAddress)
    await Promise.all(addresses.map((to) => setup.writeMail(to)))
    await setup.untilAllSent(25_000)
    for (const to of addresses) expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
  })

  test('a worker that has sent a mail takes the next at once: thirty in less than the time of thirty polls', async ({
    setup,
  }) => {
    const queue = await setup.newQueue({ jobs: [{ ...deliverMailJob, concurrency: 1 }] })
    for (let mail = 0; mail < 30; mail += 1) await setup.writeMail(setup.newAddress())
    const started = performance.now()
    await queue.startWorkers(setup.services)
    await setup.untilAllSent(25_000)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('a server so slow that a crowd of mails takes longer than a job may: each goes out once', async ({ setup }) => {
    const times: MailTimes = { attemptMs: 1_500, jobMs: 2_000, leaseMs: 2_500 }
    const job: Job = {
      ...deliverMailJob,
      timeoutSeconds: times.jobMs / 1_000,
      run: (services, payload, attempt) =>
        deliverMail(services, z.object({ mailId: z.string() }).parse(payload).mailId, attempt, times),
    }
    const queue = await setup.newQueue({ jobs: [job] })
    await setup.mailbox.planFault({ service: 'smtp', mode: 'slow', times: 1_000, delayMs: 220 })
    const addresses = Array.from({ length: 30 }, setup.newAddress)
    for (const to of addresses) await setup.writeMail(to)
    await queue.startWorkers(setup.services)
    await setup.untilAllSent()
    for (const to of addresses) expect(await setup.mailbox.messagesTo(to), to).toHaveLength(1)
  })

  test('a recipient the server refuses is tried once, logged once and given up', async ({ setup }) => {
    const logged: unknown[] = []
    const refused = setup.newAddress()
    const attempts = vi.fn(setup.services.mail.send)
    await setup.mailbox.planFault({ service: 'smtp', mode: 'refuse', times: 1 })
    const queue = await setup.newQueue({ onError: (...entry) => logged.push(entry) })
    await queue.startWorkers({ ...setup.services, mail: { ...setup.services.mail, send: attempts } })
    await setup.writeMail(refused)
    await vi.waitFor(async () => expect(await jobStates(setup)).toEqual(['failed']), { timeout: 5_000, interval: 20 })
    expect(await setup.outbox()).toMatchObject([{ sent_at: null, failed_at: expect.any(Date), claimed_until: null }])
    expect(attempts).toHaveBeenCalledTimes(1)
    expect(logged).toEqual([
      [
        expect.stringMatching(/^job deliver-mail \S+ given up$/),
        new Error(`mail ${await setup.onlyMailId()}: the mail server answered RCPT TO with 550 5.1.1`),
      ],
    ])
    expect(await setup.deliver(await setup.onlyMailId())).toEqual({ ok: true, value: undefined })
    expect(await setup.mailbox.messagesTo(refused)).toHaveLength(0)
  })

  test('stop() lets a mail under way finish', async ({ setup }) => {
    const gate = newGate()
    const slow: MailTransport = {
      send: vi.fn((mail, signal) => gate.opened.then(() => setup.services.mail.send(mail, signal))),
      close() {},
    }
    const stopping = await setup.newQueue()
    await stopping.startWorkers({ ...setup.services, mail: slow })
    const to = setup.newAddress()
    await setup.writeMail(to)
    await vi.waitFor(() => expect(slow.send).toHaveBeenCalled(), 3_000)
    const stopped = stopping.stop()
    gate.open()
    await stopped
    await setup.untilAllSent(100)
    expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
  })
})
