import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mail, MailTransport } from '#domain/email/mail.ts'
import { isMailAddress } from '#domain/email/mail-address.ts'
import { createSmtpTransport } from '#infra/email/smtp.ts'
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts'
import { lettersTo, planFault } from '#tests/support/sandbox-mailbox.ts'

const from = { name: 'Perfumeria Ćma', address: 'sklep@perfumeria.example' }

let sandbox: Sandbox
let transport: MailTransport

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  transport = createSmtpTransport({ url: sandbox.smtpUrl, from })
})
afterAll(async () => {
  transport.close()
  await sandbox.close()
})
beforeEach(() => fetch(`${sandbox.mailboxUrl}_control/faults`, { method: 'DELETE' }))

const letter = (changes: Partial<Mail> = {}): Mail => ({
  id: crypto.randomUUID(),
  to: `${crypto.randomUUID()}@example.com`,
  subject: 'Zażółć gęślą jaźń – 119,00\u00a0zł',
  html: '<p>Łódź, źdźbło, ŻÓŁĆ</p>',
  text: `Łódź, źdźbło, ŻÓŁĆ\n.kropka na początku\n${'ą'.repeat(2_000)}`,
  ...changes,
})

describe('sending', () => {
  test('a letter arrives whole, once, under its Message-ID', async () => {
    const mail = letter()
    await transport.send(mail)
    const arrived = await lettersTo(sandbox, mail.to)
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
    expect(isMailAddress(to)).toBe(false)
    await expect(transport.send(letter({ to }))).rejects.toThrow('not one mail address')
  })

  test('a subject cannot add a header', async () => {
    for (const subject of ['x\r\nBcc: b@example.com', 'x\ny', 'x\ry', 'x\u0000y']) {
      await expect(transport.send(letter({ subject }))).rejects.toThrow('subject')
    }
  })

  test('objects in the place of strings (files, addresses to fetch) are refused', async () => {
    for (const hostile of [{ path: '/etc/passwd' }, { href: 'http://127.0.0.1/' }, ['a'], Buffer.from('x')]) {
      const mail: Mail = Object.assign(letter(), { html: hostile })
      await expect(transport.send(mail)).rejects.toThrow('plain strings')
    }
  })

  test('a server that says later, hangs up or is not there makes the attempt fail', async () => {
    const mail = letter()
    await planFault(sandbox, { service: 'smtp', mode: 'reject', times: 1 })
    await expect(transport.send(mail)).rejects.toThrow('451')
    expect(await lettersTo(sandbox, mail.to)).toHaveLength(0)
    await transport.send(mail)
    expect(await lettersTo(sandbox, mail.to)).toHaveLength(1)

    const nobody = createSmtpTransport({ url: 'smtp://127.0.0.1:1', from })
    await expect(nobody.send(letter())).rejects.toThrow()
    nobody.close()
  })

  test('a server that falls silent is given up in time', async () => {
    const impatient = createSmtpTransport({ url: sandbox.smtpUrl, from, silenceTimeoutMs: 200 })
    await planFault(sandbox, { service: 'smtp', mode: 'hang', times: 1 })
    const mail = letter()
    await expect(impatient.send(mail)).rejects.toThrow(/timeout/i)
    await impatient.send(mail)
    expect(await lettersTo(sandbox, mail.to)).toHaveLength(1)
    impatient.close()
  })

  test('only addresses of mail servers are taken', () => {
    expect(() => createSmtpTransport({ url: 'http://127.0.0.1', from })).toThrow('SMTP')
    expect(() => createSmtpTransport({ url: sandbox.smtpUrl, from: { name: '', address: 'a, b' } })).toThrow('sender')
  })
})
