import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { jwt, twoFactor } from 'better-auth/plugins'
import type { Kysely } from 'kysely'
import { MAX_PASSWORD_LENGTH, MIN_ADMIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/accounts/account.ts'
import type { Database } from '#domain/database.ts'
import { isEmailAddress } from '#domain/email/mail.ts'
import { isPlainText } from '#domain/text.ts'
import { authTables, jwtTables, twoFactorTables } from './auth-tables.ts'
import { hashPassword, verifyPassword } from './password.ts'

export type AuthSettings = {
  db: Kysely<Database>
  /** Signs cookies and encrypts second-factor secrets; at least 32 random characters. */
  secret: string
  /** Public address of the shop: decides whether cookies are Secure. */
  shopUrl: string
  shopName: string
  /** Nobody signs up as this address (0-decisions, People). */
  adminEmail: string
}

/** Carries the address our own door vouches for; a header of this name from outside is dropped before it gets here. */
export const CLIENT_ADDRESS_HEADER = 'x-shop-client-address'

const DAY = 24 * 60 * 60

/** What the shop does not use does not answer. Recovery joins when its mail exists. */
const disabledPaths = [
  '/sign-in/social',
  '/link-social',
  '/change-email',
  '/delete-user',
  '/delete-user/callback',
  '/verify-email',
  '/send-verification-email',
  '/request-password-reset',
  '/reset-password',
  '/update-session',
  '/get-access-token',
  '/refresh-token',
  '/account-info',
  '/two-factor/send-otp',
  '/two-factor/verify-otp',
]

const hashedAhead = new AsyncLocalStorage<{ password: string; hash: string }>()

/** Better Auth hashes inside its sign-up transaction; hashed ahead, no database connection is held while a core works. */
export async function withPasswordHashed<T>(password: string, signUp: () => Promise<T>): Promise<T> {
  const hash = await hashPassword(password)
  return hashedAhead.run({ password, hash }, signUp)
}

function hashOnce(password: string): Promise<string> {
  const ahead = hashedAhead.getStore()
  return ahead?.password === password ? Promise.resolve(ahead.hash) : hashPassword(password)
}

export type Auth = ReturnType<typeof createAuth>

export function createAuth(settings: AuthSettings) {
  return betterAuth({
    appName: settings.shopName,
    baseURL: settings.shopUrl,
    basePath: '/api/auth',
    secret: settings.secret,
    trustedOrigins: (request) => trustedOriginsOf(settings.shopUrl, request),
    database: { db: settings.db, type: 'postgres', transaction: true },
    ...authTables,
    session: { ...authTables.session, expiresIn: 30 * DAY, updateAge: DAY },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      autoSignIn: true,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashOnce, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    databaseHooks: { user: userGuards(settings.adminEmail) },
    hooks: { before: passwordChangeGuard },
    plugins: [
      twoFactor({ issuer: settings.shopName, schema: twoFactorTables }),
      jwt({
        disableSettingJwtHeader: true,
        jwks: { jwksPath: '/.well-known/jwks.json' },
        jwt: { definePayload: ({ user }) => ({ email: user.email, role: user.role }) },
        schema: jwtTables,
      }),
    ],
    disabledPaths,
    rateLimit: { enabled: false }, // ours stands before this door: domain/accounts/rate-limit.server.ts
    advanced: {
      cookiePrefix: 'shop',
      useSecureCookies: settings.shopUrl.startsWith('https://'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      // Said outright because Better Auth switches both off when NODE_ENV is 'test'.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => randomUUID(), validateSchema: false },
    },
    telemetry: { enabled: false },
    logger: { log: logError },
  } satisfies BetterAuthOptions)
}

function userGuards(adminEmail: string) {
  const isName = (value: unknown) => typeof value === 'string' && value.length <= 200 && isPlainText(value)
  const refuse = (user: { name?: unknown; image?: unknown }) => {
    // The shop shows no pictures of people, so it keeps no addresses of any.
    if ((user.name != null && !isName(user.name)) || user.image != null) {
      throw new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR' })
    }
  }
  return {
    create: {
      before: async (user: { email: string; name: string; image?: string | null }) => {
        refuse(user)
        if (!isEmailAddress(user.email)) throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL' })
        if (user.email === adminEmail) return false
        return { data: { ...user, role: 'customer' } }
      },
    },
    update: {
      before: async (user: { name?: string; image?: string | null }) => refuse(user),
    },
  }
}

/** The owner's password is longer; and whoever changes a password may do so because somebody else knows the old one. */
const passwordChangeGuard = createAuthMiddleware(async (ctx) => {
  if (ctx.path !== '/change-password') return
  const session = await getSessionFromCtx(ctx)
  const password: unknown = ctx.body?.newPassword
  if (session?.user.role === 'admin' && typeof password === 'string' && password.length < MIN_ADMIN_PASSWORD_LENGTH) {
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_SHORT' })
  }
  return { context: { body: { ...ctx.body, revokeOtherSessions: true } } }
})

function logError(level: string, message: string, ...details: unknown[]): void {
  // Two first sign-ups racing for one e-mail: the unique index decides and the loser is answered, nothing is wrong.
  const raced = details.some((detail) => detail instanceof Error && 'code' in detail && detail.code === '23505')
  if (level === 'error' && !raced) console.error('accounts:', message, ...details)
}

/**
 * The shop's public address, and the host a request was sent to: the shop may be opened as localhost, 127.0.0.1 or by
 * a name in the local network. A foreign page always carries a foreign Origin, so a form of its own never passes.
 * Behind https an http page of the same host is foreign, too: someone on the wire could have written it.
 */
export function trustedOriginsOf(shopUrl: string, request: Request | undefined): string[] {
  const shop = new URL(shopUrl)
  const origin = request?.headers.get('origin')
  const host = request?.headers.get('host') ?? (request ? new URL(request.url).host : null)
  if (!origin || !host || !URL.canParse(origin)) return [shop.origin]
  const sender = new URL(origin)
  const secureEnough = shop.protocol === 'http:' || sender.protocol === 'https:'
  return sender.host === host && secureEnough ? [shop.origin, sender.origin] : [shop.origin]
}
