/** One process sends so many letters at once, each on a connection of its own: none waits for another's while its time runs. */
export const LETTERS_AT_ONCE = 4

/**
 * How long things take at most, ms. Each is shorter than the next, so that an attempt has ended, and closed its connection,
 * before anyone else may begin one (docs/decisions/0006-mails.md).
 */
export const MAIL_TIMES = {
  /** One attempt to hand a letter to the mail server, from before it is claimed. */
  attemptMs: 20_000,
  /** The job of one attempt; whole seconds. */
  jobMs: 24_000,
  /** The claim on the letter. */
  leaseMs: 28_000,
}
export type MailTimes = typeof MAIL_TIMES
