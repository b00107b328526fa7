import {
  type LimitServices,
  limitGuesses,
  type TooManyAttempts,
  type Verdict,
} from '#domain/rate-limits/limit-attempts.server.ts'
import type { Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import type { Caller, SignedInUser } from './account.ts'

export type ProofServices = LimitServices & Pick<Services, 'accounts'>

/** Makes a call in which a password is checked, within the limits of the account, the device and the network. */
export async function limitPasswords<Outcome>(
  services: ProofServices,
  email: string,
  { headers, clientAddress }: Caller,
  call: () => Promise<Outcome>,
  judge: (outcome: Outcome) => Verdict,
): Promise<Result<Outcome, TooManyAttempts>> {
  const device = await services.accounts.findKnownDevice(headers, email)
  const guess = { wrong: 'wrong_password', right: 'right_password', account: email, clientAddress, device } as const
  return limitGuesses(services, guess, call, judge)
}

/** Makes a call in which a signed-in user proves the password again. */
export async function provePassword<Value, Failure extends { reason: string }>(
  services: ProofServices,
  user: SignedInUser,
  caller: Caller,
  call: () => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure | TooManyAttempts>> {
  const proved = await limitPasswords(services, user.email, caller, call, judge)
  return proved.ok ? proved.value : proved
}

/** Makes a call in which the code of a second factor is checked, of the user or of whoever is asked for it to sign in. */
export async function proveCode<Value, Failure extends { reason: string }>(
  services: ProofServices,
  { headers, clientAddress }: Caller,
  call: () => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure | TooManyAttempts>> {
  const { accounts } = services
  const account = (await accounts.findUser(headers))?.email ?? (await accounts.findChallengedEmail(headers))
  const device = account === null ? null : await accounts.findKnownDevice(headers, account)
  const guess = { wrong: 'wrong_code', right: null, account, clientAddress, device } as const
  const proved = await limitGuesses(services, guess, call, judge)
  return proved.ok ? proved.value : proved
}

function judge(result: { ok: boolean }): Verdict {
  return result.ok ? 'right' : 'wrong'
}
