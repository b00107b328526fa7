import type { Result } from './result.ts'

/** One rendered mail: plain strings, one recipient. */
export type Mail = {
  /** Stable per outbox row. A repeated delivery carries the same Message-ID, so that mailboxes can recognise it. */
  id: string
  to: string
  subject: string
  html: string
  text: string
  /** One bare address that receives replies instead of the sender. */
  replyTo?: string
  /** The address to which mail programs post to end such mails (RFC 8058); absent where the mail is a duty. */
  unsubscribeUrl?: string
  /** Bytes that the shop made itself; a mail never names a file or an address to read them from. */
  attachments?: readonly MailAttachment[]
}

export type MailAttachment = { filename: string; contentType: 'application/pdf'; content: Buffer }

/** Port to the mail server. */
export type MailTransport = {
  /**
   * `signal` ends the attempt and closes its connection. No byte of the mail is sent afterwards. `onHandedOver` is
   * called just before the mail's last byte is sent: from then on the server may have accepted it.
   */
  send(mail: Mail, signal: AbortSignal, onHandedOver?: () => void): Promise<Result<void, MailFailure>>
  /** Ends all attempts in progress. */
  close(): void
}

/** `why` is for the log and contains neither an address nor text of the mail. */
export type MailFailure = {
  reason: /** This mail can never be sent. */
    | 'refused'
    /** The server deferred this mail; others may pass. */
    | 'deferred'
    /** No mail can be sent now: the server is unreachable or accepts nothing. */
    | 'server_away'
  why: string
}

/** Why a mail was given up, for the admin. */
export const MAIL_FAILURE_LABELS: Record<MailFailure['reason'], string> = {
  refused: 'Serwer pocztowy odbiorcy odmówił przyjęcia wiadomości.',
  deferred: 'Przez dobę nie udało się jej wysłać.',
  server_away: 'Przez dobę serwer pocztowy był niedostępny.',
}

/**
 * One bare address: no display name, no list, no line break, no quoting, at most 254 characters. An accepted address
 * cannot add a header or a second recipient.
 */
export function isEmailAddress(value: string): boolean {
  return value.length <= 254 && /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(value)
}

export const EMAIL_TEXTS = { required: 'Email jest wymagany', invalid: 'Podaj prawidłowy adres email' } as const

/**
 * Trims and lower-cases the address, and writes a domain with letters of other alphabets as 'xn--...', so that each
 * address has one spelling.
 */
export function normalizeEmail(email: string): string {
  const typed = email.trim().toLowerCase()
  const [, local, domain] = /^([^@]*)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(typed) ?? []
  if (local === undefined || domain === undefined || !URL.canParse(`https://${domain}`)) return typed
  return /^[\w.-]+$/.test(domain) ? typed : `${local}@${new URL(`https://${domain}`).hostname}`
}

/** Names reserved for tests and examples (RFC 2606, RFC 6761); mail to them reaches nobody. */
export const RESERVED_ADDRESS = /@(.*\.)?(test|example|invalid|localhost|example\.(com|net|org))\s*$/i

export const isReservedAddress = (address: string): boolean => RESERVED_ADDRESS.test(address)

/**
 * Mails that one process sends in parallel, each on a connection of its own, so that none waits for another while its
 * timeout runs. A server that takes a fifth of a second per mail receives more than fifty a second.
 */
export const MAIL_CONCURRENCY = 16

/** Header of an answer whose mail is delayed: the latest time at which sending is tried again, as an ISO moment. */
export const LETTER_WAITS_HEADER = 'Mail-Waits-Until'

/** Domain of the addresses of people who gave none. It cannot exist (RFC 2606). */
export const NO_MAIL_DOMAIN = 'guest.invalid'

/** Durations, ms (docs/decisions/0006-mails.md). */
export const MAIL_TIMES = {
  /** How long a mail may take to be handed over, from before its lease. */
  attemptMs: 20_000,
  /**
   * How long the server's answer to a mail that was handed over is awaited, while the lease is renewed. To give up
   * earlier sends a second copy (RFC 5321, 4.5.3.2.6).
   */
  answerMs: 600_000,
  /**
   * Lease of a claim, renewed when sending begins and every `attemptMs` after. It is longer than that, so that the
   * connection is closed before another process may claim the mail.
   */
  leaseMs: 26_000,
  /** How often the outbox is polled for due mails. */
  pollMs: 1_000,
  /** During an outage: the pause before the first probe, doubled after each failed one up to `probeMs`. */
  firstProbeMs: 1_000,
  probeMs: 15_000,
}
export type MailTimes = typeof MAIL_TIMES

/** A deferred mail is tried again after 2 s, then after twice as long each time up to this, s. */
export const LONGEST_RETRY_S = 1_800
/** How long a mail is tried before it is given up. */
export const TRIED_HOURS = 24

/**
 * Every mail of the shop by template, with the ids of the rows it is rendered from. Each mail's own file
 * (app/mails/*.mail.tsx) adds its line:
 * `declare module '#domain/kernel/mail.ts' { interface MailTemplates { ... } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the files of the mails
export interface MailTemplates {}

/** A mail to send, once per `key`. The outbox holds ids only; the contents are read when it is rendered. */
export type QueuedMail = {
  [Template in keyof MailTemplates]: { key: string; to: string; template: Template; ids: MailTemplates[Template] }
}[keyof MailTemplates]

/** The parts that a reader sees. */
type RenderedMail = Pick<Mail, 'subject' | 'html' | 'text' | 'replyTo' | 'unsubscribeUrl' | 'attachments'>

/**
 * Port to the templates of the mails. Rejects when there is no such template (yet), when the ids do not fit it, or when
 * their rows do not exist.
 */
export type RenderMail = (row: { template: string; data: unknown; created_at: Date }) => Promise<RenderedMail>
