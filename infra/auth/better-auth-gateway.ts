import { APIError } from 'better-auth/api'
import type {
  AccountGateway,
  Caller,
  PasswordProofFailure,
  Role,
  SignedInUser,
  SignIn,
} from '#domain/accounts/account.ts'
import {
  findChallengedEmail,
  findPasswordAccount,
  findSessionByToken,
} from '#domain/accounts/account-queries.server.ts'
import { deleteOldestSessions, deleteSessionByToken } from '#domain/accounts/account-store.server.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import {
  type AuthSettings,
  CLIENT_ADDRESS_HEADER,
  COOKIE_PREFIX,
  createAuth,
  PROLONG_AFTER_SECONDS,
  SESSION_SECONDS,
  withNewAccount,
} from './better-auth.ts'
import { readSignedCookie } from './cookies.ts'
import { createDeviceCookie } from './device-cookie.ts'
import { DROPPED, HashingDropped, queueHashing } from './password.ts'

/** Sessions of one account; a sign-in beyond them ends the oldest. */
const MOST_SESSIONS = 50

/** Accounts by Better Auth over our own tables. */
export function createAccountGateway(settings: AuthSettings): AccountGateway {
  const { db, secret } = settings
  const auth = createAuth(settings)
  const secure = settings.shopUrl.startsWith('https://')
  const devices = createDeviceCookie({ secret, secure })
  const now = () => new Date()
  /** The value of a cookie that Better Auth set. */
  const readAuthCookie = (headers: Headers, name: string) =>
    readSignedCookie(headers, `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.${name}`, secret)

  /** Read by ourselves: Better Auth takes many times as long for the same statement. */
  async function readSession(headers: Headers) {
    const token = readAuthCookie(headers, 'session_token')
    const session = token === null ? null : await findSessionByToken(db, token)
    return session && session.expiresAt >= now() ? session : null
  }

  /** Where these cookies open a session: ends those that it replaces, and makes the device known to the account. */
  async function completeSignIn(user: SignedInUser, cookies: string[], { headers }: Caller): Promise<SignIn> {
    const token = readAuthCookie(toCookieHeader(cookies), 'session_token')
    if (token === null) return { user, cookies }
    await endCarriedSession(headers, token)
    await deleteOldestSessions(db, user.id, MOST_SESSIONS)
    return { user, cookies: [...cookies, ...(await issueDeviceCookie(user.id, headers))] }
  }

  /** A browser has one session: the one that its request carried is over, unless it is the one that goes on. */
  async function endCarriedSession(headers: Headers, openedToken: string | null): Promise<void> {
    const carried = readAuthCookie(headers, 'session_token')
    if (carried !== null && carried !== openedToken) await deleteSessionByToken(db, carried)
  }

  async function issueDeviceCookie(userId: string, headers: Headers): Promise<string[]> {
    const account = await findPasswordAccount(db, { userId })
    return account ? [devices.issue(headers, account, now())] : []
  }

  return {
    queuePasswords: ({ signal }, work) => queueHashing(signal, work),

    async findKnownDevice(headers, email) {
      if (!devices.isSent(headers)) return null
      const account = await findPasswordAccount(db, { email })
      return account && devices.findDevice(headers, account, now())
    },

    async findChallengedEmail(headers) {
      const challenge = readAuthCookie(headers, 'two_factor')
      return challenge === null ? null : findChallengedEmail({ db, now }, challenge)
    },

    async findUser(headers) {
      return (await readSession(headers))?.user ?? null
    },

    async findSession(headers) {
      const session = await readSession(headers)
      if (!session || !isProlongedAt(session.expiresAt, now())) return session && { ...session, cookies: [] }
      const { response, headers: answer } = await auth.api.getSession({ headers, returnHeaders: true })
      if (!response) return null
      const { id, expiresAt, userId } = response.session
      const cookies = [...answer.getSetCookie(), ...(await issueDeviceCookie(userId, headers))]
      return { id, user: signedInUser(response.user), expiresAt, cookies }
    },

    async signIn(credentials, caller) {
      try {
        const { response, headers } = await auth.api.signInEmail({ body: credentials, ...from(caller) })
        const cookies = headers.getSetCookie()
        if (!('twoFactorRedirect' in response))
          return ok(await completeSignIn(signedInUser(response.user), cookies, caller))
        await endCarriedSession(caller.headers, null)
        return fail({ reason: 'second_factor_required', cookies })
      } catch (error) {
        if (error instanceof HashingDropped) return fail(DROPPED)
        if (error instanceof APIError && error.statusCode === 401) return fail({ reason: 'invalid_credentials' })
        throw error
      }
    },

    async signUp({ terms, email, password, name = '' }, caller) {
      if (email === settings.adminEmail) return fail({ reason: 'account_exists' })
      try {
        const { response, headers } = await withNewAccount({ password, terms }, () =>
          auth.api.signUpEmail({ body: { email, password, name }, ...from(caller) }),
        )
        return ok(await completeSignIn(signedInUser(response.user), headers.getSetCookie(), caller))
      } catch (error) {
        if (error instanceof HashingDropped) return fail(DROPPED)
        if (await isEmailTaken(error, email)) return fail({ reason: 'account_exists' })
        throw error
      }
    },

    async signOut(headers, scope) {
      if (scope === 'everywhere' && (await this.findUser(headers))) await auth.api.revokeSessions({ headers })
      const { headers: answer } = await auth.api.signOut({ headers, returnHeaders: true })
      return answer.getSetCookie()
    },

    changePassword: (change, caller) =>
      provePassword(async () => {
        const body = { ...change, revokeOtherSessions: true }
        const { response, headers } = await auth.api.changePassword({ body, ...from(caller) })
        return completeSignIn(signedInUser(response.user), headers.getSetCookie(), caller)
      }),

    confirmPassword: (password, caller) =>
      provePassword(async () => {
        await auth.api.verifyPassword({ body: { password }, ...from(caller) })
        return null
      }),

    enableSecondFactor: (password, caller) =>
      provePassword(async () => {
        const { response, headers } = await auth.api.enableTwoFactor({ body: { password }, ...from(caller) })
        if (response.method !== 'totp') throw new Error(`a second factor by ${response.method} is not offered`)
        const { totpURI, backupCodes } = response
        return { totpURI, backupCodes, cookies: headers.getSetCookie() }
      }),

    verifySecondFactor: ({ code, kind }, caller) =>
      attempt(CODE_REASONS, async () => {
        const call = { body: { code }, ...from(caller) }
        const { response, headers } = await (kind === 'totp'
          ? auth.api.verifyTOTP(call)
          : auth.api.verifyBackupCode(call))
        return completeSignIn(signedInUser(response.user), headers.getSetCookie(), caller)
      }),

    renewBackupCodes: (password, caller) =>
      provePassword(async () => {
        const { response } = await auth.api.generateBackupCodes({ body: { password }, ...from(caller) })
        return { backupCodes: response.backupCodes }
      }),

    disableSecondFactor: (password, caller) =>
      provePassword(async () => {
        const { headers } = await auth.api.disableTwoFactor({ body: { password }, ...from(caller) })
        return { cookies: headers.getSetCookie() }
      }),

    async publicKeys() {
      const { keys } = await auth.api.getJwks()
      return keys.map((key) => ({ ...key }))
    },
  }

  /** Better Auth answers a taken e-mail by 422, whether it saw the account or the unique index did. */
  async function isEmailTaken(error: unknown, email: string): Promise<boolean> {
    if (!(error instanceof APIError) || error.statusCode !== 422) return false
    const context = await auth.$context
    return (await context.internalAdapter.findUserByEmail(email)) !== null
  }
}

/** What is stored of a browser's own name, characters. */
const MOST_USER_AGENT = 300

/** The caller's headers with the address the server found in place of any that was sent along. */
function from({ headers, clientAddress }: Caller) {
  const trusted = new Headers(headers)
  trusted.set(CLIENT_ADDRESS_HEADER, clientAddress)
  trusted.set('user-agent', (headers.get('user-agent') ?? '').slice(0, MOST_USER_AGENT))
  return { headers: trusted, returnHeaders: true as const }
}

/** Once a day, when a session has been open for so long since it was opened or prolonged. */
function isProlongedAt(expiresAt: Date, moment: Date): boolean {
  return expiresAt.getTime() - moment.getTime() <= (SESSION_SECONDS - PROLONG_AFTER_SECONDS) * 1000
}

/** What a browser would send back of these Set-Cookie values; cleared ones are gone. */
function toCookieHeader(cookies: readonly string[]): Headers {
  const pairs = cookies.map((cookie) => cookie.split(';', 1)[0] ?? '').filter((pair) => !pair.endsWith('='))
  return new Headers({ cookie: pairs.join('; ') })
}

/** Better Auth's codes for what a person can cause; any other refusal is `account_refused`. */
const PASSWORD_REASONS = { UNAUTHORIZED: 'sign_in_required', INVALID_PASSWORD: 'invalid_password' } as const
const CODE_REASONS = {
  INVALID_CODE: 'invalid_code',
  INVALID_BACKUP_CODE: 'invalid_code',
  INVALID_TWO_FACTOR_COOKIE: 'second_factor_expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'second_factor_locked',
  ACCOUNT_TEMPORARILY_LOCKED: 'second_factor_locked',
} as const

async function attempt<Value, Reason extends string>(
  reasons: Partial<Record<string, Reason>>,
  call: () => Promise<Value>,
): Promise<Result<Value, { reason: Reason | 'account_refused' }>> {
  try {
    return ok(await call())
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error
    return fail({ reason: reasons[error.body?.code ?? ''] ?? 'account_refused' })
  }
}

async function provePassword<Value>(call: () => Promise<Value>): Promise<Result<Value, PasswordProofFailure>> {
  try {
    return await attempt(PASSWORD_REASONS, call)
  } catch (error) {
    if (error instanceof HashingDropped) return fail(DROPPED)
    throw error
  }
}

type AuthUser = {
  id: string
  email: string
  role?: string | null
  first_name?: string | null
  last_name?: string | null
}

function signedInUser(user: AuthUser): SignedInUser {
  const role: Role = user.role === 'admin' ? 'admin' : 'customer'
  const { id, email, first_name = null, last_name = null } = user
  return { id, email, role, first_name, last_name }
}
