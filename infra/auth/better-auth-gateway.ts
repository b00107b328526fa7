import { APIError } from 'better-auth/api'
import type { AccountGateway, Caller } from '#domain/accounts/account-gateway.ts'
import { findChallengedEmail, findPasswordAccount, findSecondFactor } from '#domain/accounts/account-queries.server.ts'
import { deleteSessionByToken, deleteSessions } from '#domain/accounts/account-store.server.ts'
import { findGroup } from '#domain/kernel/rate-limits/caller-groups.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { createAdminSessions } from './admin-sessions.ts'
import { type AuthSettings, COOKIE_PREFIX, createAuth, withCheckedHash, withNewAccount } from './better-auth.ts'
import { attempt, CODE_REASONS, callWithPassword, from, signedInUser, toCookieHeader } from './better-auth-calls.ts'
import { consumeCodeStep } from './code-steps.ts'
import { createSignInCompletion } from './complete-sign-in.ts'
import { createDeviceCookie, readSignedCookie } from './cookies.ts'
import { hashPassword, queueHashing } from './password.ts'
import { createStoredSessions } from './stored-sessions.ts'

/** Accounts by Better Auth in our own tables. */
export function createAccountGateway(settings: AuthSettings): AccountGateway {
  const { db, secret } = settings
  const auth = createAuth(settings)
  const secure = settings.shopUrl.startsWith('https://')
  const devices = createDeviceCookie({ secret, secure })
  const now = () => new Date()
  const sessions = createStoredSessions({ db, secret, secure, now })
  /** The value of a cookie that Better Auth set. */
  const readAuthCookie = (headers: Headers, name: string) =>
    readSignedCookie(headers, `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.${name}`, secret)

  const adminSessions = createAdminSessions({ db, adminEmail: settings.adminEmail, sessions, now })

  async function readChallengedEmail(headers: Headers): Promise<string | null> {
    const challenge = readAuthCookie(headers, 'two_factor')
    return challenge === null ? null : findChallengedEmail({ db, now }, challenge)
  }

  /** As `from`, for a caller with a session. */
  const fromSession = async (caller: Caller) =>
    from({ ...caller, headers: await sessions.toPresentToken(caller.headers) })

  const { completeSignIn, completeOpening, endCarriedSession, endSessionsBesides } = createSignInCompletion({
    db,
    sessions,
    devices,
    adminSessions,
    now,
  })

  async function renewDevice(headers: Headers, userId: string): Promise<string[]> {
    const account = await findPasswordAccount(db, { userId })
    return account ? [devices.issue(headers, account, now())] : []
  }

  const isKnown = (headers: Headers) => devices.isGenuine(headers) || sessions.readToken(headers) !== null
  const turnOf = ({ clientAddress, headers, signal }: Caller) => ({
    group: findGroup(clientAddress, isKnown(headers)),
    signal,
  })

  return {
    queuePasswords: (caller, work) => queueHashing(turnOf(caller), work),

    isKnown,

    async findKnownDevice(headers, email) {
      if (!devices.isSent(headers)) return null
      const account = await findPasswordAccount(db, { email })
      return account && devices.findDevice(headers, account, now())
    },

    findChallengedEmail: readChallengedEmail,

    async findUser(headers) {
      const session = await sessions.read(headers)
      return session && !session.isGuest ? session.user : null
    },

    async findBuyer(headers) {
      const session = await sessions.read(headers)
      return session && { user: session.user, isGuest: session.isGuest }
    },

    async findSessionId(headers) {
      return (await sessions.read(headers))?.id ?? null
    },

    renewDevice,

    async findProof(headers) {
      return (await sessions.read(headers))?.provenAt ?? null
    },

    async findSession(headers) {
      const session = await sessions.use(headers)
      if (!session || session.cookies.length === 0) return session
      return { ...session, cookies: [...session.cookies, ...(await renewDevice(headers, session.user.id))] }
    },

    async signIn(credentials, caller) {
      try {
        const { outcome, hash } = await withCheckedHash(() =>
          auth.api.signInEmail({ body: credentials, ...from(caller) }),
        )
        const cookies = outcome.headers.getSetCookie()
        if ('twoFactorRedirect' in outcome.response) {
          await endCarriedSession(caller.headers, null)
          return fail({ reason: 'second_factor_required', cookies })
        }
        const signedIn = await completeSignIn(signedInUser(outcome.response.user), cookies, caller, 'password', hash)
        return signedIn ? ok(signedIn) : fail({ reason: 'invalid_credentials' })
      } catch (error) {
        if (error instanceof APIError && error.statusCode === 401) {
          await adminSessions.refused(credentials.email, 'password')
          return fail({ reason: 'invalid_credentials' })
        }
        throw error
      }
    },

    async signUp({ terms, email, password, name = '' }, caller) {
      if (email === settings.adminEmail) return fail({ reason: 'account_exists' })
      try {
        const { response, headers } = await withNewAccount({ password, terms, cost: settings.passwordCost }, () =>
          auth.api.signUpEmail({ body: { email, password, name }, ...from(caller) }),
        )
        return ok(await completeOpening(signedInUser(response.user), headers.getSetCookie(), caller, 'password'))
      } catch (error) {
        if (await isEmailTaken(error, email)) return fail({ reason: 'account_exists' })
        throw error
      }
    },

    async openSession(userId, caller, by) {
      const { headers } = await auth.api.openSession({ body: { userId }, ...from(caller) })
      const cookies = headers.getSetCookie()
      const session = await sessions.read(toCookieHeader(cookies))
      if (session) return ok(await completeOpening(session.user, cookies, caller, by ?? 'ticket'))
      await endCarriedSession(caller.headers, null)
      return fail({ reason: 'second_factor_required', cookies })
    },

    hashPassword: (password, caller) =>
      queueHashing(turnOf(caller), () => hashPassword(password, settings.passwordCost)),

    async signOut(headers, scope) {
      const session = await sessions.read(headers)
      if (session && scope === 'everywhere') await deleteSessions(db, session.user.id)
      else if (session) await deleteSessionByToken(db, session.token)
      const { headers: answer } = await auth.api.signOut({ headers, returnHeaders: true })
      return answer.getSetCookie()
    },

    changePassword: (change, caller) =>
      callWithPassword(async () => {
        const body = { ...change, revokeOtherSessions: true }
        const { response, headers } = await auth.api.changePassword({ body, ...(await fromSession(caller)) })
        return completeOpening(signedInUser(response.user), headers.getSetCookie(), caller, 'new_password')
      }),

    confirmPassword: (password, caller) =>
      callWithPassword(async () => {
        await auth.api.verifyPassword({ body: { password }, ...(await fromSession(caller)) })
        await adminSessions.proved(caller.headers)
        return null
      }),

    enableSecondFactor: (password, caller) =>
      callWithPassword(async () => {
        const { response, headers } = await auth.api.enableTwoFactor({
          body: { password },
          ...(await fromSession(caller)),
        })
        if (response.method !== 'totp') throw new Error(`a second factor by ${response.method} is not offered`)
        const { totpURI, backupCodes } = response
        return { totpURI, backupCodes, cookies: headers.getSetCookie() }
      }),

    async verifySecondFactor({ code, kind }, caller) {
      const user = await this.findUser(caller.headers)
      const email = user?.email ?? (await readChallengedEmail(caller.headers))
      if (kind === 'totp' && email !== null && !(await consumeCodeStep({ db, auth, now }, email, code)))
        return fail({ reason: 'invalid_code' })
      const isConfirmed = user === null || (await findSecondFactor(db, user.email))?.verified
      const verified = await attempt(CODE_REASONS, async () => {
        const call = { body: { code }, ...(await fromSession(caller)) }
        const { response, headers } = await (kind === 'totp'
          ? auth.api.verifyTOTP(call)
          : auth.api.verifyBackupCode(call))
        await adminSessions.proved(caller.headers)
        const opened = await completeOpening(signedInUser(response.user), headers.getSetCookie(), caller, 'code')
        if (!isConfirmed) await endSessionsBesides(opened)
        return opened
      })
      if (!verified.ok) await adminSessions.refused(await readChallengedEmail(caller.headers), 'code')
      return verified
    },

    renewBackupCodes: (password, caller) =>
      callWithPassword(async () => {
        const { response } = await auth.api.generateBackupCodes({ body: { password }, ...(await fromSession(caller)) })
        return { backupCodes: response.backupCodes }
      }),

    disableSecondFactor: (password, caller) =>
      callWithPassword(async () => {
        const { headers } = await auth.api.disableTwoFactor({ body: { password }, ...(await fromSession(caller)) })
        return { cookies: headers.getSetCookie() }
      }),

    offersGoogle: settings.google !== null,

    async beginGoogle(linkTo, caller) {
      const { response, headers } = await auth.api.beginGoogle({ body: { linkTo }, ...from(caller) })
      return { url: response.url, cookies: headers.getSetCookie() }
    },

    async finishGoogle(answer, caller) {
      const { response, headers } = await auth.api.finishGoogle({ body: answer, ...from(caller) })
      return response.ok ? ok({ ...response.value, cookies: headers.getSetCookie() }) : response
    },

    async publicKeys() {
      const { keys } = await auth.api.getJwks()
      return keys.map((key) => ({ ...key }))
    },
  }

  /** Better Auth answers 422 for a taken e-mail, found by itself or by the unique index. */
  async function isEmailTaken(error: unknown, email: string): Promise<boolean> {
    if (!(error instanceof APIError) || error.statusCode !== 422) return false
    const context = await auth.$context
    return (await context.internalAdapter.findUserByEmail(email)) !== null
  }
}
