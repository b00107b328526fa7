import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe } from 'vitest'
import { isEmailAddress, type Mail, type MailFailure, type MailTransport } from '#domain/kernel/mail.ts'
import { createSmtpTransport } from '#infra/mails/smtp-transport.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { openMailbox } from '#tests/support/mailbox.ts'

const from = { name: 'Perfumeria Ćma', address: 'sklep@perfumeria.example' }

let sandbox: Sandbox
let transport: MailTransport

test.beforeAll(({ sandbox: started }) => {
  sandbox = started
  transport = createSmtpTransport({ url: sandbox.smtpUrl, from })
})
afterAll(() => transport.close())
beforeEach(() => openMailbox(sandbox).clearFaults())

const newMail = (changes: Partial<Mail> = {}): Mail => ({
  id: crypto.randomUUID(),
  to: `${crypto.randomUUID()}@example.com`,
  subject: 'Zażółć gęślą jaźń – 119,00\u00a0zł',
  html: '<p>Łódź, źdźbło, ŻÓŁĆ</p>',
  text: `Łódź, źdźbło, ŻÓŁĆ\n.kropka na początku\n${'ą'.repeat(2_000)}`,
  ...changes,
})

const send = (mail: Mail, through = transport) => through.send(mail, AbortSignal.timeout(10_000))
const failedAs = (reason: MailFailure['reason'], why: unknown) => ({ ok: false, failure: { reason, why } })
const refusedAs = (why: string) => failedAs('refused', why)

describe('SMTP transport', () => {
  test('a mail arrives whole, once, under its Message-ID', async () => {
    const mail = newMail()
    await send(mail)
    const arrived = await openMailbox(sandbox).messagesTo(mail.to)
    expect(arrived).toHaveLength(1)
    expect(arrived[0]).toMatchObject({
      from: from.address,
      to: [mail.to],
      sender: `${from.name} <${from.address}>`,
      messageId: `<${mail.id}@perfumeria.example>`,
      subject: mail.subject,
      html: expect.stringContaining(mail.html),
      text: expect.stringContaining(mail.text),
    })
  })

  test.each([
    'a@example.com, b@example.com',
    'a@example.com;b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'Ktoś <a@example.com>',
    'grupa: a@example.com;',
    '"a b"@example.com',
    'a@example.com b@example.com',
    'a@b@example.com',
    'a\u0000@example.com',
    'a@example.com\u2028b@example.com',
    `${'a'.repeat(60)}@${'b'.repeat(250)}.pl`,
    'example.com',
    '',
  ])('a recipient that is not one plain address is refused: %j', async (to) => {
    expect(isEmailAddress(to)).toBe(false)
    await expect(send(newMail({ to }))).resolves.toEqual(refusedAs('the recipient is not one mail address'))
  })

  test('Reply-To has the given address, which cannot add a header or a second address', async () => {
    const mail = newMail({ replyTo: 'anna@example.com' })
    await send(mail)
    const [arrived] = await openMailbox(sandbox).messagesTo(mail.to)
    expect(arrived).toMatchObject({ replyTo: ['anna@example.com'], sender: `${from.name} <${from.address}>` })
    for (const replyTo of [
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com, b@example.com',
      'Ktoś <a@b.pl>',
      '',
    ]) {
      await expect(send(newMail({ replyTo }))).resolves.toEqual(
        refusedAs('the address for answers is not one mail address'),
      )
    }
  })

  test('a subject cannot add a header', async () => {
    for (const subject of ['x\r\nBcc: b@example.com', 'x\ny', 'x\ry', 'x\u0000y']) {
      await expect(send(newMail({ subject }))).resolves.toEqual(refusedAs('the subject holds a control character'))
    }
  })

  test('objects instead of strings (files, addresses to fetch) are refused', async () => {
    for (const hostile of [{ path: '/etc/passwd' }, { href: 'http://127.0.0.1/' }, ['a'], Buffer.from('x')]) {
      const mail: Mail = Object.assign(newMail(), { html: hostile })
      await expect(send(mail)).resolves.toEqual(refusedAs('a mail consists of plain strings'))
    }
  })

  test('a server that defers, hangs up or is not there makes the attempt fail', async () => {
    const mail = newMail()
    await openMailbox(sandbox).planFault({ service: 'smtp', mode: 'reject', times: 1 })
    await expect(send(mail)).resolves.toEqual(failedAs('deferred', 'the mail server answered DATA with 451'))
    expect(await openMailbox(sandbox).messagesTo(mail.to)).toHaveLength(0)
    await send(mail)
    expect(await openMailbox(sandbox).messagesTo(mail.to)).toHaveLength(1)

    const nobody = createSmtpTransport({ url: 'smtp://127.0.0.1:1', from })
    await expect(send(newMail(), nobody)).resolves.toEqual(failedAs('server_away', 'ESOCKET CONN'))
    nobody.close()
  })

  test('an attempt ends in time when the server does not answer', async () => {
    const hurried = createSmtpTransport({ url: sandbox.smtpUrl, from, silenceTimeoutMs: 200 })
    await openMailbox(sandbox).planFault({ service: 'smtp', mode: 'hang', times: 1 })
    const mail = newMail()
    await expect(send(mail, hurried)).resolves.toEqual(failedAs('server_away', 'ETIMEDOUT CONN'))
    hurried.close()
    // Not by the hurried one: on a busy machine a server that answers may take longer.
    await send(mail)
    expect(await openMailbox(sandbox).messagesTo(mail.to)).toHaveLength(1)
  })

  test.each([
    { at: 'RCPT TO', answer: '550 5.1.1 No such user', reason: 'refused', code: '550 5.1.1' },
    { at: 'RCPT TO', answer: '553 Mailbox name not allowed', reason: 'refused', code: '553' },
    { at: 'DATA', answer: '552 5.3.4 Too big', reason: 'refused', code: '552 5.3.4' },
    { at: 'RCPT TO', answer: '450 4.2.1 Greylisted', reason: 'deferred', code: '450 4.2.1' },
    { at: 'DATA', answer: '452 4.3.1 Disk full', reason: 'deferred', code: '452 4.3.1' },
    { at: 'RCPT TO', answer: '550 5.7.1 Relaying denied', reason: 'deferred', code: '550 5.7.1' },
    { at: 'DATA', answer: '550 5.4.5 Daily user sending limit exceeded', reason: 'deferred', code: '550 5.4.5' },
    { at: 'RCPT TO', answer: '550 5.1.90 Daily limit for recipients', reason: 'deferred', code: '550 5.1.90' },
    { at: 'RCPT TO', answer: '550 5.1.8 Sender address rejected', reason: 'deferred', code: '550 5.1.8' },
    { at: 'RCPT TO', answer: '553 5.1.7 Sender address has no domain', reason: 'deferred', code: '553 5.1.7' },
    { at: 'RCPT TO', answer: '530 Log in first', reason: 'deferred', code: '530' },
    { at: 'RCPT TO', answer: '421 4.3.2 Shutting down', reason: 'server_away', code: '421' },
    { at: 'MAIL FROM', answer: '550 5.1.8 Unknown sender', reason: 'server_away', code: '550' },
    { at: 'MAIL FROM', answer: '451 4.3.0 Try later', reason: 'server_away', code: '451' },
  ] as const)('$at answered with "$answer": $reason', async ({ at, answer, reason, code }) => {
    const answerTo = (command: string) =>
      command === at ? Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) }) : null
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_from, _session, done) => done(answerTo('MAIL FROM')),
      onRcptTo: (_to, _session, done) => done(answerTo('RCPT TO')),
      onData: (stream, _session, done) => stream.resume().once('end', () => done(answerTo('DATA'))),
    })
    const listening = server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const strict = createSmtpTransport({ url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`, from })
    const why = reason === 'server_away' ? expect.stringContaining(code) : `the mail server answered ${at} with ${code}`
    await expect(send(newMail(), strict)).resolves.toEqual({ ok: false, failure: { reason, why } })
    strict.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  test('if TLS is required, nothing is sent to a server that does not offer it', async ({ onTestFinished }) => {
    let mails = 0
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_from, _session, done) => {
        mails += 1
        done(null)
      },
    })
    server.on('error', () => undefined)
    const listening = server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}?requireTLS=true`
    const careful = createSmtpTransport({ url, from })
    onTestFinished(async () => {
      careful.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    })
    expect(await send(newMail(), careful)).toEqual(failedAs('server_away', expect.stringContaining('ETLS')))
    expect(mails).toBe(0)
  })

  test('an attempt ends at its timeout, even if the server keeps answering, and sends nothing afterwards', async () => {
    const mail = newMail()
    await openMailbox(sandbox).planFault({ service: 'smtp', mode: 'slow', times: 1, delayMs: 300 })
    await expect(transport.send(mail, AbortSignal.timeout(450))).resolves.toEqual(failedAs('server_away', 'EABORT'))
    // The connection is lost, so this mail is sent over a new one. When it arrives, the other mail would have arrived
    // as well.
    await openMailbox(sandbox).planFault({ service: 'smtp', mode: 'slow', times: 1, delayMs: 300 })
    const next = newMail()
    await send(next)
    expect(await openMailbox(sandbox).messagesTo(next.to)).toHaveLength(1)
    expect(await openMailbox(sandbox).messagesTo(mail.to)).toHaveLength(0)
    await expect(transport.send(mail, AbortSignal.abort())).resolves.toEqual(failedAs('server_away', 'EABORT'))
    expect(await openMailbox(sandbox).messagesTo(mail.to)).toHaveLength(0)
  })

  test('closing ends attempts in progress', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const closing = createSmtpTransport({ url: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, from })
    const sending = expect(send(newMail(), closing)).resolves.toEqual(failedAs('server_away', 'ECONNECTION'))
    const [socket]: Socket[] = await once(silent, 'connection')
    closing.close()
    await sending
    socket?.destroy()
    silent.close()
  })

  test('only addresses of mail servers are accepted', () => {
    expect(() => createSmtpTransport({ url: 'http://127.0.0.1', from })).toThrow('SMTP')
    expect(() => createSmtpTransport({ url: sandbox.smtpUrl, from: { name: '', address: 'a, b' } })).toThrow('sender')
  })
})
