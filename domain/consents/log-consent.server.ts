import { limitAttempts, type TooManyAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import type { ConsentAnswer } from './consent.ts'
import { insertConsent, isConsentTextKnown } from './consent-store.server.ts'

/** Stores an answer to the question for consent, without anything that identifies who gave it. */
export async function logConsent(
  services: Pick<Services, 'db' | 'now' | 'limitFactor'>,
  answer: ConsentAnswer,
  clientAddress: string,
): Promise<Result<null, TooManyAttempts | { reason: 'consent_text_unknown' }>> {
  const counted = await limitAttempts(services, 'consent', { account: null, clientAddress })
  if (!counted.ok) return counted
  if (!(await isConsentTextKnown(services.db, answer.text_sha256))) return fail({ reason: 'consent_text_unknown' })
  await insertConsent(services.db, answer)
  return ok(null)
}
