import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ACCOUNT_TEXTS, emailSchema } from '#domain/accounts/account.ts'
import { limitAttempts, limitFailedAttempts } from '#domain/rate-limits/limit-attempts.server.ts'
import { tooManyAttempts } from './accounts.ts'
import { type ApiEnv, createRouter, errorResponse, z } from './http.ts'

const refusalSchema = z.object({ code: z.string() })

/**
 * Better Auth under /api/auth, behind the same limits as guest sign-in. Everything sent there may be a guess (of a
 * password, of a second factor), so every failed call counts; only leaving is free.
 */
export const authRoutes = createRouter().all('/auth/*', async (c) => {
  const { services, clientAddress } = c.var
  const path = new URL(c.req.url).pathname
  if (c.req.method !== 'POST' || path === '/api/auth/sign-out') return inOurShape(c, await handled(c))

  const email = await emailIn(c.req.raw)
  if (path.includes('/sign-up')) {
    const allowed = await limitAttempts(services, 'sign_up', { account: null, clientAddress })
    if (!allowed.ok) return tooManyAttempts(c, allowed.failure.retryAfterSeconds)
  }
  const tried = await limitFailedAttempts(
    services,
    { action: 'sign_in', account: email, clientAddress },
    () => handled(c),
    (response) => !response.ok,
  )
  if (!tried.ok) return tooManyAttempts(c, tried.failure.retryAfterSeconds)
  return inOurShape(c, tried.value)
})

function handled(c: Context<ApiEnv>): Promise<Response> {
  return c.var.services.accounts.handle(c.req.raw, c.var.clientAddress)
}

/** The account a call is about, where its body names one. */
async function emailIn(request: Request): Promise<string | null> {
  const body = parsed(await request.clone().text())
  if (typeof body !== 'object' || body === null || !('email' in body)) return null
  // Only what can be an account's address is counted as one.
  return emailSchema.safeParse(body.email).data ?? null
}

/** PostgreSQL keeps no NUL in a text, and nothing here has one. */
const NUL = /\\u0000/i

function parsed(text: string): unknown {
  if (text === '') return null
  if (NUL.test(text)) throw new HTTPException(400)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new HTTPException(400, { cause })
  }
}

/** Sentences for what a person can cause; everything else they cannot mend by reading. */
const SENTENCES: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: ACCOUNT_TEXTS.wrongCredentials,
  INVALID_EMAIL: ACCOUNT_TEXTS.emailInvalid,
  PASSWORD_TOO_SHORT: ACCOUNT_TEXTS.passwordTooShort,
  PASSWORD_TOO_LONG: ACCOUNT_TEXTS.passwordTooLong,
  USER_ALREADY_EXISTS: ACCOUNT_TEXTS.accountExists,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ACCOUNT_TEXTS.accountExists,
  INVALID_PASSWORD: ACCOUNT_TEXTS.wrongCurrentPassword,
  INVALID_CODE: ACCOUNT_TEXTS.wrongCode,
  FIELD_NOT_ALLOWED: 'Tego pola nie można zmienić.',
}

/** Better Auth's refusals in the shape of the contract, codes in its spelling, lower case. */
async function inOurShape(c: Context<ApiEnv>, response: Response): Promise<Response> {
  if (response.status < 400) return response
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const body = refusalSchema.safeParse(isJson ? await response.json() : null)
  const code = body.data?.code ?? (response.status === 404 ? 'NOT_FOUND' : 'REFUSED')
  const message = SENTENCES[code] ?? 'Nie udało się wykonać tej operacji na koncie.'
  for (const cookie of response.headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true })
  return errorResponse(c, response.status as ContentfulStatusCode, code.toLowerCase(), message)
}

type AuthCall<Input, Output> = {
  $post:
    | { input: Input; output: Output; outputFormat: 'json'; status: 200 }
    | { input: Input; output: { error: { code: string; message: string } }; outputFormat: 'json'; status: 400 }
}

/** The calls of Better Auth that the browser makes; it describes none of them itself. */
export type AuthCalls = {
  '/api/auth/sign-in/email': AuthCall<{ json: { email: string; password: string } }, { twoFactorRedirect?: boolean }>
  '/api/auth/sign-up/email': AuthCall<{ json: { email: string; password: string; name: string } }, object>
  '/api/auth/two-factor/verify-totp': AuthCall<{ json: { code: string } }, object>
  '/api/auth/sign-out': AuthCall<object, object>
}
