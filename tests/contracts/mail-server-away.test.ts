import { sql } from 'kysely'
import { describe, vi } from 'vitest'
import { MAIL_TIMES, type MailFailure, type MailTransport } from '#domain/kernel/mail.ts'
import { fail } from '#domain/kernel/result.ts'
import { MailServerState } from '#domain/mails/mail-server-state.ts'
import { createSmtpTransport } from '#infra/mails/smtp-transport.ts'
import { startSandbox } from '#sandbox/start-sandbox.ts'
import { eventually } from '#tests/support/fixtures.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { expect, type MailSetup, test } from './mail-setup.ts'

const from = { name: 'Perfumeria', address: 'sklep@perfumeria.example' }

test.beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
})

/** A server that fails while `failure` is set. */
function newServer(setup: MailSetup, failure: MailFailure) {
  const server: { failure: MailFailure | null; tried: string[]; send: MailTransport['send'] } = {
    failure,
    tried: [],
    async send(mail, signal) {
      server.tried.push(mail.to)
      return server.failure ? fail(server.failure) : setup.services.mail.send(mail, signal)
    },
  }
  return server
}

async function writeMails(setup: MailSetup, count: number): Promise<string[]> {
  const addresses = Array.from({ length: count }, setup.newAddress)
  for (const to of addresses) await setup.writeMail(to)
  return addresses
}

describe('while the mail server is away', () => {
  test('a probe tries one mail after the other, and the first success releases all, each once', async ({ setup }) => {
    const addresses = await writeMails(setup, 40)
    const server = newServer(setup, { reason: 'server_away', why: 'ECONNREFUSED' })
    setup.startDelivery({ send: server.send, times: { firstProbeMs: 10, probeMs: 100 } })
    // Sixteen parallel attempts found the outage; then one probe at a time.
    await expect.poll(() => server.tried.length).toBeGreaterThan(20)
    expect(new Set(server.tried).size).toBe(server.tried.length)
    const before = await setup.outbox()
    expect(before.every(({ attempts, failed_at, sent_at }) => attempts === 0 && !failed_at && !sent_at)).toBe(true)
    expect(before.every(({ trying_since }) => trying_since !== null)).toBe(true)
    server.failure = null
    await setup.untilAllSent()
    for (const to of addresses) expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
    expect(vi.mocked(console.warn).mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
      { event: 'mail server away', kind: 'unreachable', why: 'ECONNREFUSED' },
    ])
    expect(vi.mocked(console.info).mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
      { event: 'mail server back' },
    ])
  })

  test('probes come 15 s apart at most, the first after a second', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const state = new MailServerState(MAIL_TIMES)
      const away = fail({ reason: 'server_away', why: 'ECONNREFUSED' } as const)
      state.learn('first', away)
      const pauses = Array.from({ length: 7 }, (_, number) => {
        const pause = state.msToProbe
        vi.advanceTimersByTime(pause)
        expect(state.msToProbe).toBe(0)
        state.beginProbe(`probe ${number}`)
        state.learn(`probe ${number}`, away)
        return pause
      })
      expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
    } finally {
      vi.useRealTimers()
    }
  })

  test('mails are given up after a day, except those that wait for the limit of their address', async ({ setup }) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    await writeMails(setup, 10)
    await setup.setMails(`trying_since = now() - interval '25 hours'`)
    const [mail] = await setup.outbox()
    await setup.db
      .updateTable('mail_outbox')
      .set({ next_attempt_at: sql<Date>`now() + interval '1 hour'` })
      .where('id', '=', mail?.id ?? '')
      .execute()
    const server = newServer(setup, { reason: 'server_away', why: 'ECONNREFUSED' })
    setup.startDelivery({ send: server.send })
    await eventually(async () =>
      expect((await setup.outbox()).filter(({ failed_at }) => failed_at !== null)).toHaveLength(9),
    )
    await eventually(async () => expect(logged).toHaveBeenCalledTimes(9))
  })

  test('a mail on which the server hangs up does not hold up the others', async ({ setup }) => {
    const [poison, ...others] = await writeMails(setup, 20)
    setup.startDelivery({
      send: async (mail, signal) =>
        mail.to === poison
          ? fail({ reason: 'server_away', why: 'ECONNECTION' })
          : setup.services.mail.send(mail, signal),
    })
    const unsent = async () => (await setup.outbox()).filter(({ sent_at }) => sent_at === null)
    await expect.poll(async () => (await unsent()).map(({ recipient }) => recipient)).toEqual([poison])
    for (const to of others) expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
  })

  test('a server that defers every mail counts as unavailable, and no mail loses attempts', async ({ setup }) => {
    const addresses = await writeMails(setup, 30)
    const server = newServer(setup, { reason: 'deferred', why: '452 4.3.1 disk full' })
    setup.startDelivery({ send: server.send })
    await expect.poll(() => server.tried.length).toBeGreaterThan(15)
    const tried = (await setup.outbox()).reduce((sum, { attempts }) => sum + attempts, 0)
    expect(tried).toBeLessThanOrEqual(server.tried.length)
    server.failure = null
    await setup.untilAllSent()
    for (const to of addresses) expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
    expect(vi.mocked(console.warn).mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
      { event: 'mail server away', kind: 'deferring' },
    ])
  })

  test('over SMTP: it refuses, then is gone, then returns: delivered once', async ({ setup }) => {
    const later = await startSandbox({ port: 0 })
    const smtpPort = Number(new URL(later.smtpUrl).port)
    const flaky = createSmtpTransport({ url: later.smtpUrl, from })
    const send = vi.fn(flaky.send)
    await openMailbox(later).planFault({ service: 'smtp', mode: 'reject', times: 1 })
    setup.startDelivery({ send })
    const to = setup.newAddress()
    await setup.writeMail(to)
    await eventually(async () => expect((await setup.outbox())[0]?.attempts).toBe(1))
    await later.close()
    await setup.setMails('next_attempt_at = now()')
    await expect.poll(() => send.mock.calls.length).toBeGreaterThan(3)
    const returned = await startSandbox({ port: 0, smtpPort })
    await setup.untilAllSent()
    expect(await openMailbox(returned).messagesTo(to)).toHaveLength(1)
    flaky.close()
    await returned.close()
  })
})
