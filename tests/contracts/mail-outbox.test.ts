import { describe, vi } from 'vitest'
import { MAIL_TIMES, type MailTransport } from '#domain/kernel/mail.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { claimMails } from '#domain/mails/mail-store.server.ts'
import { eventually } from '#tests/support/fixtures.ts'
import { expect, newGate, test } from './mail-setup.ts'

describe('queueMail', () => {
  test('a mail is sent at the next poll, within a second', async ({ setup }) => {
    expect(MAIL_TIMES.pollMs).toBeLessThanOrEqual(1_000)
    setup.startDelivery({ times: MAIL_TIMES })
    await setup.writeMail(setup.newAddress())
    await setup.untilAllSent()
    const to = setup.newAddress()
    await setup.writeMail(to)
    await setup.untilAllSent()
    const received = await setup.mailbox.messagesTo(to)
    expect(received.map(({ subject }) => subject)).toEqual([expect.stringContaining('Potwierdzenie zamówień')])
  })

  test('nothing is sent when the transaction is rolled back', async ({ setup }) => {
    const [committed, undone] = [setup.newAddress(), setup.newAddress()]
    await expect(
      setup.db.transaction().execute(async (trx) => {
        const content = { template: 'order-confirmation', ids: { checkoutId: setup.checkoutId } } as const
        await queueMail(trx, { key: 'undone', to: undone, ...content })
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    await setup.writeMail(committed)
    setup.startDelivery()
    await setup.untilAllSent()
    expect(await setup.mailbox.messagesTo(committed)).toHaveLength(1)
    expect(await setup.mailbox.messagesTo(undone)).toHaveLength(0)
    expect(await setup.outbox()).toHaveLength(1)
  })

  test('the same key twenty times at once is one mail', async ({ setup }) => {
    setup.startDelivery()
    const to = setup.newAddress()
    await Promise.all(Array.from({ length: 20 }, () => setup.writeMail(to, 'same')))
    await setup.untilAllSent()
    expect(await setup.outbox()).toHaveLength(1)
    expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
  })

  test('three processes send sixty mails exactly once', async ({ setup }) => {
    for (let process = 0; process < 3; process += 1) setup.startDelivery()
    const addresses = Array.from({ length: 60 }, setup.newAddress)
    await Promise.all(addresses.map((to) => setup.writeMail(to)))
    await setup.untilAllSent()
    for (const to of addresses) expect(await setup.mailbox.messagesTo(to)).toHaveLength(1)
  })

  test('a sender claims the next mail at once: twelve without a second poll', async ({ setup }) => {
    for (let mail = 0; mail < 12; mail += 1) await setup.writeMail(setup.newAddress())
    setup.startDelivery({ concurrency: 1, times: { pollMs: 600_000 } })
    await setup.untilAllSent()
  })

  test('in a backlog mails with links are sent first, then mails about orders, then the rest', async ({ setup }) => {
    const { id: userId } = await setup.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const tokenId = crypto.randomUUID()
    await setup.db.transaction().execute(async (trx) => {
      const write = (mail: Parameters<typeof queueMail>[1]) => queueMail(trx, mail)
      for (let n = 0; n < 3; n += 1) {
        await write({ key: `w${n}`, to: setup.newAddress(), template: 'welcome', ids: { userId, tokenId } })
      }
      const ids = { checkoutId: setup.checkoutId }
      await write({ key: 'order', to: setup.newAddress(), template: 'order-confirmation', ids })
      await write({ key: 'login', to: setup.newAddress(), template: 'login-link', ids: { tokenId } })
    })
    const taken = []
    for (let n = 0; n < 3; n += 1) {
      const { mails } = await claimMails(setup.db, { most: 1, leaseMs: 60_000, limitFactor: 1 })
      taken.push(...mails.map(({ template }) => template))
    }
    expect(taken).toEqual(['login-link', 'order-confirmation', 'welcome'])
  })

  test('many mails on a slow server, longer than one attempt may take: each is sent once', async ({ setup }) => {
    await setup.mailbox.planFault({ service: 'smtp', mode: 'slow', times: 1_000, delayMs: 660 })
    // One mail takes 2 s, all take 15 s: an attempt may take six times as long as one mail, and less than all.
    const addresses = Array.from({ length: 112 }, setup.newAddress)
    for (const to of addresses) await setup.writeMail(to)
    setup.startDelivery({ times: { attemptMs: 12_000, leaseMs: 18_000 } })
    await setup.untilAllSent(120_000)
    for (const to of addresses) expect(await setup.mailbox.messagesTo(to), to).toHaveLength(1)
  })

  test('stop() lets a mail in progress finish, and begins no other', async ({ setup }) => {
    const gate = newGate()
    const send = vi.fn<MailTransport['send']>((mail, signal) =>
      gate.opened.then(() => setup.services.mail.send(mail, signal)),
    )
    const stopping = setup.startDelivery({ send, concurrency: 1 })
    const [first, second] = [setup.newAddress(), setup.newAddress()]
    await setup.writeMail(first)
    await eventually(async () => expect(send).toHaveBeenCalled())
    await setup.writeMail(second)
    const stopped = stopping.stop()
    gate.open()
    await stopped
    expect((await setup.outbox()).map(({ recipient, sent_at }) => [recipient, sent_at !== null])).toEqual([
      [first, true],
      [second, false],
    ])
    expect(await setup.mailbox.messagesTo(first)).toHaveLength(1)
    expect(await setup.mailbox.messagesTo(second)).toHaveLength(0)
  })
})

describe('an address that was never proven', () => {
  const sentOf = async (setup: { outbox: () => Promise<{ key: string; sent_at: Date | null }[]> }) =>
    (await setup.outbox()).filter(({ sent_at }) => sent_at !== null).map(({ key }) => key)

  test('gets five mails an hour from all processes; the others follow when the hour is over, oldest first', async ({
    setup,
  }) => {
    const to = setup.newAddress()
    for (let n = 1; n <= 12; n += 1) await setup.writeMail(to, `mail-${n}`)
    for (let process = 0; process < 3; process += 1) setup.startDelivery()
    const other = setup.newAddress()
    const keys = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, n) => `mail-${first + n}`)
    const untilSent = (sent: string[], mails: number) =>
      eventually(async () => {
        expect((await sentOf(setup)).filter((key) => key !== 'other')).toEqual(sent)
        const held = (await setup.outbox()).filter(
          ({ sent_at, claimed_until, next_attempt_at }) =>
            sent_at === null && claimed_until === null && next_attempt_at.getTime() > Date.now() + 30_000,
        )
        expect(held).toHaveLength(mails)
      })
    await untilSent(keys(1, 5), 7)
    await setup.writeMail(other, 'other')
    await eventually(async () => expect(await setup.mailbox.messagesTo(other)).toHaveLength(1))
    expect(await setup.mailbox.messagesTo(to)).toHaveLength(5)

    const anHourPasses = () =>
      setup.setMails(`sent_at = sent_at - interval '61 min', next_attempt_at = next_attempt_at - interval '61 min'`)
    await anHourPasses()
    await untilSent(keys(1, 10), 2)
    await anHourPasses()
    await setup.untilAllSent()
    expect(await setup.mailbox.messagesTo(to)).toHaveLength(12)
  })

  test.for([
    ['opened a link of the shop', 'update users set email_verified = true'],
    [
      'received a parcel',
      `insert into shipments (order_id, status, receiver_name, receiver_phone, receiver_email)
       select id, 'delivered', 'Anna', '+48600100200', 'a@example.test' from orders limit 1`,
    ],
  ] as const)('has no such limit once it %s', async ([, prove], { setup }) => {
    const { email } = await setup.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
    await setup.pool.query(prove)
    for (let n = 1; n <= 8; n += 1) await setup.writeMail(email, `mail-${n}`)
    setup.startDelivery()
    await setup.untilAllSent()
    expect(await setup.mailbox.messagesTo(email)).toHaveLength(8)
  })

  test('still gets the link to a new password', async ({ setup }) => {
    const to = setup.newAddress()
    for (let n = 1; n <= 6; n += 1) await setup.writeMail(to, `mail-${n}`)
    setup.startDelivery()
    await eventually(async () => expect(await sentOf(setup)).toHaveLength(5))
    await setup.pool.query(
      `with link as (
        insert into account_links (purpose, email, expires_at) values ('password-reset', $1, now() + interval '30 minutes')
        returning id)
      insert into mail_outbox (key, template, recipient, data)
        select 'link', 'password-reset', $1, jsonb_build_object('tokenId', id) from link`,
      [to],
    )
    await eventually(async () => expect(await sentOf(setup)).toContain('link'))
    expect(await sentOf(setup)).not.toContain('mail-6')
  })

  test('has the limit that the admin set, times LIMIT_FACTOR', async ({ setup }) => {
    await setup.pool.query('update unproven_account_limits set mails_per_hour = 2')
    const to = setup.newAddress()
    for (let n = 1; n <= 6; n += 1) await setup.writeMail(to, `mail-${n}`)
    const once = setup.startDelivery({ limitFactor: 1 })
    await eventually(async () => expect(await sentOf(setup)).toHaveLength(2))
    await once.stop()
    await setup.pool.query('update mail_outbox set next_attempt_at = now() where sent_at is null')
    setup.startDelivery({ limitFactor: 3 })
    await setup.untilAllSent()
  })
})
