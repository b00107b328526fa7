import { hashRequest } from './idempotent.server.ts'

const NONCE_LENGTH = 8
const TOKEN = /^[\da-f]{8}-[\da-f]{64}$/

/** Whether a text can be the token of a preview. */
export const isPreviewToken = (text: string): boolean => TOKEN.test(text)

/**
 * The token of a preview: the hash of its outcome behind a part of its own, so that a later preview of the same outcome
 * can be applied again. A token that was sent back is equal to this one if the outcome is still the same.
 * @param sent null: for a new preview
 */
export function makePreviewToken(outcome: unknown, sent: string | null): string {
  const nonce = (sent ?? crypto.randomUUID()).slice(0, NONCE_LENGTH)
  return `${nonce}-${hashRequest(outcome)}`
}
