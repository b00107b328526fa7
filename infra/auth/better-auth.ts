import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { jwt, twoFactor } from 'better-auth/plugins'
import type { Kysely } from 'kysely'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/accounts/account.ts'
import type { AcceptedTerms } from '#domain/accounts/account-gateway.ts'
import type { Database } from '#domain/database.ts'
import { isDatabaseUnavailable } from '#domain/kernel/database-error.ts'
import { log } from '#domain/kernel/log.ts'
import { authTables, jwtTables, twoFactorTables } from './auth-tables.ts'
import type { GoogleClient } from './google-settings.ts'
import { googleSignIn } from './google-sign-in.ts'
import { sessionOpener } from './open-session.ts'
import { hashPassword, type PasswordCost, verifyPassword } from './password.ts'

export type AuthSettings = {
  db: Kysely<Database>
  /** Signs cookies and encrypts second-factor secrets; at least 32 random characters. */
  secret: string
  /** Public address of the shop: decides whether cookies are Secure. */
  shopUrl: string
  shopName: string
  passwordCost: PasswordCost
  /** Nobody signs up as this address. */
  adminEmail: string
  /** Null: nobody signs in by Google here. */
  google: GoogleClient | null
}

/** Carries the client's address as the server found it; a header of this name from outside is dropped before it gets here. */
export const CLIENT_ADDRESS_HEADER = 'x-shop-client-address'

const DAY = 24 * 60 * 60
/** How long a session lasts, s, and after how long its use prolongs it. */
export const SESSION_SECONDS = 30 * DAY
export const PROLONG_AFTER_SECONDS = DAY

/** Names of its cookies begin so, on https after `__Secure-`. */
export const COOKIE_PREFIX = 'shop'

/** What the account being created needs beside what Better Auth is told. */
type NewAccount = {
  password: string
  hash: string
  terms: AcceptedTerms
  /** Why the database refused it: Better Auth logs that and throws an error that does not say so. */
  failure?: Error
}

const newAccounts = new AsyncLocalStorage<NewAccount>()

/**
 * Runs a sign-up with its password hashed ahead and the accepted terms for its row. Better Auth hashes inside its
 * transaction; hashed ahead, no database connection is held while a core works.
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

/** Runs a sign-in; answers beside its outcome the stored password that was found right, null for none. */
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

/** Every account begins as a customer, whatever was asked for, with the terms that were accepted. */
async function completeNewUser<User extends object>(user: User) {
  const terms = newAccounts.getStore()?.terms
  if (!terms) throw new Error('an account is created without accepted terms')
  return { data: { ...user, role: 'customer', terms_version: terms.version, terms_accepted_at: terms.acceptedAt } }
}

export type Auth = ReturnType<typeof createAuth>

/**
 * Better Auth over our own tables. Only its functions are called, by infra/auth/better-auth-gateway.ts; its HTTP routes are
 * not mounted. Origins, bodies and attempts are checked by the API before it is asked.
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
    // No identity joins an account because an e-mail matches: whoever registered it may be somebody else.
    account: { ...authTables.account, accountLinking: { disableImplicitLinking: true } },
    databaseHooks: { user: { create: { before: completeNewUser } } },
    plugins: [
      // Wrong codes are limited by domain/rate-limits: a lock of its own would shut the person out of a known device, too.
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

/** Better Auth's own messages. What the database quotes of a row it refused stays out of the log, as of every error. */
function logError(level: string, message: string, ...details: unknown[]): void {
  const failure = details.find((detail) => detail instanceof Error)
  const newAccount = newAccounts.getStore()
  if (newAccount && failure) newAccount.failure = failure
  // Two first sign-ups racing for one e-mail: the unique index decides and the loser is answered, nothing is wrong.
  const raced = failure && 'code' in failure && failure.code === '23505'
  // The gateway's caller learns of it, and what watches the database writes it to the log, once.
  if (level === 'error' && !raced && !isDatabaseUnavailable(failure))
    log.error('Better Auth failed', { message, error: failure })
}
