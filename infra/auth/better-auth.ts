import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { jwt, twoFactor } from 'better-auth/plugins'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/accounts/account.ts'
import type { AcceptedTerms } from '#domain/accounts/account-gateway.ts'
import type { Database } from '#domain/database.ts'
import { isDatabaseUnavailable } from '#domain/kernel/database/database-error.ts'
import { log } from '#domain/kernel/log.ts'
import { authTables, jwtTables, twoFactorTables } from './auth-tables.ts'
import type { GoogleClient } from './google-settings.ts'
import { googleSignIn } from './google-sign-in.ts'
import { hashPassword, type PasswordCost, verifyPassword } from './password.ts'

export type AuthSettings = {
  db: Kysely<Database>
  /** Signs cookies and encrypts second-factor secrets; at least 32 random characters. */
  secret: string
  /** Public address of the shop; on https cookies are Secure. */
  shopUrl: string
  shopName: string
  passwordCost: PasswordCost
  /** The admin's address, which cannot be registered. */
  adminEmail: string
  /** Null: no sign-in with Google. */
  google: GoogleClient | null
}

/** Header with the client's address as the server found it. A header sent by the client is removed before. */
export const CLIENT_ADDRESS_HEADER = 'x-shop-client-address'

const DAY = 24 * 60 * 60
/** Duration of a session, and the age after which its use prolongs it, s. */
export const SESSION_SECONDS = 30 * DAY
export const PROLONG_AFTER_SECONDS = DAY

/** Prefix of its cookies' names; on https it follows `__Secure-`. */
export const COOKIE_PREFIX = 'shop'

/** Data of the account being created that Better Auth does not take. */
type NewAccount = {
  password: string
  hash: string
  terms: AcceptedTerms
  /** The database's refusal, which Better Auth logs but does not throw. */
  failure?: Error
}

const newAccounts = new AsyncLocalStorage<NewAccount>()

/**
 * Runs a sign-up with the accepted terms for its row. The password is hashed before, because Better Auth would hash it
 * inside its transaction and hold a database connection.
 */
export async function withNewAccount<T>(
  { cost, ...account }: { password: string; terms: AcceptedTerms; cost: PasswordCost },
  signUp: () => Promise<T>,
): Promise<T> {
  const hash = await hashPassword(account.password, cost)
  const newAccount: NewAccount = { ...account, hash }
  try {
    return await newAccounts.run(newAccount, signUp)
  } catch (error) {
    if (error instanceof Error) error.cause ??= newAccount.failure
    throw error
  }
}

const checks = new AsyncLocalStorage<{ hash: string | null }>()

/** Runs a sign-in; returns its outcome and the stored hash of the correct password, null for none. */
export async function withCheckedHash<T>(signIn: () => Promise<T>): Promise<{ outcome: T; hash: string | null }> {
  const checked: { hash: string | null } = { hash: null }
  const outcome = await checks.run(checked, signIn)
  return { outcome, hash: checked.hash }
}

async function checkPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const right = await verifyPassword(hash, password)
  const checked = checks.getStore()
  if (right && checked) checked.hash = hash
  return right
}

async function hashOnce(password: string, cost: PasswordCost): Promise<string> {
  const ahead = newAccounts.getStore()
  return ahead?.password === password ? ahead.hash : hashPassword(password, cost)
}

/** Creates every account as a customer, with the accepted terms. */
async function completeNewUser<User extends object>(user: User) {
  const terms = newAccounts.getStore()?.terms
  if (!terms) throw new Error('an account is created without accepted terms')
  return { data: { ...user, role: 'customer', terms_version: terms.version, terms_accepted_at: terms.acceptedAt } }
}

export type Auth = ReturnType<typeof createAuth>

/**
 * Better Auth on our own tables. infra/auth/better-auth-gateway.ts calls its functions; its HTTP routes are not
 * mounted. The API checks origins, bodies and attempts before.
 */
export function createAuth(settings: AuthSettings) {
  return betterAuth({
    appName: settings.shopName,
    baseURL: settings.shopUrl,
    basePath: '/api/auth',
    secret: settings.secret,
    database: { db: settings.db, type: 'postgres', transaction: true },
    ...authTables,
    session: { ...authTables.session, expiresIn: SESSION_SECONDS, updateAge: PROLONG_AFTER_SECONDS },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      autoSignIn: true,
      revokeSessionsOnPasswordReset: true,
      password: { hash: (password) => hashOnce(password, settings.passwordCost), verify: checkPassword },
    },
    // An equal e-mail does not link an identity to an account, because somebody else may have registered it.
    account: { ...authTables.account, accountLinking: { disableImplicitLinking: true } },
    databaseHooks: { user: { create: { before: completeNewUser } } },
    plugins: [
      // domain/kernel/rate-limits limits wrong codes; an account lock would also stop the person's known devices.
      twoFactor({ issuer: settings.shopName, schema: twoFactorTables, accountLockout: { enabled: false } }),
      sessionOpener,
      googleSignIn(settings.google),
      jwt({ disableSettingJwtHeader: true, schema: jwtTables }),
    ],
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: settings.shopUrl.startsWith('https://'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => randomUUID(), validateSchema: false },
    },
    telemetry: { enabled: false },
    logger: { log: logError },
  } satisfies BetterAuthOptions)
}

/** Logs Better Auth's messages, without the values of a refused row that the database quotes. */
function logError(level: string, message: string, ...details: unknown[]): void {
  const failure = details.find((detail) => detail instanceof Error)
  const newAccount = newAccounts.getStore()
  if (newAccount && failure) newAccount.failure = failure
  // Two sign-ups raced for one e-mail: the unique index decides and the loser gets an answer.
  const raced = failure && 'code' in failure && failure.code === '23505'
  // The caller gets an unavailable database as an error, and the database watch logs it once.
  if (level === 'error' && !raced && !isDatabaseUnavailable(failure))
    log.error('Better Auth failed', { message, error: failure })
}

/**
 * Opens a session for an account that was proven without its password. It has one of Better Auth's sign-in paths, where
 * an account with a second factor gets the challenge instead.
 */
const sessionOpener = {
  id: 'session-opener',
  endpoints: {
    openSession: createAuthEndpoint(
      '/sign-in/username',
      { method: 'POST', body: z.object({ userId: z.uuid() }), requireHeaders: true, metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw ctx.error('NOT_FOUND')
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ opened: true })
      },
    ),
  },
} satisfies BetterAuthPlugin
