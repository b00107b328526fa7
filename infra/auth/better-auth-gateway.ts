import { APIError } from 'better-auth/api'
import type { AccountGateway, Caller, Role, SignedInUser } from '#domain/accounts/account.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import { type AuthSettings, CLIENT_ADDRESS_HEADER, createAuth, withNewAccount } from './better-auth.ts'

/** Accounts by Better Auth over our own tables. */
export function createAccountGateway(settings: AuthSettings): AccountGateway {
  const auth = createAuth(settings)
  return {
    async findUser(headers) {
      if (!headers.has('cookie')) return null
      const session = await auth.api.getSession({ headers, query: { disableRefresh: true } })
      return session && signedInUser(session.user)
    },

    async findSession(headers) {
      if (!headers.has('cookie')) return null
      const { response, headers: answer } = await auth.api.getSession({ headers, returnHeaders: true })
      if (!response) return null
      const { id, expiresAt } = response.session
      return { id, user: signedInUser(response.user), expiresAt, cookies: answer.getSetCookie() }
    },

    async signIn(credentials, caller) {
      try {
        const { response, headers } = await auth.api.signInEmail({ body: credentials, ...from(caller) })
        const cookies = headers.getSetCookie()
        if ('twoFactorRedirect' in response) return fail({ reason: 'second_factor_required', cookies })
        return ok({ user: signedInUser(response.user), cookies })
      } catch (error) {
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
        return ok({ user: signedInUser(response.user), cookies: headers.getSetCookie() })
      } catch (error) {
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
      attempt(PASSWORD_REASONS, async () => {
        const body = { ...change, revokeOtherSessions: true }
        const { response, headers } = await auth.api.changePassword({ body, ...from(caller) })
        return { user: signedInUser(response.user), cookies: headers.getSetCookie() }
      }),

    enableSecondFactor: (password, caller) =>
      attempt(PASSWORD_REASONS, async () => {
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
        return { user: signedInUser(response.user), cookies: headers.getSetCookie() }
      }),

    renewBackupCodes: (password, caller) =>
      attempt(PASSWORD_REASONS, async () => {
        const { response } = await auth.api.generateBackupCodes({ body: { password }, ...from(caller) })
        return { backupCodes: response.backupCodes }
      }),

    disableSecondFactor: (password, caller) =>
      attempt(PASSWORD_REASONS, async () => {
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

/** The caller's headers with the address the server found in place of any that was sent along. */
function from({ headers, clientAddress }: Caller) {
  const trusted = new Headers(headers)
  trusted.set(CLIENT_ADDRESS_HEADER, clientAddress)
  return { headers: trusted, returnHeaders: true as const }
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
