import { createTransport } from 'nodemailer'
import { z } from 'zod'
import {
  isEmailAddress,
  MAIL_CONCURRENCY,
  MAIL_TIMES,
  type Mail,
  type MailFailure,
  type MailTransport,
} from '#domain/kernel/mail.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'

type SmtpOptions = {
  /**
   * smtps://host:465, or smtp://user:password@host:587: STARTTLS when offered, demanded when there is a password or
   * `?requireTLS=true`
   */
  url: string
  from: { name: string; address: string }
  /** How long the server may be silent in the middle of a mail, ms. */
  silenceTimeoutMs?: number
}

/** Shorter than MAIL_TIMES.attemptMs, so that a dead server is noticed before the attempt ends. */
const CONNECT_TIMEOUT_MS = 10_000
/** As long as an answer may take. The attempt's signal ends a connection that is silent before a mail was handed over. */
const SILENCE_TIMEOUT_MS = MAIL_TIMES.answerMs

/** The parameter of an address with which infra/safe-settings.ts allows smtp: on https. */
const TLS_DEMANDED = /[?&]requireTLS=true(&|$)/i
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Sends mail over SMTP on a few open connections. Accepts plain strings and one recipient: a list of addresses or a
 * subject with a line break is refused, and files and network addresses are never read into a mail.
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
    // An abandoned connection is destroyed with its unsent bytes.
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  /** By Message-ID: what to call when the end of a mail is sent. */
  const listeners = new Map<unknown, () => void>()
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((bytes) => bytes.once('end', () => listeners.get(data.messageId)?.()))
    done()
  })

  return {
    async send(mail, signal, onHandedOver = () => {}) {
      const unfit = whyUnfit(mail)
      if (unfit !== undefined) return fail({ reason: 'refused', why: unfit })
      const messageId = `<${mail.id}@${senderDomain}>`
      listeners.set(messageId, onHandedOver)
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: mail.to },
          ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          attachments: mail.attachments?.map(({ filename, contentType, content }) => ({
            filename,
            contentType,
            content,
          })),
          messageId,
          // Prevents automatic answers, such as out-of-office replies.
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(mail.unsubscribeUrl !== undefined && {
              'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        })
        return ok(undefined)
      } catch (error) {
        return fail(explainFailure(error))
      } finally {
        listeners.delete(messageId)
      }
    },
    close: () => transport.close({ force: true }),
  }
}

/** Nodemailer's options for the address of a mail server. */
export function readSmtpAddress(url: string) {
  const { protocol, hostname, port, username, password, search } = new URL(url)
  if (protocol !== 'smtp:' && protocol !== 'smtps:') throw new Error(`not an SMTP address: ${protocol}//…`)
  const secure = protocol === 'smtps:'
  const auth = username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // Without this, an attacker who hides STARTTLS would get mails and password in plain text.
    requireTLS: !secure && (TLS_DEMANDED.test(search) || (auth !== undefined && !LOOPBACK.includes(hostname))),
    ...(auth && { auth }),
  }
}

/** Why a mail cannot be sent. Checks types too, because values may come from the database. */
function whyUnfit({ id, to, replyTo = to, subject, html, text, attachments = [] }: Mail): string | undefined {
  if ([id, to, replyTo, subject, html, text].some((value) => typeof value !== 'string')) {
    return 'a mail consists of plain strings'
  }
  if (!attachments.every(({ filename, content }) => /^[\w-]{1,80}\.pdf$/.test(filename) && Buffer.isBuffer(content))) {
    return 'an attachment is bytes under a plain name'
  }
  if (!isEmailAddress(to)) return 'the recipient is not one mail address'
  if (!isEmailAddress(replyTo)) return 'the address for answers is not one mail address'
  if (/\p{Cc}/u.test(subject)) return 'the subject holds a control character'
  if (!/^[\w-]{1,100}$/.test(id)) return 'a mail needs a plain id'
  return undefined
}

/**
 * Statuses that concern the sender, not this mail (RFC 3463): a bad address (5.1.7, 5.1.8), a policy (5.7.x), or the limit
 * of a day (5.4.5 of Gmail, 5.1.90 of Microsoft).
 */
const ABOUT_SENDER = /^5\.(?:1\.(?:7|8|90)$|4\.5$|7\.)/

/**
 * Distinguishes failures of this mail from those of the server. An answer to recipient or content concerns this mail,
 * unless the server closes (421). Every other failure would happen to any mail.
 */
function explainFailure(error: unknown): MailFailure {
  const answer = answerSchema.safeParse(error)
  if (!answer.success || answer.data.responseCode === 421) return { reason: 'server_away', why: nameFailure(error) }
  const { command, response, responseCode } = answer.data
  const [, status = ''] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  const why = `the mail server answered ${command} with ${`${responseCode} ${status}`.trim()}`
  // The admin can correct a refusal of the shop itself, or its limit of a day ends, so the mail waits.
  const isFinal = responseCode >= 500 && responseCode !== 530 && !ABOUT_SENDER.test(status)
  return { reason: isFinal ? 'refused' : 'deferred', why }
}

/** Nodemailer's error for a reply that ended a mail. */
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

/** The codes of an error, for the log: messages may contain addresses. */
function nameFailure(error: unknown): string {
  if (error instanceof DOMException) return error.name
  const { data } = failureSchema.safeParse(error)
  return [data?.code ?? 'unknown', data?.command, data?.responseCode].filter((part) => part !== undefined).join(' ')
}

const TIMEOUT_MS = 8_000

/** Checks that the mail server answers: connects and, with a password, signs in. */
export function createSmtpCheck(url: string): Services['mailServer'] {
  return {
    async check(signal) {
      const transport = createTransport({
        ...readSmtpAddress(url),
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
      })
      const end = () => transport.close()
      signal.addEventListener('abort', end, { once: true })
      try {
        await transport.verify()
      } finally {
        signal.removeEventListener('abort', end)
        transport.close()
      }
    },
  }
}
