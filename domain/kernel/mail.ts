import type { Result } from './result.ts'

/** One mail, ready to go. Plain strings only, one recipient. */
export type Mail = {
  /** Stable per outbox row: a repeated delivery carries the same Message-ID, so a mailbox can recognise it. */
  id: string
  to: string
  subject: string
  html: string
  text: string
  /** Whom an answer shall reach instead of the sender: one bare address. */
  replyTo?: string
}

/** Port to the outside mail server. */
export type MailTransport = {
  /** `signal` ends the attempt and closes its connection: afterwards no byte of the mail leaves us. */
  send(mail: Mail, signal: AbortSignal): Promise<Result<void, MailFailure>>
  /** Ends whatever is still under way. */
  close(): void
}

/** `why` is for the log: no address and no word of the mail in it. */
export type MailFailure = {
  reason: /** This mail can never be sent, however often it is tried. */
    | 'refused'
    /** The server has put off this mail; others may pass. */
    | 'deferred'
    /** No mail can be sent now: the server is not there, or takes nothing from us. */
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
 * One bare address and nothing else: no display name, no list, no line break, no quoting, at most 254 characters.
 * What passes here cannot add a header or a second recipient.
 */
export function isEmailAddress(value: string): boolean {
  return value.length <= 254 && /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(value)
}

/**
 * One process sends so many mails at once, each on a connection of its own: none waits for another's while its time runs. A
 * server that takes a fifth of a second for a mail is given more than fifty a second.
 */
export const MAIL_CONCURRENCY = 16

/** How long things take, ms (docs/decisions/0006-mails.md). */
export const MAIL_TIMES = {
  /** One attempt to hand a mail to the mail server at most, from before it is claimed. */
  attemptMs: 20_000,
  /** The claim on the mail; longer, so that an attempt has ended, its connection closed, before anyone else may begin one. */
  leaseMs: 26_000,
  /** How often due mails are looked for. */
  pollMs: 1_000,
  /** While the server is away: the pause before the first probe, doubled after each in vain up to `probeMs`. */
  firstProbeMs: 1_000,
  probeMs: 15_000,
}
export type MailTimes = typeof MAIL_TIMES

/** A mail the server put off is tried again after 2 s, then twice as long each time up to this, s. */
export const LONGEST_RETRY_S = 1_800
/** How long a mail is tried before it is given up. */
export const TRIED_HOURS = 24

/**
 * Every mail the shop writes, by template, and the ids of the rows it is written from. Each mail's own file
 * (app/emails/*.email.tsx) adds its line: `declare module './mail.ts' { interface MailTemplates { ... } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the files of the mails
export interface MailTemplates {}

/** A mail to be written, once per `key`. The outbox holds ids only: its contents are read when it is rendered. */
export type QueuedMail = {
  [Template in keyof MailTemplates]: { key: string; to: string; template: Template; ids: MailTemplates[Template] }
}[keyof MailTemplates]

/** What a reader sees. */
type RenderedMail = Pick<Mail, 'subject' | 'html' | 'text' | 'replyTo'>

/**
 * Port to the wording and looks of the mails. Rejects when there is no such template (yet), the ids do not fit it, or
 * their rows are not there.
 */
export type RenderMail = (row: { template: string; data: unknown; created_at: Date }) => Promise<RenderedMail>
