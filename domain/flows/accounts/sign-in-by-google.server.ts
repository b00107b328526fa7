import { isStaff, type SignedInUser, userNamesSchema } from '#domain/accounts/account.ts'
import type { Caller, GoogleFailure, GoogleProfile, SignIn, SignInFailure } from '#domain/accounts/account-gateway.ts'
import { findGoogleUser, insertCustomer, linkGoogle, unlinkGoogle } from '#domain/accounts/identity-store.server.ts'
import { mailWelcome } from '#domain/accounts/request-link.server.ts'
import { acceptCurrentTerms } from '#domain/accounts/update-account.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { emailSchema } from '#domain/kernel/wire/wire-fields.ts'
import type { Services } from '#domain/services.ts'
import { proveAddress } from './prove-address.server.ts'

type GoogleServices = LimitServices & Pick<Services, 'accounts' | 'adminEmail' | 'profile'>
type SecondFactorRequired = Extract<SignInFailure, { reason: 'second_factor_required' }>

type NotOffered = { reason: 'not_found' }
type Begun = { url: string; cookies: string[] }

/** Begins signing in by Google in this browser. */
export function beginGoogleSignIn(
  services: GoogleServices,
  caller: Caller,
): Promise<Result<Begun, NotOffered | TooManyAttempts>> {
  return begin(services, null, caller)
}

/**
 * Begins linking Google to the account of a signed-in user. Accounts of the panel can be opened by their password alone.
 */
export async function beginGoogleLink(
  services: GoogleServices,
  user: SignedInUser,
  caller: Caller,
): Promise<Result<Begun, NotOffered | TooManyAttempts | { reason: 'google_not_for_admin' }>> {
  return isStaffAccount(services, user) ? fail({ reason: 'google_not_for_admin' }) : begin(services, user.id, caller)
}

async function begin(services: GoogleServices, linkTo: string | null, caller: Caller) {
  const { accounts } = services
  if (!accounts.offersGoogle) return fail({ reason: 'not_found' } as const)
  const { clientAddress } = caller
  const allowed = await limitAttempts(services, 'google_sign_in', { account: null, clientAddress })
  return allowed.ok ? ok(await accounts.beginGoogle(linkTo, caller)) : allowed
}

type EnterFailure = {
  reason: 'google_not_for_admin' | 'google_email_unverified' | 'google_address_taken'
}
type LinkFailure = { reason: 'google_attempt_invalid' | 'google_other_address' | 'google_linked_elsewhere' }

/** `outcome`: the purpose of the attempt. */
export type GoogleReturn = { outcome: 'signed_in' | 'linked'; user: SignedInUser; cookies: string[] }

/**
 * Handles a return from Google. A linked account is signed in to, with its second factor as usual. A free address gets
 * an account that accepts the terms. An account that only has the same address is not touched, since another person may
 * have registered it (docs/decisions/0024-google.md).
 */
export async function returnFromGoogle(
  services: GoogleServices,
  answer: { code: string; state: string },
  caller: Caller,
): Promise<
  Result<
    GoogleReturn,
    NotOffered | GoogleFailure | EnterFailure | LinkFailure | SecondFactorRequired | TooManyAttempts | Busy
  >
> {
  const { accounts } = services
  if (!accounts.offersGoogle) return fail({ reason: 'not_found' })
  const proven = await accounts.finishGoogle(answer, caller)
  if (!proven.ok) return proven
  const { profile, linkTo, cookies } = proven.value
  if (linkTo !== null) {
    const user = await accounts.findUser(caller.headers)
    if (user?.id !== linkTo) return fail({ reason: 'google_attempt_invalid' })
    const linked = await link(services, user, profile)
    return linked.ok ? ok({ outcome: 'linked', user, cookies }) : linked
  }
  const entered = await enter(services, profile, caller)
  if (!entered.ok) return entered
  return ok({ outcome: 'signed_in', user: entered.value.user, cookies: [...cookies, ...entered.value.cookies] })
}

async function enter(
  services: GoogleServices,
  profile: GoogleProfile,
  caller: Caller,
): Promise<Result<SignIn, EnterFailure | SecondFactorRequired | TooManyAttempts | Busy>> {
  const known = await findGoogleUser(services.db, profile.subject)
  if (known && isStaffAccount(services, known)) return fail({ reason: 'google_not_for_admin' })
  if (known) return services.accounts.openSession(known.id, caller, 'google')
  const created = await createAccount(services, profile, caller)
  return created.ok ? services.accounts.openSession(created.value, caller, 'google') : created
}

/** Returns the new account's id. */
async function createAccount(
  services: GoogleServices,
  profile: GoogleProfile,
  { clientAddress }: Caller,
): Promise<Result<string, EnterFailure | TooManyAttempts | Busy>> {
  const email = confirmedAddress(profile)
  if (email === null) return fail({ reason: 'google_email_unverified' })
  // As with any registration, owning the address does not make anybody the admin.
  if (email === services.adminEmail) return fail({ reason: 'google_address_taken' })
  const allowed = await limitAttempts(services, 'sign_up', { account: null, clientAddress })
  if (!allowed.ok) return allowed
  return transact(services.db, async (trx) => {
    const terms = await acceptCurrentTerms({ ...services, db: trx })
    const user = await insertCustomer(trx, { email, ...readNames(profile), terms })
    if (!user) return fail({ reason: 'google_address_taken' as const })
    if (profile.ownsMailbox) await proveAddress(trx, user.id, { password: 'unknown', moment: services.now() })
    if (!(await linkGoogle(trx, user.id, profile.subject))) return fail({ reason: 'google_address_taken' as const })
    await mailWelcome(services, trx, { id: user.id, email })
    return ok(user.id)
  })
}

/** Links Google if it confirms the address of the account. */
async function link(
  { db }: GoogleServices,
  user: SignedInUser,
  profile: GoogleProfile,
): Promise<Result<null, LinkFailure | Busy>> {
  if (confirmedAddress(profile) !== user.email) return fail({ reason: 'google_other_address' })
  return transact(db, async (trx) =>
    (await linkGoogle(trx, user.id, profile.subject)) ? ok(null) : fail({ reason: 'google_linked_elsewhere' as const }),
  )
}

/** Unlinks Google. Refused when the account has no other way in. */
export async function unlinkFromGoogle(
  { db, accounts }: Pick<Services, 'db' | 'accounts'>,
  user: SignedInUser,
): Promise<Result<null, NotOffered | Busy | { reason: 'last_way_in' }>> {
  if (!accounts.offersGoogle) return fail({ reason: 'not_found' })
  return transact(db, async (trx) =>
    (await unlinkGoogle(trx, user.id)) ? ok(null) : fail({ reason: 'last_way_in' as const }),
  )
}

/** By role or by address: either alone requires caution. */
function isStaffAccount({ adminEmail }: GoogleServices, user: Pick<SignedInUser, 'role' | 'email'>) {
  return isStaff(user) || user.email === adminEmail
}

/** The address in the shop's spelling. Null when Google has not confirmed it, or when the shop could not mail it. */
function confirmedAddress({ email, emailVerified }: GoogleProfile): string | null {
  const address = emailSchema.safeParse(email)
  return emailVerified && address.success ? address.data : null
}

/** The names, if they would be valid in the shop's own forms. */
function readNames({ firstName, lastName }: GoogleProfile) {
  const names = userNamesSchema.safeParse({ first_name: firstName, last_name: lastName })
  const { first_name = null, last_name = null } = names.success ? names.data : {}
  return { firstName: first_name || null, lastName: last_name || null }
}
