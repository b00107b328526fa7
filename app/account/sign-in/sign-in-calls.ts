import { sessionChanged } from '#app/account/session.ts'
import { type ApiFailure, callApi, type ErrorCode } from '#app/api-client.ts'
import type { Credentials } from '#domain/accounts/account.ts'

export type SignInProblem =
  /** Nobody with this e-mail and password; the server does not say which of the two is wrong. */
  | { reason: 'unknown_credentials' }
  | { reason: 'account_exists' }
  | { reason: 'wrong_code' }
  /** A refusal with its own sentence, and the fields it is about. */
  | { reason: 'refused'; message: string; fields: Record<string, string> }
  | { reason: 'failed' }

export type SignInOutcome =
  | { step: 'signed_in' }
  | { step: 'second_factor' }
  | { step: 'problem'; problem: SignInProblem }

/** Signs in by e-mail and password. */
export async function signIn(credentials: Credentials): Promise<SignInOutcome> {
  const answer = await callApi('post', '/api/auth/sign-in/email', { json: credentials })
  if (!answer.ok) return problem(answer.failure)
  if ('twoFactorRedirect' in answer.value) return { step: 'second_factor' }
  await sessionChanged('SIGNED_IN')
  return { step: 'signed_in' }
}

/** The login of the admin. Whoever was signed in is signed out by it, whatever comes of it. */
export async function signInAdmin(credentials: Credentials): Promise<SignInOutcome> {
  const answer = await callApi('post', '/api/admin-sign-in', { json: credentials })
  if (!answer.ok && answer.failure.reason === 'refused' && answer.failure.code === 'second_factor_required') {
    return { step: 'second_factor' }
  }
  await sessionChanged('SIGNED_IN')
  return answer.ok ? { step: 'signed_in' } : problem(answer.failure)
}

/** Opens an account; it is signed in to at once. */
export async function signUp(credentials: Credentials): Promise<SignInOutcome> {
  const answer = await callApi('post', '/api/auth/sign-up/email', { json: credentials })
  if (!answer.ok) return problem(answer.failure)
  await sessionChanged('SIGNED_IN')
  return { step: 'signed_in' }
}

/** Answers the second factor that a sign-in asked for, by the app's code or by a backup code. */
export async function verifySecondFactor(code: string, kind: 'totp' | 'backup-code'): Promise<SignInOutcome> {
  const answer = await callApi('post', `/api/auth/two-factor/verify-${kind}`, { json: { code } })
  if (!answer.ok) return problem(answer.failure)
  await sessionChanged('MFA_CHALLENGE_VERIFIED')
  return { step: 'signed_in' }
}

const REASONS: Partial<Record<ErrorCode, 'unknown_credentials' | 'account_exists' | 'wrong_code'>> = {
  invalid_credentials: 'unknown_credentials',
  account_exists: 'account_exists',
  invalid_code: 'wrong_code',
}

function problem(failure: ApiFailure): SignInOutcome {
  if (failure.reason === 'unreachable') return { step: 'problem', problem: { reason: 'failed' } }
  const reason = REASONS[failure.code]
  if (reason) return { step: 'problem', problem: { reason } }
  const { message, fields, status } = failure
  if (status >= 500) return { step: 'problem', problem: { reason: 'failed' } }
  return { step: 'problem', problem: { reason: 'refused', message, fields } }
}
