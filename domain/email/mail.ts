import type { Result } from '#domain/result.ts'

/** One mail, ready to go. Plain strings only, one recipient. */
export type Mail = {
  /** Stable per outbox row: a repeated delivery carries the same Message-ID, so a mailbox can recognise it. */
  id: string
  to: string
  subject: string
  html: string
  text: string
}

/** Port to the outside mail server. */
export type MailTransport = {
  /**
   * `refused` when this mail can never be sent, however often it is tried; rejects when it could not be sent now.
   * `signal` ends the attempt and closes its connection: afterwards no byte of the mail leaves us.
   */
  send(mail: Mail, signal: AbortSignal): Promise<Result<void, MailRefused>>
  /** Ends whatever is still under way. */
  close(): void
}

/** `why` is for the log: no address and no word of the mail in it. */
type MailRefused = { reason: 'refused'; why: string }

/**
 * One bare address and nothing else: no display name, no list, no line break, no quoting, at most 254 characters.
 * What passes here cannot add a header or a second recipient.
 */
export function isEmailAddress(value: string): boolean {
  return value.length <= 254 && /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(value)
}

/** One process sends so many mails at once, each on a connection of its own: none waits for another's while its time runs. */
export const MAIL_CONCURRENCY = 4

/**
 * How long things take at most, ms. Each is shorter than the next, so that an attempt has ended, and closed its connection,
 * before anyone else may begin one (docs/decisions/0006-mails.md).
 */
export const MAIL_TIMES = {
  /** One attempt to hand a mail to the mail server, from before it is claimed. */
  attemptMs: 20_000,
  /** The job of one attempt; whole seconds. */
  jobMs: 24_000,
  /** The claim on the mail. */
  leaseMs: 28_000,
}
export type MailTimes = typeof MAIL_TIMES

/**
 * Every mail the shop writes, by template, and the ids of the rows it is written from. Each mail's own file
 * (app/emails/*.email.tsx) adds its line: `declare module '#domain/email/mail.ts' { interface MailTemplates { ... } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the files of the mails
export interface MailTemplates {}

/** A mail to be written, once per `key`. The outbox holds ids only: its contents are read when it is rendered. */
export type QueuedMail = {
  [Template in keyof MailTemplates]: { key: string; to: string; template: Template; ids: MailTemplates[Template] }
}[keyof MailTemplates]

/** What a reader sees. */
type RenderedMail = { subject: string; html: string; text: string }

/**
 * Port to the wording and looks of the mails. Rejects when there is no such template (yet), the ids do not fit it, or
 * their rows are not there.
 */
export type RenderMail = (row: { template: string; data: unknown }) => Promise<RenderedMail>
