import { log } from '#domain/kernel/log.ts'
import {
  type AttemptVerdict,
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { type Credentials, mayEnterPanel } from './account.ts'
import type { Caller, SignIn, SignInBusy, SignInFailure } from './account-gateway.ts'
import { accountExists } from './account-queries.server.ts'
import { insertGuest } from './identity-store.server.ts'
import { limitPasswords } from './limit-proofs.server.ts'
import { mailWelcome } from './request-link.server.ts'
import { acceptCurrentTerms, recordAcceptedTerms } from './update-account.server.ts'

type SignInServices = LimitServices & Pick<Services, 'accounts'>
type SecondFactorRequired = Extract<SignInFailure, { reason: 'second_factor_required' }>

/** Checks the password once. Wrong and right passwords count against different limits. */
export async function signIn(
  services: SignInServices,
  credentials: Credentials,
  caller: Caller,
): Promise<Result<SignIn, SignInFailure | TooManyAttempts>> {
  const { email, password } = credentials
  const tried = await limitPasswords(
    services,
    email,
    caller,
    () => services.accounts.signIn({ email, password }, caller),
    judge,
  )
  return tried.ok ? tried.value : tried
}

/** When a second factor is required, the password was right. */
function judge(result: Result<SignIn, SignInFailure>): AttemptVerdict {
  if (result.ok || result.failure.reason === 'second_factor_required') return 'right'
  return result.failure.reason === 'invalid_credentials' ? 'wrong' : 'not_checked'
}

/**
 * Creates a customer account that accepts the current terms. A request with a taken address counts as a failed sign-in,
 * so that the answers do not reveal who is a customer. A welcome mail carries a link that proves the address. A buyer
 * who registers during a checkout gets the order's mail instead.
 */
export async function signUp(
  services: SignInServices,
  account: Credentials & { name?: string },
  caller: Caller,
): Promise<Result<SignIn, { reason: 'account_exists' } | SignInBusy | TooManyAttempts>> {
  const queued = await services.accounts.queuePasswords(caller, async () => {
    const { clientAddress } = caller
    const allowed = await limitAttempts(services, 'sign_up', { account: null, clientAddress })
    if (!allowed.ok) return allowed
    const tried = await limitPasswords(
      services,
      account.email,
      caller,
      async () => services.accounts.signUp({ ...account, terms: await acceptCurrentTerms(services) }, caller),
      (result) => (!result.ok && result.failure.reason === 'account_exists' ? 'wrong' : 'not_checked'),
    )
    return tried.ok ? tried.value : tried
  })
  if (queued.ok && queued.value.ok) await welcome(services, queued.value.value.user)
  return queued.ok ? queued.value : queued
}

/** Mails the welcome. A failure of the mail does not undo the account. */
async function welcome(services: Pick<Services, 'db' | 'now'>, user: SignIn['user']): Promise<void> {
  await services.db
    .transaction()
    .execute((trx) => mailWelcome(services, trx, user))
    .catch((error: unknown) => log.warn('the welcome mail could not be queued', { error }))
}

type GuestSignInFailure =
  | { reason: 'terms_not_accepted' }
  | { reason: 'wrong_password' }
  | SecondFactorRequired
  | SignInBusy
  | TooManyAttempts

type GuestSignIn = SignIn & { created: boolean }

/**
 * The first step of a checkout. Checks the password of an existing account once, or creates a customer account. Two
 * simultaneous first sign-ins make one account; the other call is a sign-in and needs the same password. Nothing is
 * ever attached to an account because an e-mail matches. The accepted terms are recorded on the account. When a second
 * factor is required, its answer records them. Without a password the buyer gets a session that can order and pay, and
 * no account; the answer does not say whether the address has one.
 */
export async function signInGuest(
  services: SignInServices,
  { email, password, acceptedTerms }: { email: string; password: string | null; acceptedTerms: boolean },
  caller: Caller,
): Promise<Result<GuestSignIn, GuestSignInFailure>> {
  if (!acceptedTerms) return fail({ reason: 'terms_not_accepted' })
  if (password === null) return enterWithoutAccount(services, email, caller)
  const queued = await services.accounts.queuePasswords(caller, () => enterGuest(services, { email, password }, caller))
  return queued.ok ? queued.value : queued
}

async function enterGuest(
  services: SignInServices,
  { email, password }: Credentials,
  caller: Caller,
): Promise<Result<GuestSignIn, GuestSignInFailure>> {
  if (!(await accountExists(services.db, email))) {
    const allowed = await limitAttempts(services, 'sign_up', { account: null, clientAddress: caller.clientAddress })
    if (!allowed.ok) return allowed
    const terms = await acceptCurrentTerms(services)
    const created = await services.accounts.signUp({ email, password, terms }, caller)
    if (created.ok) return ok({ ...created.value, created: true })
    if (created.failure.reason !== 'account_exists') return fail(created.failure)
  }
  const result = await signIn(services, { email, password }, caller)
  if (!result.ok) {
    return fail(result.failure.reason === 'invalid_credentials' ? { reason: 'wrong_password' } : result.failure)
  }
  await recordAcceptedTerms(services, result.value.user.id)
  return ok({ ...result.value, created: false })
}

async function enterWithoutAccount(
  services: SignInServices,
  email: string,
  caller: Caller,
): Promise<Result<GuestSignIn, TooManyAttempts>> {
  const allowed = await limitAttempts(services, 'sign_up', { account: null, clientAddress: caller.clientAddress })
  if (!allowed.ok) return allowed
  const terms = await acceptCurrentTerms(services)
  const userId = await services.db.transaction().execute((trx) => insertGuest(trx, { email, terms }))
  const opened = await services.accounts.openSession(userId, caller)
  if (!opened.ok) throw new Error('a guest has a second factor')
  return ok({ ...opened.value, created: false })
}

/** `cookies` clear the earlier session and the one that was just refused. */
type AdminSignInFailure =
  | { reason: 'admin_required'; cookies: string[] }
  | { reason: 'invalid_credentials'; cookies: string[] }
  | SecondFactorRequired
  | SignInBusy
  | TooManyAttempts

/**
 * The sign-in of the admin pages. First ends all sessions of the signed-in user, then checks e-mail and password once.
 * An account that opens nothing of them is signed out again.
 */
export async function signInAdmin(
  services: SignInServices & Pick<Services, 'adminEmail'>,
  credentials: Credentials,
  caller: Caller,
): Promise<Result<SignIn, AdminSignInFailure>> {
  const { accounts, adminEmail } = services
  const tried = await limitPasswords(
    services,
    credentials.email,
    caller,
    async () => {
      const cleared = await accounts.signOut(caller.headers, 'everywhere')
      return { cleared, result: await accounts.signIn(credentials, caller) }
    },
    ({ result }) => judge(result),
  )
  if (!tried.ok) return tried
  const { cleared, result } = tried.value
  if (!result.ok) {
    const { failure } = result
    if (failure.reason !== 'second_factor_required') return fail({ ...failure, cookies: cleared })
    return fail({ ...failure, cookies: [...cleared, ...failure.cookies] })
  }
  if (mayEnterPanel(result.value.user, adminEmail)) return ok(result.value)
  const refused = await accounts.signOut(new Headers({ cookie: cookieHeader(result.value.cookies) }), 'here')
  return fail({ reason: 'admin_required', cookies: refused })
}

/** The Cookie header that a browser would send after these Set-Cookie values. */
function cookieHeader(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')
}
