import type { Context } from 'hono'
import { accountCall, doneSchema, noBody, ownAccountCall } from '#api/call.ts'
import { type ApiEnv, z } from '#api/http.ts'
import {
  credentialsSchema,
  openSessionSchema,
  passwordChangeSchema,
  signedInUserSchema,
  signUpSchema,
  userNamesSchema,
} from '#domain/accounts/account.ts'
import type { Caller, SignIn } from '#domain/accounts/account-gateway.ts'
import { listOpenSessions } from '#domain/accounts/account-queries.server.ts'
import { describeDevice } from '#domain/accounts/device-name.ts'
import { signIn, signUp } from '#domain/accounts/sign-in.server.ts'
import { changePassword, endOtherSessions, endSession, renameUser } from '#domain/accounts/update-account.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { momentSchema } from '#domain/kernel/wire/wire-fields.ts'

export const sessionSchema = z
  .object({
    user: signedInUserSchema.nullable(),
    expires_at: momentSchema.nullable(),
    guest: z.object({ email: z.string() }).optional().meta({ description: 'A buyer without an account' }),
  })
  .meta({ id: 'Session' })

/** The caller, for use cases that sign in or check a password. */
export function toCaller(c: Pick<Context<ApiEnv>, 'req' | 'var'>): Caller {
  return { headers: c.req.raw.headers, clientAddress: c.var.clientAddress, signal: c.req.raw.signal }
}

/** Sets cookies as the account system made them; no body contains their token. */
export function setCookies(c: Pick<Context, 'header'>, cookies: readonly string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}

/** Answers an opened session with its user and cookies. */
export function answerSignIn<F extends { reason: string }>(c: Pick<Context, 'header'>, result: Result<SignIn, F>) {
  if (!result.ok) return result
  setCookies(c, result.value.cookies)
  return ok({ user: result.value.user })
}

/** The signed-in user and the end of the session, which is prolonged when due. */
export async function currentSession(
  c: Pick<Context<ApiEnv>, 'req' | 'var' | 'header'>,
): Promise<z.output<typeof sessionSchema>> {
  const { accounts } = c.var.services
  const session = await accounts.findSession(c.req.raw.headers)
  if (!session) {
    const buyer = await accounts.findBuyer(c.req.raw.headers)
    return { user: null, expires_at: null, ...(buyer?.isGuest && { guest: { email: buyer.user.email } }) }
  }
  setCookies(c, session.cookies)
  return { user: session.user, expires_at: session.expiresAt.toISOString() }
}

export const signedIn = z.object({ user: signedInUserSchema })

/**
 * The part of the account system that the shop uses. Every body is checked, and no answer contains a session's token.
 */
export const authCalls = [
  accountCall.post(
    '/auth/sign-in/email',
    {
      summary: 'Signs in by e-mail and password',
      description: '`twoFactorRedirect`: the session begins when the code is sent to /api/auth/two-factor/verify-totp.',
      body: credentialsSchema,
      answers: ['Sets the session cookie', z.union([signedIn, z.object({ twoFactorRedirect: z.literal(true) })])],
      refuses: ['invalid_credentials', 'too_many_attempts', 'sign_in_busy'],
    },
    async ({ services, body }, c) => {
      const result = await signIn(services, body, toCaller(c))
      if (!result.ok) {
        if (result.failure.reason !== 'second_factor_required') return fail(result.failure)
        setCookies(c, result.failure.cookies)
        return ok({ twoFactorRedirect: true as const })
      }
      setCookies(c, result.value.cookies)
      return ok({ user: result.value.user })
    },
  ),
  accountCall.post(
    '/auth/sign-up/email',
    {
      summary: 'Creates a customer account that accepts the terms, and signs in',
      body: signUpSchema,
      answers: ['Sets the session cookie', signedIn],
      refuses: ['account_exists', 'too_many_attempts', 'sign_in_busy'],
    },
    async ({ services, body }, c) => answerSignIn(c, await signUp(services, body, toCaller(c))),
  ),
  accountCall.post(
    '/auth/sign-out',
    {
      summary: 'Ends the session',
      body: noBody,
      answers: ['Clears the session cookie, even without a session', doneSchema],
    },
    async ({ services }, c) => {
      setCookies(c, await services.accounts.signOut(c.req.raw.headers, 'here'))
      return ok(null)
    },
  ),
  accountCall.get(
    '/auth/get-session',
    { summary: 'The signed-in user, as GET /api/me', answers: ['The user, or null without a session', sessionSchema] },
    async (_, c) => ok(await currentSession(c)),
  ),
  ownAccountCall.get(
    '/auth/list-sessions',
    {
      summary: 'Open sessions of the user, newest first',
      answers: ['Open sessions', z.array(openSessionSchema)],
    },
    async ({ services, user }, c) => {
      const present = await services.accounts.findSession(c.req.raw.headers)
      if (!present) return fail({ reason: 'sign_in_required' })
      setCookies(c, present.cookies)
      const sessions = await listOpenSessions(services, user.id)
      return ok(
        sessions.map(({ created_at, last_seen_at, expires_at, ...session }) => ({
          ...session,
          device: describeDevice(session.user_agent),
          current: session.id === present.id,
          created_at: created_at.toISOString(),
          last_seen_at: last_seen_at.toISOString(),
          expires_at: expires_at.toISOString(),
        })),
      )
    },
  ),
  ownAccountCall.post(
    '/auth/revoke-session',
    {
      summary: 'Ends one session of the user',
      body: z.strictObject({ id: z.uuid() }),
      answers: ['Ended', doneSchema],
      refuses: ['session_not_found'],
    },
    ({ services, user, body }) => endSession(services, user.id, body.id),
  ),
  ownAccountCall.post(
    '/auth/revoke-other-sessions',
    {
      summary: 'Ends every other session of the user',
      body: noBody,
      answers: ['Ended', doneSchema],
    },
    async ({ services }, c) => {
      const session = await services.accounts.findSession(c.req.raw.headers)
      if (!session) return fail({ reason: 'sign_in_required' })
      setCookies(c, session.cookies)
      await endOtherSessions(services, session)
      return ok(null)
    },
  ),
  ownAccountCall.post(
    '/auth/update-user',
    { summary: "Changes the user's own names", body: userNamesSchema, answers: ['Changed', doneSchema] },
    async ({ services, user, body }) => {
      await renameUser(services, user.id, body)
      return ok(null)
    },
  ),
  ownAccountCall.post(
    '/auth/change-password',
    {
      summary: 'Changes the password and ends every other session',
      body: passwordChangeSchema,
      answers: ['Sets the cookie of a new session', signedIn],
      refuses: ['invalid_password', 'admin_password_too_short', 'account_refused', 'too_many_attempts', 'sign_in_busy'],
    },
    async ({ services, user, body }, c) => answerSignIn(c, await changePassword(services, user, body, toCaller(c))),
  ),
  accountCall.get(
    '/auth/.well-known/jwks.json',
    {
      summary: 'Public keys of the tokens the shop signs',
      answers: ['JSON Web Key Set', z.object({ keys: z.array(z.looseObject({})) })],
    },
    async ({ services }) => ok({ keys: await services.accounts.publicKeys() }),
  ),
]
