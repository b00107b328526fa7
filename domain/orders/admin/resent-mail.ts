/** How many times one mail may be sent again by hand. */
const MOST_RESENT = 5

type StoredMail = { id: string; key: string; sent_at: Date | null; failed_at: Date | null }

/** The key of the nth repetition of a mail. A double click has the same key. */
export function toResentKey(originalId: string, nth: number): string {
  return `resent:${originalId}:${nth}`
}

/** The mail that this one repeats; null for a mail that is not a repetition. */
export function findOriginalMailId(key: string): string | null {
  return /^resent:([0-9a-f-]{36}):\d+$/.exec(key)?.[1] ?? null
}

export function countResent(mails: readonly StoredMail[], originalId: string): number {
  return mails.filter(({ key }) => findOriginalMailId(key) === originalId).length
}

/** Whether a mail may be sent again: it and all its repetitions were sent or given up, and the limit is not reached. */
export function isResendable(mails: readonly StoredMail[], original: StoredMail): boolean {
  const sentAgain = mails.filter(({ key }) => findOriginalMailId(key) === original.id)
  return (
    sentAgain.length < MOST_RESENT &&
    [original, ...sentAgain].every(({ sent_at, failed_at }) => sent_at !== null || failed_at !== null)
  )
}
