import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, vi } from 'vitest'
import { log } from '#domain/kernel/log.ts'
import { MAIL_TIMES, type MailTransport, type RenderMail } from '#domain/kernel/mail.ts'
import { fail } from '#domain/kernel/result.ts'
import { createSmtpTransport } from '#infra/mails/smtp-transport.ts'
import { eventually } from '#tests/support/fixtures.ts'
import { expect, newGate, test } from './mail-setup.ts'

describe('an attempt to deliver', () => {
  test('that a stop has no time for reports no failure, and the mail stays due', async ({ setup, onTestFinished }) => {
    const reported = vi.spyOn(log, 'error').mockReturnValue()
    onTestFinished(() => reported.mockRestore())
    const gate = newGate()
    const send = vi.fn<MailTransport['send']>(() => gate.opened.then(() => Promise.reject(new Error('cut'))))
    const delivery = setup.startDelivery({ send })
    await setup.writeMail(setup.newAddress())
    await eventually(async () => expect(send).toHaveBeenCalled())
    await delivery.stop(0)
    gate.open()
    await eventually(async () => expect(send.mock.settledResults[0]?.type).toBe('rejected'))
    // Whatever is still under way has ended.
    await delivery.stop()
    expect(reported).not.toHaveBeenCalled()
    expect(await setup.outbox()).toMatchObject([{ sent_at: null, failed_at: null }])
  })

  test('while one process sends a mail, no other does', async ({ setup }) => {
    const [slow, next] = [setup.newAddress(), setup.newAddress()]
    const gate = newGate()
    const send = vi.fn<MailTransport['send']>((mail, signal) =>
      gate.opened.then(() => setup.services.mail.send(mail, signal)),
    )
    await setup.writeMail(slow)
    // One at a time, so that this process does not claim the other mail.
    setup.startDelivery({ send, concurrency: 1 })
    await eventually(async () => expect(send).toHaveBeenCalled())
    setup.startDelivery()
    await setup.writeMail(next)
    await eventually(async () => expect(await setup.mailbox.messagesTo(next)).toHaveLength(1))
    expect(await setup.mailbox.messagesTo(slow)).toHaveLength(0)
    gate.open()
    await setup.untilAllSent()
    expect(await setup.mailbox.messagesTo(slow)).toHaveLength(1)
  })

  test('is taken over when its process died and its lease has ended', async ({ setup }) => {
    const to = setup.newAddress()
    await setup.writeMail(to)
    await setup.setMails(`claimed_until = now() + interval '1 second', next_attempt_at = now() + interval '1 second'`)
    const [held] = await setup.outbox()
    setup.startDelivery()
    await setup.untilAllSent()
    expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
    const [sent] = await setup.outbox()
    expect(sent?.sent_at?.getTime()).toBeGreaterThanOrEqual(held?.claimed_until?.getTime() ?? Infinity)
  })

  test('whose answer was lost after the server took the mail is repeated under the same Message-ID', async ({
    setup,
  }) => {
    const to = setup.newAddress()
    await setup.writeMail(to)
    await setup.mailbox.planFault({ service: 'smtp', mode: 'drop', times: 2 })
    setup.startDelivery()
    await setup.untilAllSent()
    const copies = await setup.mailbox.messagesTo(to)
    expect(copies.length).toBeGreaterThan(1)
    expect(new Set(copies.map((copy) => copy.messageId)).size).toBe(1)
  })

  test('that outlived its lease does not release the claim of its successor', async ({ setup }) => {
    await setup.writeMail(setup.newAddress())
    const [first, second] = [newGate(), newGate()]
    const failing = (gate: ReturnType<typeof newGate>) =>
      vi.fn(() => gate.opened.then(() => fail({ reason: 'server_away' as const, why: 'line broken' })))
    const [stalled, next] = [failing(first), failing(second)]
    const stalledProcess = setup.startDelivery({ send: stalled, times: { leaseMs: 50 } })
    await eventually(async () => expect(stalled).toHaveBeenCalled())
    const nextProcess = setup.startDelivery({ send: next, times: { leaseMs: 60_000 } })
    await eventually(async () => expect(next).toHaveBeenCalled())
    const claim = (await setup.outbox())[0]?.claimed_until
    expect(claim).toBeInstanceOf(Date)
    first.open()
    await stalledProcess.stop()
    expect(await setup.outbox()).toMatchObject([{ claimed_until: claim, next_attempt_at: claim }])
    second.open()
    await nextProcess.stop()
    expect(await setup.outbox()).toMatchObject([{ claimed_until: null }])
    setup.startDelivery()
    await setup.untilAllSent()
  })

  test('whose lease ended before the first byte sends nothing', async ({ setup }) => {
    const to = setup.newAddress()
    await setup.writeMail(to)
    const gate = newGate()
    const renderMail = vi.fn<RenderMail>((row) => gate.opened.then(() => setup.services.renderMail(row)))
    const send = vi.fn(setup.services.mail.send)
    // One at a time, so that this process does not claim the mail again.
    const stalled = setup.startDelivery({ renderMail, send, concurrency: 1 })
    await eventually(async () => expect(renderMail).toHaveBeenCalled())
    // The machine stood still for longer than the lease.
    await setup.setMails(`claimed_until = now() - interval '1 second', next_attempt_at = now() - interval '1 second'`)
    setup.startDelivery()
    await setup.untilAllSent()
    gate.open()
    await stalled.stop()
    expect(send).not.toHaveBeenCalled()
    expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
  })

  test('waits for a slow answer to a mail that was handed over, and no other process sends it', async ({
    setup,
    onTestFinished,
  }) => {
    const gate = newGate()
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, { envelope }, done) {
        received.push(...envelope.rcptTo.map(({ address }) => address))
        stream.resume().once('end', () => gate.opened.then(() => done()))
      },
    })
    const listening = server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const { port } = listening.address() as AddressInfo
    const from = { name: 'Perfumeria', address: 'sklep@perfumeria.example' }
    const transport = createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, from })
    onTestFinished(() => {
      transport.close()
      return new Promise<void>((resolve) => server.close(resolve))
    })
    const to = setup.newAddress()
    await setup.writeMail(to)
    const times = { attemptMs: 300, leaseMs: 900 }
    for (let process = 0; process < 2; process += 1) setup.startDelivery({ send: transport.send, times })
    const leaseEnds = async () => (await setup.outbox())[0]?.claimed_until?.getTime() ?? 0
    await eventually(async () => expect(received).toEqual([to]))
    const firstEnd = await leaseEnds()
    await eventually(async () => expect(await leaseEnds()).toBeGreaterThan(firstEnd + times.leaseMs))
    gate.open()
    await setup.untilAllSent()
    expect(received).toEqual([to])
  })

  test('records that a mail was sent although the database fails meanwhile, instead of sending it again', async ({
    setup,
  }) => {
    await setup.pool.query(`
      create sequence times_recorded;
      create function fail_twice() returns trigger language plpgsql as
        $$ begin if nextval('times_recorded') < 3 then raise 'the database fails'; end if; return new; end $$;
      create trigger fail_twice before update of sent_at on mail_outbox for each row execute function fail_twice()`)
    const to = setup.newAddress()
    await setup.writeMail(to)
    setup.startDelivery()
    await setup.untilAllSent()
    expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
  })

  test('ends before its lease', async ({ setup }) => {
    expect(MAIL_TIMES.attemptMs).toBeLessThan(MAIL_TIMES.leaseMs)
    const to = setup.newAddress()
    await setup.writeMail(to)
    await setup.mailbox.planFault({ service: 'smtp', mode: 'slow', times: 1, delayMs: 300 })
    setup.startDelivery({ times: { attemptMs: 450 } })
    await setup.untilAllSent()
    // A busy machine may cut an attempt that the server has taken.
    expect(new Set((await setup.mailbox.messagesTo(to)).map(({ messageId }) => messageId)).size).toBe(1)
  })
})

describe('a mail that fails for a reason of its own', () => {
  test('is retried with growing pauses, and is given up after a day', async ({ setup }) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    await setup.writeMail(setup.newAddress())
    await setup.setMails(`data = '{}'`)
    setup.startDelivery()
    const secondsToNext = async () => {
      const [mail] = await setup.outbox()
      return { attempts: mail?.attempts, seconds: ((mail?.next_attempt_at.getTime() ?? 0) - Date.now()) / 1_000 }
    }
    for (const [earlier, least, most] of [
      [0, 0.5, 2],
      [5, 50, 64],
      [15, 1_700, 1_800],
      [2_000, 1_700, 1_800],
    ] as const) {
      await setup.setMails(`attempts = ${earlier}, next_attempt_at = now()`)
      await eventually(async () => expect((await secondsToNext()).attempts).toBe(earlier + 1))
      expect((await secondsToNext()).seconds).toBeGreaterThan(least)
      expect((await secondsToNext()).seconds).toBeLessThanOrEqual(most)
    }
    expect(await setup.outbox()).toMatchObject([{ sent_at: null, failed_at: null, claimed_until: null }])
    expect(logged).not.toHaveBeenCalled()
    await setup.setMails(`trying_since = now() - interval '25 hours', next_attempt_at = now()`)
    await eventually(async () =>
      expect(await setup.outbox()).toMatchObject([{ sent_at: null, failed_at: expect.any(Date), claimed_until: null }]),
    )
    expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([{ event: 'mail given up' }])
  })

  test('refused by the server for good is tried once, logged once and given up', async ({ setup }) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const [refused, next] = [setup.newAddress(), setup.newAddress()]
    const send = vi.fn(setup.services.mail.send)
    await setup.mailbox.planFault({ service: 'smtp', mode: 'refuse', times: 1 })
    await setup.writeMail(refused)
    setup.startDelivery({ send })
    await eventually(async () =>
      expect(await setup.outbox()).toMatchObject([{ sent_at: null, failed_at: expect.any(Date), claimed_until: null }]),
    )
    const [mail] = await setup.outbox()
    await setup.writeMail(next)
    await eventually(async () => expect(await setup.mailbox.messagesTo(next)).toHaveLength(1))
    expect(send).toHaveBeenCalledTimes(2)
    expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
      { event: 'mail given up', mail: mail?.id, why: 'the mail server answered RCPT TO with 550 5.1.1' },
    ])
    expect(await setup.mailbox.messagesTo(refused)).toHaveLength(0)
  })

  test('does not keep others from going out', async ({ setup }) => {
    const addresses = Array.from({ length: 20 }, setup.newAddress)
    const [greylisted] = addresses
    for (const to of addresses) await setup.writeMail(to)
    setup.startDelivery({
      send: async (mail, signal) =>
        mail.to === greylisted
          ? fail({ reason: 'deferred', why: 'greylisted' })
          : setup.services.mail.send(mail, signal),
    })
    await eventually(async () =>
      expect((await setup.outbox()).filter(({ sent_at }) => sent_at === null)).toMatchObject([
        { recipient: greylisted },
      ]),
    )
  })
})
