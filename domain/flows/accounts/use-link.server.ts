import {
  findInvitedRole,
  isStaff,
  MIN_ADMIN_PASSWORD_LENGTH,
  type Role,
  type SignedInUser,
} from '#domain/accounts/account.ts'
import type { Caller, SignIn, SignInBusy, SignInFailure } from '#domain/accounts/account-gateway.ts'
import { isEmailVerified } from '#domain/accounts/account-queries.server.ts'
import { consumeLink, findLink } from '#domain/accounts/link-store.server.ts'
import { lockPerson } from '#domain/accounts/people-store.server.ts'
import { insertPassword, markEmailVerified, replacePassword } from '#domain/accounts/proof-store.server.ts'
import { mailPasswordChanged } from '#domain/accounts/update-account.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import type { LinkPurpose } from '#domain/kernel/link-tokens.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { proveAddress } from './prove-address.server.ts'

type LinkServices = Pick<Services, 'db' | 'now' | 'accounts' | 'linkTokens'>

/**
 * Why a link cannot be used: the shop did not make it, it expired, it was used, a newer one was sent, or it ended when
 * the address was proven or the password replaced.
 */
export type LinkFailure = { reason: 'link_invalid' | 'link_expired' | 'link_used' | 'link_replaced' | 'link_ended' }
type SecondFactorRequired = Extract<SignInFailure, { reason: 'second_factor_required' }>

/**
 * Sets a new password by a link mailed to the account's address, and signs in. The reader of that mailbox owns the
 * account, so all earlier access ends and the address is proven. The second factor stays and is asked for
 * (`second_factor_required`: the password is set).
 */
export async function resetPassword(
  services: LinkServices,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<
  Result<SignIn, LinkFailure | SecondFactorRequired | SignInBusy | Busy | { reason: 'admin_password_too_short' }>
> {
  const purpose = 'password-reset'
  const found = await readLink(services, purpose, token)
  if (!found.ok) return found
  const { id, userId, role } = found.value
  if (isStaff({ role }) && password.length < MIN_ADMIN_PASSWORD_LENGTH)
    return fail({ reason: 'admin_password_too_short' })

  const hashed = await services.accounts.hashPassword(password, caller)
  if (!hashed.ok) return hashed
  const moment = services.now()
  const set = await transact(services.db, async (trx) => {
    if (!(await consumeLink(trx, { id, purpose, moment }))) return fail({ reason: 'link_used' as const })
    // This comes first: a sign-in with the old password waits for this lock and then finds it replaced.
    await replacePassword(trx, userId, hashed.value)
    const { email, ended } = await proveAddress(trx, userId, { password: 'replaced', moment })
    await mailPasswordChanged(trx, { id: userId, email }, { change: id, ended })
    return ok(null)
  })
  return set.ok ? services.accounts.openSession(userId, caller, 'link') : set
}

/**
 * Sets the first password of a person who was invited to pack, and signs in. It proves the address. Orders that were
 * placed with it without an account stay apart.
 */
export async function acceptInvitation(
  services: LinkServices,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<Result<SignIn, LinkFailure | SignInBusy | Busy>> {
  const purpose = 'invitation'
  const found = await readLink(services, purpose, token)
  if (!found.ok) return found
  const { id, userId } = found.value
  const hashed = await services.accounts.hashPassword(password, caller)
  if (!hashed.ok) return hashed
  const moment = services.now()
  const set = await transact<null, LinkFailure>(services.db, async (trx) => {
    const person = await lockPerson(trx, userId)
    if (!person) return fail({ reason: 'link_invalid' })
    if (!(await consumeLink(trx, { id, purpose, moment }))) return fail({ reason: 'link_used' })
    await insertPassword(trx, userId, hashed.value)
    await markEmailVerified(trx, userId)
    await recordAudit(trx, { userId, action: 'person.accepted', subjectId: userId, details: { role: person.role } })
    return ok(null)
  })
  if (!set.ok) return set
  const opened = await services.accounts.openSession(userId, caller, 'link')
  if (!opened.ok) throw new Error('an account without a password had a second factor')
  return opened
}

/**
 * Signs in by a link mailed to the account's address. The first link that proves an address ends all earlier access,
 * including the password, because anyone could have registered the address (docs/decisions/0021-account-links.md).
 */
export async function signInByLink(
  services: LinkServices,
  token: string,
  caller: Caller,
): Promise<Result<SignIn, LinkFailure | SecondFactorRequired | Busy>> {
  const purpose = 'login-link'
  const found = await readLink(services, purpose, token)
  if (!found.ok) return found
  const { id, userId } = found.value
  const moment = services.now()
  const used = await transact(services.db, async (trx) => {
    if (!(await consumeLink(trx, { id, purpose, moment }))) return fail({ reason: 'link_used' as const })
    await proveAddress(trx, userId, { password: 'unknown', moment })
    return ok(null)
  })
  return used.ok ? services.accounts.openSession(userId, caller, 'link') : used
}

/**
 * Signs in by the link of a mail that asks for reviews, once. In a session of its account the link is not used up. The
 * link proves neither the address nor a recent sign-in, because such mails are forwarded and kept for days.
 */
export async function signInToReview(
  services: LinkServices,
  token: string,
  caller: Caller,
): Promise<Result<SignIn, LinkFailure | SecondFactorRequired | Busy>> {
  const purpose = 'review'
  const id = services.linkTokens.read(purpose, token)
  const user = await services.accounts.findUser(caller.headers)
  const link = id !== null && user && (await findLink(services.db, { id, purpose }))
  if (link && link.userId === user.id) return ok({ user, cookies: [] })
  const found = await readLink(services, purpose, token)
  if (!found.ok) return found
  const used = await transact(services.db, async (trx) => {
    const consumed = await consumeLink(trx, { id: found.value.id, purpose, moment: services.now() })
    return consumed ? ok(null) : fail({ reason: 'link_used' as const })
  })
  return used.ok ? services.accounts.openSession(found.value.userId, caller) : used
}

/**
 * Proves the address of a signed-in user by a mailed link and keeps this session open. The link alone proves nothing: a
 * stranger could register an address and let its owner confirm it. Returns the cookies that keep the device known.
 */
export async function verifyEmail(
  services: LinkServices,
  user: SignedInUser,
  token: string,
  headers: Headers,
): Promise<Result<{ cookies: string[] }, LinkFailure | Busy | { reason: 'link_of_other_account' }>> {
  const purpose = 'email-verification'
  const found = await readLink(services, purpose, token)
  if (!found.ok) {
    // Another proof of the address has ended this link.
    const isOver = ['link_replaced', 'link_ended'].includes(found.failure.reason)
    const isProven = isOver && (await isEmailVerified(services.db, user.id))
    return isProven ? ok({ cookies: [] }) : found
  }
  const { id, userId } = found.value
  if (userId !== user.id) return fail({ reason: 'link_of_other_account' })
  const sessionId = await services.accounts.findSessionId(headers)
  const moment = services.now()
  const proven = await transact(services.db, async (trx) => {
    if (!(await consumeLink(trx, { id, purpose, moment }))) return fail({ reason: 'link_used' as const })
    await proveAddress(trx, userId, { password: 'known', sessionId, moment })
    return ok(null)
  })
  return proven.ok ? ok({ cookies: await services.accounts.renewDevice(headers, userId) }) : proven
}

type OpenLink = { id: string; userId: string; role: Role }

/** Links that open the account of an invited person: those that set a password. */
const LINKS_OF_INVITED: readonly LinkPurpose[] = ['invitation', 'password-reset']

/** A usable link, or why it cannot be used. */
async function readLink(
  { db, linkTokens, now }: LinkServices,
  purpose: LinkPurpose,
  token: string,
): Promise<Result<OpenLink, LinkFailure>> {
  const id = linkTokens.read(purpose, token)
  const link = id === null ? undefined : await findLink(db, { id, purpose })
  if (id === null || !link || (findInvitedRole(link) !== null && !LINKS_OF_INVITED.includes(purpose)))
    return fail({ reason: 'link_invalid' })
  if (link.used_at) return fail({ reason: 'link_used' })
  if (link.replaced_at) return fail({ reason: link.has_newer ? 'link_replaced' : 'link_ended' })
  if (link.expires_at <= now()) return fail({ reason: 'link_expired' })
  return ok({ id, userId: link.userId, role: link.role })
}
