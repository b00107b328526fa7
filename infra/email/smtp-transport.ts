import { createTransport } from 'nodemailer'
import { z } from 'zod'
import {
  isEmailAddress,
  MAIL_CONCURRENCY,
  type Mail,
  type MailFailure,
  type MailTransport,
} from '#domain/kernel/mail.ts'
import { fail, ok } from '#domain/kernel/result.ts'

type SmtpOptions = {
  /** smtp://user:password@host:587 (STARTTLS when offered, demanded when there is a password) or smtps://host:465 */
  url: string
  from: { name: string; address: string }
  /** How long the server may be silent in the middle of a mail, ms. */
  silenceTimeoutMs?: number
}

/** Below the time an attempt has altogether (MAIL_TIMES): a dead server is noticed before that ends. */
const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 15_000

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Mail over SMTP, on a few open connections. Takes plain strings and one recipient: an address that is a list or a
 * subject with a line break is refused, files and addresses on the network are never read into a mail.
 */
export function createSmtpTransport({ url, from, silenceTimeoutMs = SILENCE_TIMEOUT_MS }: SmtpOptions): MailTransport {
  const server = readSmtpAddress(url)
  if (!isEmailAddress(from.address)) throw new Error('the sender is no mail address')
  const senderDomain = from.address.slice(from.address.lastIndexOf('@') + 1)

  const transport = createTransport({
    pool: true,
    ...server,
    maxConnections: MAIL_CONCURRENCY,
    maxMessages: 100,
    maxRequeues: 1,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: silenceTimeoutMs,
    // A connection given up is cut, together with what the system has not sent yet.
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send(mail, signal) {
      const unfit = whyUnfit(mail)
      if (unfit !== undefined) return fail({ reason: 'refused', why: unfit })
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: mail.to },
          ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          messageId: `<${mail.id}@${senderDomain}>`,
          // Machines (out-of-office replies) shall not answer.
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        })
        return ok(undefined)
      } catch (error) {
        return fail(explainFailure(error))
      }
    },
    close: () => transport.close({ force: true }),
  }
}

/** How a mail server is reached, as nodemailer takes it. */
export function readSmtpAddress(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  if (protocol !== 'smtp:' && protocol !== 'smtps:') throw new Error(`not an SMTP address: ${protocol}//…`)
  const secure = protocol === 'smtps:'
  const auth = username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password must not travel in the clear because someone on the way hid STARTTLS.
    requireTLS: !secure && auth !== undefined && !LOOPBACK.includes(hostname),
    ...(auth && { auth }),
  }
}

/** Checked at run time too: what leads here may have come out of a database. */
function whyUnfit({ id, to, replyTo = to, subject, html, text }: Mail): string | undefined {
  if ([id, to, replyTo, subject, html, text].some((value) => typeof value !== 'string')) {
    return 'a mail consists of plain strings'
  }
  if (!isEmailAddress(to)) return 'the recipient is not one mail address'
  if (!isEmailAddress(replyTo)) return 'the address for answers is not one mail address'
  if (/\p{Cc}/u.test(subject)) return 'the subject holds a control character'
  if (!/^[\w-]{1,100}$/.test(id)) return 'a mail needs a plain id'
  return undefined
}

/**
 * Whom a failure concerns. An answer to recipient or content concerns this mail, unless the server says that it closes
 * (421); all else, from the connection to the sender's address, would happen to any mail.
 */
function explainFailure(error: unknown): MailFailure {
  const answer = answerSchema.safeParse(error)
  if (!answer.success || answer.data.responseCode === 421) return { reason: 'server_away', why: nameFailure(error) }
  const { command, response, responseCode } = answer.data
  const [, status = ''] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  const why = `the mail server answered ${command} with ${`${responseCode} ${status}`.trim()}`
  // What the server has against us (5.7.x, a login it asks for) is for the admin to set right: such a mail waits.
  const isFinal = responseCode >= 500 && responseCode !== 530 && !status.startsWith('5.7.')
  return { reason: isFinal ? 'refused' : 'deferred', why }
}

/** What nodemailer reports of a reply that ended a mail. */
const answerSchema = z.object({
  command: z.enum(['RCPT TO', 'DATA']),
  response: z.string(),
  responseCode: z.int(),
})

const failureSchema = z.object({
  code: z.string().default('no code'),
  command: z.string().optional(),
  responseCode: z.int().optional(),
})

/** For the log: codes alone, since messages may hold addresses. */
function nameFailure(error: unknown): string {
  if (error instanceof DOMException) return error.name
  const { data } = failureSchema.safeParse(error)
  return [data?.code ?? 'unknown', data?.command, data?.responseCode].filter((part) => part !== undefined).join(' ')
}
