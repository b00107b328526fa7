import { vi } from 'vitest'
import { MAIL_TIMES } from '#domain/kernel/mail.ts'
import { reviveMails } from '#domain/mails/mail-store.server.ts'
import { createSmtpTransport } from '#infra/mails/smtp-transport.ts'
import { expect, test } from '#tests/contracts/mail-setup.ts'
import { eventually } from '#tests/support/fixtures.ts'
import { atStrength, printFigure } from './strength.ts'

/** The mailbox holds a thousand messages. */
const ROUNDS = atStrength({ short: 2, full: 18 })
const MAILS_PER_ROUND = 12
/** Mails that each fault affects. */
const FAULTS = 3
const MODES = ['reject', 'refuse', 'hang', 'drop'] as const
const from = { name: 'Perfumeria', address: 'sklep@perfumeria.example' }

test('a mail server that defers, refuses, hangs or disconnects after accepting: each mail arrives once', async ({
  setup,
  sandbox,
}) => {
  for (const stream of ['error', 'warn', 'info'] as const) vi.spyOn(console, stream).mockReturnValue()
  const transport = createSmtpTransport({ url: sandbox.smtpUrl, from, silenceTimeoutMs: 2_000 })
  const times = { ...MAIL_TIMES, firstProbeMs: 10, probeMs: 50, pollMs: 20, attemptMs: 10_000, leaseMs: 15_000 }
  for (let process = 0; process < 3; process += 1) setup.startDelivery({ send: transport.send, times })

  const addresses: string[] = []
  const settled = async () => {
    // Deferred mails would wait for seconds; the test shortens this.
    await setup.pool.query(
      'update mail_outbox set next_attempt_at = now() where sent_at is null and failed_at is null and claimed_until ' +
        'is null',
    )
    const waiting = (await setup.outbox()).filter(({ sent_at, failed_at }) => !sent_at && !failed_at)
    expect(waiting).toEqual([])
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const mode of MODES) {
      await setup.mailbox.planFault({ service: 'smtp', mode, times: FAULTS })
      const to = Array.from({ length: MAILS_PER_ROUND }, setup.newAddress)
      addresses.push(...to)
      await Promise.all(to.map((address) => setup.writeMail(address)))
      await eventually(settled)
    }
  }

  const refused = (await setup.outbox()).filter(({ failed_at }) => failed_at)
  expect(refused).toHaveLength(ROUNDS * FAULTS)
  expect(refused.every(({ failure_reason }) => failure_reason === 'refused')).toBe(true)
  expect(await reviveMails(setup.services.db)).toBe(refused.length)
  await setup.untilAllSent()
  transport.close()

  let copies = 0
  for (const to of addresses) {
    const arrived = await setup.mailbox.messagesTo(to)
    copies += arrived.length
    expect(new Set(arrived.map(({ messageId }) => messageId)).size, to).toBe(1)
  }
  expect(copies - addresses.length).toBeLessThanOrEqual(ROUNDS * FAULTS)
  printFigure(
    `${addresses.length} mails met ${ROUNDS * MODES.length * FAULTS} faults: all arrived, ` +
      `${copies - addresses.length} twice, under one Message-ID`,
  )
})
