import type { Context } from 'hono'
import { refuse } from '#api/errors.ts'
import { type ApiEnv, createRoute, createRouter, requireUser, z } from '#api/http.ts'
import { answers, bodyErrors, emptyRequest, errors, jsonBody } from '#api/openapi.ts'
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
import { momentSchema } from '#domain/kernel/wire-fields.ts'

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
export function answerSignIn<Env extends ApiEnv>(c: Context<Env>, { user, cookies }: SignIn) {
  setCookies(c, cookies)
  return c.json({ user }, 200)
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
export const done = z.object({ status: z.literal(true) })
export const DONE = { status: true } as const
/** Calls of a signed-in user, who is in `c.var.user`. */
export const signedInOnly = { tags: ['accounts'], security: [{ session: [] }], middleware: requireUser }

const signInRoute = createRoute({
  method: 'post',
  path: '/auth/sign-in/email',
  tags: ['accounts'],
  summary: 'Signs in by e-mail and password',
  description: '`twoFactorRedirect`: the session begins when the code is sent to /api/auth/two-factor/verify-totp.',
  request: { body: jsonBody(credentialsSchema) },
  responses: {
    ...answers(z.union([signedIn, z.object({ twoFactorRedirect: z.literal(true) })]), 'Sets the session cookie'),
    ...bodyErrors('invalid_credentials', 'too_many_attempts', 'sign_in_busy'),
  },
})

const signUpRoute = createRoute({
  method: 'post',
  path: '/auth/sign-up/email',
  tags: ['accounts'],
  summary: 'Creates a customer account that accepts the terms, and signs in',
  request: { body: jsonBody(signUpSchema) },
  responses: {
    ...answers(signedIn, 'Sets the session cookie'),
    ...bodyErrors('account_exists', 'too_many_attempts', 'sign_in_busy'),
  },
})

const signOutRoute = createRoute({
  method: 'post',
  path: '/auth/sign-out',
  tags: ['accounts'],
  summary: 'Ends the session',
  request: emptyRequest,
  responses: { ...answers(done, 'Clears the session cookie, even without a session'), ...bodyErrors() },
})

const sessionRoute = createRoute({
  method: 'get',
  path: '/auth/get-session',
  tags: ['accounts'],
  summary: 'The signed-in user, as GET /api/me',
  responses: { ...answers(sessionSchema, 'The user, or null without a session'), ...errors() },
})

const listSessionsRoute = createRoute({
  method: 'get',
  path: '/auth/list-sessions',
  ...signedInOnly,
  summary: 'Open sessions of the user, newest first',
  responses: { ...answers(z.array(openSessionSchema), 'Open sessions'), ...errors('sign_in_required') },
})

const revokeSessionRoute = createRoute({
  method: 'post',
  path: '/auth/revoke-session',
  ...signedInOnly,
  summary: 'Ends one session of the user',
  request: { body: jsonBody(z.strictObject({ id: z.uuid() })) },
  responses: { ...answers(done, 'Ended'), ...bodyErrors('sign_in_required', 'session_not_found') },
})

const revokeOtherSessionsRoute = createRoute({
  method: 'post',
  path: '/auth/revoke-other-sessions',
  ...signedInOnly,
  summary: 'Ends every other session of the user',
  request: emptyRequest,
  responses: { ...answers(done, 'Ended'), ...bodyErrors('sign_in_required') },
})

const updateUserRoute = createRoute({
  method: 'post',
  path: '/auth/update-user',
  ...signedInOnly,
  summary: "Changes the user's own names",
  request: { body: jsonBody(userNamesSchema) },
  responses: { ...answers(done, 'Changed'), ...bodyErrors('sign_in_required') },
})

const changePasswordRoute = createRoute({
  method: 'post',
  path: '/auth/change-password',
  ...signedInOnly,
  summary: 'Changes the password and ends every other session',
  request: { body: jsonBody(passwordChangeSchema) },
  responses: {
    ...answers(signedIn, 'Sets the cookie of a new session'),
    ...bodyErrors(
      'sign_in_required',
      'invalid_password',
      'admin_password_too_short',
      'account_refused',
      'too_many_attempts',
      'sign_in_busy',
    ),
  },
})

const publicKeysRoute = createRoute({
  method: 'get',
  path: '/auth/.well-known/jwks.json',
  tags: ['accounts'],
  summary: 'Public keys of the tokens the shop signs',
  responses: { ...answers(z.object({ keys: z.array(z.looseObject({})) }), 'JSON Web Key Set'), ...errors() },
})

/**
 * The part of the account system that the shop uses. Every body is checked, and no answer contains a session's token.
 */
export const authRoutes = createRouter()
  .openapi(signInRoute, async (c) => {
    const result = await signIn(c.var.services, c.req.valid('json'), toCaller(c))
    if (result.ok) return answerSignIn(c, result.value)
    if (result.failure.reason !== 'second_factor_required') return refuse(c, result.failure)
    setCookies(c, result.failure.cookies)
    return c.json({ twoFactorRedirect: true as const }, 200)
  })
  .openapi(signUpRoute, async (c) => {
    const result = await signUp(c.var.services, c.req.valid('json'), toCaller(c))
    return result.ok ? answerSignIn(c, result.value) : refuse(c, result.failure)
  })
  .openapi(signOutRoute, async (c) => {
    setCookies(c, await c.var.services.accounts.signOut(c.req.raw.headers, 'here'))
    return c.json(DONE, 200)
  })
  .openapi(sessionRoute, async (c) => c.json(await currentSession(c), 200))
  .openapi(listSessionsRoute, async (c) => {
    const { services, user } = c.var
    const present = await services.accounts.findSession(c.req.raw.headers)
    if (!present) return refuse(c, { reason: 'sign_in_required' })
    setCookies(c, present.cookies)
    const sessions = await listOpenSessions(services, user.id)
    return c.json(
      sessions.map(({ created_at, last_seen_at, expires_at, ...session }) => ({
        ...session,
        device: describeDevice(session.user_agent),
        current: session.id === present.id,
        created_at: created_at.toISOString(),
        last_seen_at: last_seen_at.toISOString(),
        expires_at: expires_at.toISOString(),
      })),
      200,
    )
  })
  .openapi(revokeSessionRoute, async (c) => {
    const ended = await endSession(c.var.services, c.var.user.id, c.req.valid('json').id)
    return ended.ok ? c.json(DONE, 200) : refuse(c, ended.failure)
  })
  .openapi(revokeOtherSessionsRoute, async (c) => {
    const session = await c.var.services.accounts.findSession(c.req.raw.headers)
    if (!session) return refuse(c, { reason: 'sign_in_required' })
    setCookies(c, session.cookies)
    await endOtherSessions(c.var.services, session)
    return c.json(DONE, 200)
  })
  .openapi(updateUserRoute, async (c) => {
    await renameUser(c.var.services, c.var.user.id, c.req.valid('json'))
    return c.json(DONE, 200)
  })
  .openapi(changePasswordRoute, async (c) => {
    const changed = await changePassword(c.var.services, c.var.user, c.req.valid('json'), toCaller(c))
    return changed.ok ? answerSignIn(c, changed.value) : refuse(c, changed.failure)
  })
  .openapi(publicKeysRoute, async (c) => c.json({ keys: await c.var.services.accounts.publicKeys() }, 200))
