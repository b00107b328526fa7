import { createTransport } from 'nodemailer'
import type { Mail, MailTransport } from '#domain/email/mail.ts'
import { isMailAddress } from '#domain/email/mail-address.ts'

export type SmtpOptions = {
  /** smtp://user:password@host:587 (STARTTLS when offered, demanded when there is a password) or smtps://host:465 */
  url: string
  from: { name: string; address: string }
  /** How long the server may keep silent in the middle of a letter, ms. */
  silenceTimeoutMs?: number
}

/** An attempt ends after this long at the latest; the sum stays under the lease of domain/email/mail-store.server.ts. */
const CONNECT_TIMEOUT_MS = 4_000
const GREETING_TIMEOUT_MS = 4_000
const SILENCE_TIMEOUT_MS = 8_000

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Mail over SMTP with a few kept connections. Takes plain strings and one recipient: an address that is a list or a
 * subject with a line break is refused, files and addresses on the network are never read into a letter.
 */
export function createSmtpTransport({ url, from, silenceTimeoutMs = SILENCE_TIMEOUT_MS }: SmtpOptions): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url)
  if (protocol !== 'smtp:' && protocol !== 'smtps:') throw new Error(`not an SMTP address: ${protocol}//…`)
  if (!isMailAddress(from.address)) throw new Error('the sender is no mail address')
  const secure = protocol === 'smtps:'
  const auth = username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  const senderDomain = from.address.slice(from.address.lastIndexOf('@') + 1)

  const transport = createTransport({
    pool: true,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password must not travel in the clear because someone on the way hid STARTTLS.
    requireTLS: !secure && auth !== undefined && !LOOPBACK.includes(hostname),
    ...(auth && { auth }),
    maxConnections: 4,
    maxMessages: 100,
    maxRequeues: 1,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send(mail) {
      assertSafe(mail)
      await transport.sendMail({
        from,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId: `<${mail.id}@${senderDomain}>`,
        // Machines (out-of-office replies) shall not answer.
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close: () => transport.close(),
  }
}

/** Checked at run time too: what leads here may have come out of a database. */
function assertSafe(mail: Mail): void {
  const { id, to, subject, html, text } = mail
  for (const value of [id, to, subject, html, text]) {
    if (typeof value !== 'string') throw new TypeError('a letter consists of plain strings')
  }
  if (!isMailAddress(to)) throw new Error(`mail ${id}: the recipient is not one mail address`)
  if (/\p{Cc}/u.test(subject)) throw new Error(`mail ${id}: the subject holds a control character`)
  if (!/^[\w-]{1,100}$/.test(id)) throw new Error('a letter needs a plain id')
}
