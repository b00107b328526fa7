import type { Result } from '#domain/result.ts'

/** One letter, ready to go. Plain strings only, one recipient. */
export type Mail = {
  /** Stable per outbox row: a repeated delivery carries the same Message-ID, so a mailbox can tell. */
  id: string
  to: string
  subject: string
  html: string
  text: string
}

/** Port to the outside mail server. */
export type MailTransport = {
  /**
   * `refused` when this letter can never be sent, however often it is tried; rejects when it could not be sent now.
   * `signal` ends the attempt and closes its connection: afterwards no byte of the letter leaves us.
   */
  send(mail: Mail, signal: AbortSignal): Promise<Result<void, MailRefused>>
  /** Ends whatever is still under way. */
  close(): void
}

/** `why` is for the log: no address and no word of the letter in it. */
export type MailRefused = { reason: 'refused'; why: string }
