import { sql } from 'kysely'
import { describe, vi } from 'vitest'
import { MAIL_TIMES, type MailTransport } from '#domain/email/mail.ts'
import { expect, newGate, test } from './mail-setup.ts'

describe('deliverMail', () => {
  test('while one attempt sends, no other does; afterwards there is nothing left to do', async ({ setup }) => {
    const to = setup.newAddress()
    await setup.writeMail(to)
    const id = await setup.onlyMailId()
    const gate = newGate()
    const slow: MailTransport = {
      send: vi.fn((mail, signal) => gate.opened.then(() => setup.services.mail.send(mail, signal))),
      close() {},
    }
    const first = setup.deliver(id, { mail: slow })
    await vi.waitFor(() => expect(slow.send).toHaveBeenCalled())
    await expect(setup.deliver(id)).rejects.toThrow('another attempt')
    gate.open()
    await first
    await setup.deliver(id)
    expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
  })

  test('an attempt whose process died is taken over when its lease has ended', async ({ setup }) => {
    const to = setup.newAddress()
    await setup.writeMail(to)
    const id = await setup.onlyMailId()
    const lease = (interval: string) =>
      setup.db
        .updateTable('mail_outbox')
        .set({ claimed_until: sql<Date>`now() + ${interval}::interval` })
        .execute()
    await lease('5 seconds')
    await expect(setup.deliver(id)).rejects.toThrow('another attempt')
    await lease('-1 second')
    await setup.deliver(id)
    expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
  })

  test('an answer lost after the server took the mail: sent again under the same Message-ID', async ({ setup }) => {
    const to = setup.newAddress()
    await setup.writeMail(to)
    await setup.mailbox.planFault({ service: 'smtp', mode: 'drop', times: 5 })
    await expect(setup.deliver(await setup.onlyMailId())).rejects.toThrow()
    await setup.mailbox.clearFaults()
    await setup.deliver(await setup.onlyMailId())
    const copies = await setup.mailbox.messagesTo(to)
    expect(copies.length).toBeGreaterThan(1)
    expect(new Set(copies.map((copy) => copy.messageId)).size).toBe(1)
  })

  test('an attempt that outlived its lease neither takes the claim from the next one nor gives it away', async ({
    setup,
  }) => {
    await setup.writeMail(setup.newAddress())
    const id = await setup.onlyMailId()
    const [first, second] = [newGate(), newGate()]
    const failing = (gate: ReturnType<typeof newGate>): MailTransport => ({
      send: vi.fn(() => gate.opened.then(() => Promise.reject(new Error('line broken')))),
      close() {},
    })
    const [stalled, next] = [failing(first), failing(second)]
    const late = expect(setup.deliver(id, { mail: stalled, times: { ...MAIL_TIMES, leaseMs: 1 } })).rejects.toThrow(
      'broken',
    )
    await vi.waitFor(() => expect(stalled.send).toHaveBeenCalled())
    const under = expect(setup.deliver(id, { mail: next })).rejects.toThrow('broken')
    await vi.waitFor(() => expect(next.send).toHaveBeenCalled())
    first.open()
    await late
    await expect(setup.deliver(id)).rejects.toThrow('another attempt')
    second.open()
    await under
    await setup.deliver(id)
    expect((await setup.outbox())[0]?.sent_at).not.toBeNull()
  })

  test('an attempt has ended before its lease does', async ({ setup }) => {
    expect(MAIL_TIMES.attemptMs).toBeLessThan(MAIL_TIMES.jobMs)
    expect(MAIL_TIMES.jobMs).toBeLessThan(MAIL_TIMES.leaseMs)
    const to = setup.newAddress()
    await setup.writeMail(to)
    const id = await setup.onlyMailId()
    await setup.mailbox.planFault({ service: 'smtp', mode: 'slow', times: 1, delayMs: 300 })
    await expect(setup.deliver(id, { times: { ...MAIL_TIMES, attemptMs: 450 } })).rejects.toThrow('aborted')
    await setup.deliver(id)
    expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
  })

  test('a mail that cannot be rendered stays, and is given up with the last attempt', async ({ setup }) => {
    await setup.writeMail(setup.newAddress())
    const id = await setup.onlyMailId()
    await setup.db.updateTable('mail_outbox').set({ data: '{}' }).execute()
    await expect(setup.deliver(id)).rejects.toThrow()
    expect(await setup.outbox()).toMatchObject([{ sent_at: null, failed_at: null, claimed_until: null }])
    await expect(setup.deliver(id, { last: true })).rejects.toThrow()
    expect(await setup.outbox()).toMatchObject([{ sent_at: null, failed_at: expect.any(Date), claimed_until: null }])
    await setup.deliver(crypto.randomUUID())
  })
})
