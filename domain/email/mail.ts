/** One letter, ready to go. Plain strings only, one recipient. */
export type Mail = {
  /** Stable per outbox row: a repeated delivery carries the same Message-ID, so a mailbox can tell. */
  id: string
  to: string
  subject: string
  html: string
  text: string
}

/** Port to the outside mail server. Rejects when the server did not accept the letter; the job tries again. */
export type MailTransport = { send(mail: Mail): Promise<void>; close(): void }
