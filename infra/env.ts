import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { z } from 'zod'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'
import type { AnalyticsFacts } from '#domain/settings/page-facts.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { analyticsVariables, findAnalyticsMistakes, readAnalytics } from '#infra/analytics-settings.ts'
import { type GoogleClient, readGoogleClient } from '#infra/auth/google-settings.ts'
import type { PasswordCost } from '#infra/auth/password.ts'
import {
  type BackupSettings,
  backupVariables,
  findBackupMistakes,
  readBackupSettings,
} from '#infra/backup/backup-settings.ts'
import { type MonitoringSettings, monitoringVariables, readMonitoring } from '#infra/monitoring/monitoring-settings.ts'
import {
  findStripeMistakes,
  readStripeAccounts,
  type StripeAccount,
  stripeKey,
  stripeWebhookSecret,
} from '#infra/payments/stripe-settings.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { readShipx, type ShipxAccount, shipxVariables } from '#infra/shipping/shipx-settings.ts'
import { StartupError } from '#infra/startup-error.ts'
import { findS3Mistakes, readS3, type S3Settings, s3Variables } from '#infra/storage/s3-settings.ts'
import { address, isNetwork, isOrigin, port, yesOrNo } from './env-values.ts'
import { LEAST_SECRET_LENGTH, listUnsafeSettings } from './safe-settings.ts'
import { profileVariables, toShopProfile } from './shop-profile-settings.ts'

export type Env = {
  port: number
  host: string
  /**
   * Null: the embedded PostgreSQL is used. Its connections keep their session: DATABASE_SESSION_URL, or DATABASE_URL
   * without it.
   */
  databaseUrl: string | null
  /** Through a pooler in transaction mode to the same database: DATABASE_URL beside a DATABASE_SESSION_URL. */
  poolerUrl: string | null
  /** A streaming replica for public reads. */
  replicaUrl: string | null
  /** Whether the build after this one may have migrated the database. */
  allowNewerDatabase: boolean
  /** Absolute path of the folder for database, pictures and messages of the sandbox. */
  dataDir: string
  adminEmail: string
  /** Whether this start gives the admin a new password and prints it. */
  resetAdminPassword: boolean
  /** Null: one is generated and stored in the data folder. Not null with a `databaseUrl`. */
  authSecret: string | null
  /** Null: mail goes to the sandbox. */
  smtpUrl: string | null
  mailFrom: string
  /** Name of the key that the mail server signs with. Null: not known. */
  dkimSelector: string | null
  /** Null: lockers come from the sandbox. */
  inpostApiUrl: string | null
  inpostApiToken: string | null
  /** Null: the mode has no keys. On http the sandbox then serves test mode. */
  stripe: Record<PaymentMode, StripeAccount | null>
  /** Null: parcels are sent by hand, or on http by the sandbox's ShipX. */
  shipx: ShipxAccount | null
  /** Null: pictures lie in the data folder. */
  s3: S3Settings | null
  /** Null: no signing in by Google, or on http by the sandbox's. */
  google: GoogleClient | null
  /** Null: nothing is measured. */
  analytics: AnalyticsFacts | null
  /** Addresses or networks whose X-Forwarded-For is trusted. */
  trustedProxy: string[]
  /** Least free space for the embedded database, MiB; with less the shop is not ready. */
  minFreeDiskMib: number
  sandboxPort: number
  /** Whether an empty database is filled with the demo catalogue; never on https. */
  demo: boolean
  /** Most active products. */
  productLimit: number
  /** Multiplies every limit of attempts. */
  limitFactor: number
  /** Cost of hashing a password; `least` is for tests. */
  passwordCost: PasswordCost
  backup: BackupSettings
  monitoring: MonitoringSettings
  profile: ShopProfile
}

/** Thrown with one sentence for each wrong variable. */
export class EnvError extends StartupError {
  override name = 'EnvError'
}

/** Each process keeps all products on sale in memory. */
const MOST_PRODUCTS = 5000
const PRODUCT_LIMIT_MESSAGE = `PRODUCT_LIMIT must be a whole number from 1 to ${MOST_PRODUCTS}.`

const databaseAddress = (name: string) =>
  address(name, /^postgres(ql)?$/, 'postgres://user:password@host:5432/name').optional()

const variables = z
  .object({
    PORT: port('PORT').default(3000),
    HOST: z
      .string()
      .regex(/^[a-zA-Z0-9.:-]+$/, 'HOST must be a host name or an IP address, for example 0.0.0.0.')
      .default('127.0.0.1'),
    SHOP_URL: address('SHOP_URL', /^https?$/, 'https://sklep.pl')
      .refine(isOrigin, 'SHOP_URL must be an origin alone, like https://sklep.pl: no user, path, query or fragment.')
      .optional(),
    DATABASE_URL: databaseAddress('DATABASE_URL'),
    DATABASE_SESSION_URL: databaseAddress('DATABASE_SESSION_URL'),
    DATABASE_REPLICA_URL: databaseAddress('DATABASE_REPLICA_URL'),
    ALLOW_NEWER_DATABASE: yesOrNo('ALLOW_NEWER_DATABASE').default('no'),
    DATA_DIR: z.string().default('data'),
    ADMIN_EMAIL: z.email('ADMIN_EMAIL must be an e-mail address.').toLowerCase().default('admin@perfumeria.test'),
    RESET_ADMIN_PASSWORD: yesOrNo('RESET_ADMIN_PASSWORD').default('no'),
    AUTH_SECRET: z
      .string()
      .min(LEAST_SECRET_LENGTH, `AUTH_SECRET must have at least ${LEAST_SECRET_LENGTH} characters.`)
      .optional(),
    SMTP_URL: address('SMTP_URL', /^smtps?$/, 'smtps://user:password@mail.example:465').optional(),
    MAIL_FROM: z.email('MAIL_FROM must be an e-mail address.').default('sklep@perfumeria.test'),
    DKIM_SELECTOR: z
      .string()
      .trim()
      .regex(/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i, 'DKIM_SELECTOR must be the name of a DKIM key, like s1 or google.')
      .optional(),
    INPOST_API_URL: address('INPOST_API_URL', /^https?$/, 'https://api-shipx-pl.easypack24.net').optional(),
    INPOST_API_TOKEN: z.string().optional(),
    STRIPE_SECRET_KEY_TEST: stripeKey('STRIPE_SECRET_KEY_TEST', 'test'),
    STRIPE_WEBHOOK_SECRET_TEST: stripeWebhookSecret('STRIPE_WEBHOOK_SECRET_TEST'),
    STRIPE_SECRET_KEY_LIVE: stripeKey('STRIPE_SECRET_KEY_LIVE', 'live'),
    STRIPE_WEBHOOK_SECRET_LIVE: stripeWebhookSecret('STRIPE_WEBHOOK_SECRET_LIVE'),
    STRIPE_API_URL: address('STRIPE_API_URL', /^http$/, 'http://127.0.0.1:4010').optional(),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    TRUSTED_PROXY: z
      .string()
      .default('')
      .transform((list) => (list.trim() === 'none' ? [] : list.split(/[\s,]+/).filter(Boolean)))
      .refine(
        (list) => list.every(isNetwork),
        'TRUSTED_PROXY must list IP addresses or networks, like 10.0.0.0/8, ::1, or say none.',
      ),
    ALLOW_ROOT: yesOrNo('ALLOW_ROOT').default('no'),
    MIN_FREE_DISK_MIB: z
      .string()
      .regex(/^\d{1,7}$/, 'MIN_FREE_DISK_MIB must be a whole number of MiB.')
      .transform(Number)
      .default(256),
    DEMO: yesOrNo('DEMO').default('yes'),
    PRODUCT_LIMIT: z
      .string()
      .regex(/^\d{1,4}$/, PRODUCT_LIMIT_MESSAGE)
      .transform(Number)
      .refine((limit) => limit >= 1 && limit <= MOST_PRODUCTS, PRODUCT_LIMIT_MESSAGE)
      .default(200),
    SANDBOX_PORT: port('SANDBOX_PORT').default(4010),
    LIMIT_FACTOR: z
      .string()
      .regex(/^[1-9]\d{0,5}$/, 'LIMIT_FACTOR must be a whole number from 1.')
      .transform(Number)
      .default(1),
    PASSWORD_COST: z.enum(['full', 'least'], 'PASSWORD_COST must be full or least.').default('full'),
    ...analyticsVariables,
    ...backupVariables,
    ...monitoringVariables,
    ...s3Variables,
    ...shipxVariables,
    ...profileVariables,
  })
  .refine((given) => !given.DATABASE_URL || given.AUTH_SECRET, {
    error: 'AUTH_SECRET must be set together with DATABASE_URL, the same for every process.',
    path: ['AUTH_SECRET'],
  })
  .superRefine((given, context) => {
    const mistakes = [
      findWithoutDatabase(given, 'DATABASE_SESSION_URL'),
      findWithoutDatabase(given, 'DATABASE_REPLICA_URL'),
      findUnpaired(given, 'STRIPE_SECRET_KEY_TEST', 'STRIPE_WEBHOOK_SECRET_TEST'),
      findUnpaired(given, 'STRIPE_SECRET_KEY_LIVE', 'STRIPE_WEBHOOK_SECRET_LIVE'),
      findUnpaired(given, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
      findUnpaired(given, 'SHIPX_TOKEN', 'SHIPX_ORGANIZATION_ID'),
      findStripeMistakes(given),
      findS3Mistakes(given),
      findAnalyticsMistakes(given),
      findBackupMistakes(given),
    ]
    for (const message of mistakes.flat()) context.addIssue({ code: 'custom', message })
  })

type Source = Record<string, string | undefined>

function findUnpaired<Name extends string>(given: { [Each in Name]?: string }, one: Name, other: Name): string[] {
  if ((given[one] === undefined) === (given[other] === undefined)) return []
  const [missing, present] = given[one] === undefined ? [one, other] : [other, one]
  return [`${missing} must be set together with ${present}.`]
}

function findWithoutDatabase<Name extends 'DATABASE_SESSION_URL' | 'DATABASE_REPLICA_URL'>(
  given: { [Each in Name | 'DATABASE_URL']?: string },
  name: Name,
): string[] {
  if (given[name] === undefined || given.DATABASE_URL !== undefined) return []
  return [`${name} must be set together with DATABASE_URL, to the same database.`]
}

/**
 * The settings of this process: the environment, completed by `.env` in the project's folder. Nothing else reads them.
 */
export function loadEnv(): Env {
  const file = join(PROJECT_ROOT, '.env')
  if (existsSync(file)) loadEnvFile(file)
  return readSafeEnv(process.env, { root: process.getuid?.() === 0 })
}

/**
 * As `readEnv`, and on https without unsafe settings.
 * @throws EnvError with every mistake
 */
export function readSafeEnv(source: Source, { root }: { root: boolean }): Env {
  const unsafe = listUnsafeSettings(dropEmpty(source), { root })
  if (unsafe.length === 0) return readEnv(source)
  try {
    readEnv(source)
  } catch (error) {
    if (error instanceof EnvError) throw new EnvError([error.message, ...unsafe].join('\n'))
    throw error
  }
  throw new EnvError(unsafe.join('\n'))
}

/**
 * An empty variable counts as absent.
 * @throws EnvError with every mistake
 */
export function readEnv(source: Source): Env {
  const given = dropEmpty(source)
  // Without this refusal an admin would wait for a password that is never printed.
  if ('RESET_OWNER_PASSWORD' in given) throw new EnvError('RESET_OWNER_PASSWORD is called RESET_ADMIN_PASSWORD now.')
  const checked = variables.safeParse(given)
  if (!checked.success) throw new EnvError(checked.error.issues.map((issue) => issue.message).join('\n'))
  const set = checked.data
  const shopUrl = set.SHOP_URL === undefined ? `http://localhost:${set.PORT}` : new URL(set.SHOP_URL).origin
  return {
    port: set.PORT,
    host: set.HOST,
    databaseUrl: set.DATABASE_SESSION_URL ?? set.DATABASE_URL ?? null,
    poolerUrl: set.DATABASE_SESSION_URL === undefined ? null : (set.DATABASE_URL ?? null),
    replicaUrl: set.DATABASE_REPLICA_URL ?? null,
    allowNewerDatabase: set.ALLOW_NEWER_DATABASE === 'yes',
    dataDir: resolve(PROJECT_ROOT, set.DATA_DIR),
    adminEmail: set.ADMIN_EMAIL,
    resetAdminPassword: set.RESET_ADMIN_PASSWORD === 'yes',
    authSecret: set.AUTH_SECRET ?? null,
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM,
    dkimSelector: set.DKIM_SELECTOR ?? null,
    inpostApiUrl: set.INPOST_API_URL ?? null,
    inpostApiToken: set.INPOST_API_TOKEN ?? null,
    stripe: readStripeAccounts(set),
    s3: readS3(set),
    shipx: readShipx(set),
    google: readGoogleClient(set),
    analytics: readAnalytics(set),
    trustedProxy: set.TRUSTED_PROXY,
    minFreeDiskMib: set.MIN_FREE_DISK_MIB,
    sandboxPort: set.SANDBOX_PORT,
    demo: set.DEMO === 'yes' && !shopUrl.startsWith('https:'),
    productLimit: set.PRODUCT_LIMIT,
    limitFactor: set.LIMIT_FACTOR,
    passwordCost: set.PASSWORD_COST,
    backup: readBackupSettings(set),
    monitoring: readMonitoring(set),
    profile: toShopProfile(set, shopUrl),
  }
}

function dropEmpty(source: Source): Source {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
}
