import { APIError } from 'better-auth/api'
import type { AccountGateway, Caller, Credentials, Role, SignedInUser } from '#domain/accounts/account.ts'
import { MAX_PASSWORD_LENGTH } from '#domain/accounts/account.ts'
import { fail, ok } from '#domain/result.ts'
import { type AuthSettings, CLIENT_ADDRESS_HEADER, createAuth, withPasswordHashed } from './better-auth.ts'

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
      return {
        user: signedInUser(response.user),
        expiresAt: response.session.expiresAt,
        cookies: answer.getSetCookie(),
      }
    },

    async signIn(credentials, caller) {
      try {
        const { response, headers } = await auth.api.signInEmail({
          body: credentials,
          headers: vouchedHeaders(caller),
          returnHeaders: true,
        })
        const cookies = headers.getSetCookie()
        if ('twoFactorRedirect' in response) return fail({ reason: 'second_factor_required', cookies })
        return ok({ user: signedInUser(response.user), cookies })
      } catch (error) {
        if (error instanceof APIError && error.statusCode === 401) return fail({ reason: 'invalid_credentials' })
        throw error
      }
    },

    async signUp(credentials, caller) {
      if (credentials.email === settings.adminEmail) return fail({ reason: 'account_exists' })
      try {
        const { response, headers } = await withPasswordHashed(credentials.password, () =>
          auth.api.signUpEmail({
            body: { ...credentials, name: '' },
            headers: vouchedHeaders(caller),
            returnHeaders: true,
          }),
        )
        return ok({ user: signedInUser(response.user), cookies: headers.getSetCookie() })
      } catch (error) {
        if (await lostRace(error, credentials)) return fail({ reason: 'account_exists' })
        throw error
      }
    },

    async signOut(headers, scope) {
      if (scope === 'everywhere' && (await this.findUser(headers))) await auth.api.revokeSessions({ headers })
      const { headers: answer } = await auth.api.signOut({ headers, returnHeaders: true })
      return answer.getSetCookie()
    },

    async handle(request, clientAddress) {
      const headers = vouchedHeaders({ headers: request.headers, clientAddress })
      if (request.method === 'GET' || request.method === 'HEAD') return auth.handler(new Request(request, { headers }))
      // Read whole: a call without a body must arrive without an empty stream in its place.
      const body = await request.text()
      const call = new Request(request.url, { method: request.method, headers, body: body === '' ? null : body })
      const password = passwordToHash(new URL(request.url).pathname, body)
      return password === null ? auth.handler(call) : withPasswordHashed(password, () => auth.handler(call))
    },
  }

  /** Better Auth answers a taken e-mail by 422, whether it saw the account or the unique index did. */
  async function lostRace(error: unknown, { email }: Credentials): Promise<boolean> {
    if (!(error instanceof APIError) || error.statusCode !== 422) return false
    const context = await auth.$context
    return (await context.internalAdapter.findUserByEmail(email)) !== null
  }
}

/** The caller's headers with the address we vouch for in place of any that was sent along. */
function vouchedHeaders({ headers, clientAddress }: Caller): Headers {
  const vouched = new Headers(headers)
  vouched.set(CLIENT_ADDRESS_HEADER, clientAddress)
  return vouched
}

/** The password of a new account, to be hashed before its transaction begins. */
function passwordToHash(path: string, body: string): string | null {
  if (!path.endsWith('/sign-up/email') || body === '') return null
  const fields: unknown = JSON.parse(body)
  if (typeof fields !== 'object' || fields === null || !('password' in fields)) return null
  const { password } = fields
  return typeof password === 'string' && password.length <= MAX_PASSWORD_LENGTH ? password : null
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
  return {
    id: user.id,
    email: user.email,
    role,
    first_name: user.first_name ?? null,
    last_name: user.last_name ?? null,
  }
}
