import { sessionChanged } from '#app/account/session.ts'
import { type ApiFailure, callApi } from '#app/api-client.ts'
import type { Credentials } from '#domain/accounts/account.ts'
import type { Result } from '#domain/kernel/result.ts'

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
  return answer.ok && 'twoFactorRedirect' in answer.value ? { step: 'second_factor' } : enter(answer, 'SIGNED_IN')
}

/** Signs the admin in. It ends an existing session even if the login fails. */
export async function callAdminSignIn(credentials: Credentials): Promise<SignInOutcome> {
  const answer = await callApi('post', '/api/admin-sign-in', { json: credentials })
  if (!answer.ok && answer.failure.reason === 'refused' && answer.failure.code === 'second_factor_required') {
    return { step: 'second_factor' }
  }
  await sessionChanged('SIGNED_IN')
  return answer.ok ? { step: 'signed_in' } : { step: 'problem', problem: toProblem(answer.failure) }
}

/** Opens an account and signs in. */
export async function callSignUp(credentials: Credentials): Promise<SignInOutcome> {
  return enter(await callApi('post', '/api/auth/sign-up/email', { json: credentials }), 'SIGNED_IN')
}

/** Completes a sign-in by the app's code or by a backup code. */
export async function verifySecondFactor(code: string, kind: 'totp' | 'backup-code'): Promise<SignInOutcome> {
  const answer = await callApi('post', `/api/auth/two-factor/verify-${kind}`, { json: { code } })
  return enter(answer, 'MFA_CHALLENGE_VERIFIED')
}

async function enter(
  answer: Result<unknown, ApiFailure>,
  event: 'SIGNED_IN' | 'MFA_CHALLENGE_VERIFIED',
): Promise<SignInOutcome> {
  if (!answer.ok) return { step: 'problem', problem: toProblem(answer.failure) }
  await sessionChanged(event)
  return { step: 'signed_in' }
}

function toProblem(failure: ApiFailure): SignInProblem {
  if (failure.reason === 'unreachable') return { reason: 'failed' }
  const { code, message, fields, status } = failure
  if (code === 'invalid_credentials') return { reason: 'unknown_credentials' }
  if (code === 'account_exists') return { reason: 'account_exists' }
  if (code === 'invalid_code') return { reason: 'wrong_code' }
  return status >= 500 ? { reason: 'failed' } : { reason: 'refused', message, fields }
}
