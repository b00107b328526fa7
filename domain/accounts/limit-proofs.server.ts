import {
  type AttemptVerdict,
  type LimitServices,
  limitGuesses,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import type { SignedInUser } from './account.ts'
import type { Caller, SignInBusy } from './account-gateway.ts'

export type ProofServices = LimitServices & Pick<Services, 'accounts'>

/**
 * Runs a password check in its turn and within the limits of account, device and network. The turn comes first, so that
 * calls which cannot be served take no database connection.
 */
export async function limitPasswords<Outcome>(
  services: ProofServices,
  email: string,
  caller: Caller,
  call: () => Promise<Outcome>,
  judge: (outcome: Outcome) => AttemptVerdict,
): Promise<Result<Outcome, TooManyAttempts | SignInBusy>> {
  const { headers, clientAddress } = caller
  const queued = await services.accounts.queuePasswords(caller, async () => {
    const device = await services.accounts.findKnownDevice(headers, email)
    const guess = {
      countWhenWrong: 'wrong_password',
      countWhenRight: 'right_password',
      account: email,
      clientAddress,
      device,
    } as const
    return limitGuesses(services, guess, call, judge)
  })
  return queued.ok ? queued.value : queued
}

/** Runs a call in which a signed-in user proves the password again. */
export async function provePassword<Value, Failure extends { reason: string }>(
  services: ProofServices,
  user: SignedInUser,
  caller: Caller,
  call: () => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure | TooManyAttempts | SignInBusy>> {
  const proved = await limitPasswords(services, user.email, caller, call, judge)
  return proved.ok ? proved.value : proved
}

/** Runs a call that checks a second-factor code, of the signed-in user or of a sign-in that waits for its code. */
export async function proveCode<Value, Failure extends { reason: string }>(
  services: ProofServices,
  { headers, clientAddress }: Caller,
  call: () => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure | TooManyAttempts>> {
  const { accounts } = services
  const account = (await accounts.findUser(headers))?.email ?? (await accounts.findChallengedEmail(headers))
  const device = account === null ? null : await accounts.findKnownDevice(headers, account)
  const guess = { countWhenWrong: 'wrong_code', countWhenRight: null, account, clientAddress, device } as const
  const proved = await limitGuesses(services, guess, call, judge)
  return proved.ok ? proved.value : proved
}

function judge(result: Result<unknown, { reason: string }>): AttemptVerdict {
  if (result.ok) return 'right'
  return result.failure.reason === 'sign_in_busy' ? 'not_checked' : 'wrong'
}
