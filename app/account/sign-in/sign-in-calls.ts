import { sessionChanged } from '#app/account/session.ts'
import { type ApiFailure, callApi, type ErrorCode } from '#app/api-client.ts'
import type { Credentials } from '#domain/accounts/account.ts'

export type SignInProblem =
  /** No account has this e-mail and password. The server does not say which one is wrong. */
  | { reason: 'unknown_credentials' }
  | { reason: 'account_exists' }
  | { reason: 'wrong_code' }
  /** A refusal with the server's sentence, and the fields it concerns. */
  | { reason: 'refused'; message: string; fields: Record<string, string> }
  | { reason: 'failed' }

export type SignInOutcome =
  | { step: 'signed_in' }
  | { step: 'second_factor' }
  | { step: 'problem'; problem: SignInProblem }

/** Signs in by e-mail and password. */
export async function callSignIn(credentials: Credentials): Promise<SignInOutcome> {
  const answer = await callApi('post', '/api/auth/sign-in/email', { json: credentials })
  if (!answer.ok) return problem(answer.failure)
  if ('twoFactorRedirect' in answer.value) return { step: 'second_factor' }
  await sessionChanged('SIGNED_IN')
  return { step: 'signed_in' }
}

/** Signs the admin in. It ends an existing session even if the login fails. */
export async function callAdminSignIn(credentials: Credentials): Promise<SignInOutcome> {
  const answer = await callApi('post', '/api/admin-sign-in', { json: credentials })
  if (!answer.ok && answer.failure.reason === 'refused' && answer.failure.code === 'second_factor_required') {
    return { step: 'second_factor' }
  }
  await sessionChanged('SIGNED_IN')
  return answer.ok ? { step: 'signed_in' } : problem(answer.failure)
}

/** Opens an account and signs in. */
export async function callSignUp(credentials: Credentials): Promise<SignInOutcome> {
  const answer = await callApi('post', '/api/auth/sign-up/email', { json: credentials })
  if (!answer.ok) return problem(answer.failure)
  await sessionChanged('SIGNED_IN')
  return { step: 'signed_in' }
}

/** Completes a sign-in by the app's code or by a backup code. */
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
  return { step: 'problem', problem: toProblem(failure) }
}

function toProblem(failure: ApiFailure): SignInProblem {
  if (failure.reason === 'unreachable') return { reason: 'failed' }
  const { code, message, fields, status } = failure
  const reason = REASONS[code]
  if (reason) return { reason }
  return status >= 500 ? { reason: 'failed' } : { reason: 'refused', message, fields }
}
