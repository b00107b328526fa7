import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { isReservedAddress } from '#domain/kernel/mail.ts'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'
import type { ProfileValues } from '#domain/settings/profile-fields.ts'
import type { GivenSettings } from '#domain/settings/shop-profile.ts'
import { type GoogleClient, readGoogleClient } from '#infra/auth/google-settings.ts'
import type { PasswordCost } from '#infra/auth/password.ts'
import { type BackupSettings, readBackupSettings } from '#infra/backup/backup-settings.ts'
import { type KsefAddresses, readKsef } from '#infra/ksef/ksef-settings.ts'
import { type MonitoringSettings, readMonitoring } from '#infra/monitoring/monitoring-settings.ts'
import { readStripeAccounts, type StripeAccount } from '#infra/payments/stripe-settings.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { readShipx, type ShipxAccount } from '#infra/shipping/shipx-settings.ts'
import { StartupError } from '#infra/startup-error.ts'
import { readS3, type S3Settings } from '#infra/storage/s3-settings.ts'
import { variables } from './env-variables.ts'
import { listUnsafeSettings } from './safe-settings.ts'
import { findShopFacts, type ShopFacts } from './shop-facts.ts'
import { readGivenProfile } from './shop-profile-settings.ts'

/** Profile and analytics apply as long as the owner entered nothing in the panel. */
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
  /** Whether a later build may have migrated the database. */
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
  /** Null: invoices are not sent, or on http to the sandbox's KSeF. */
  ksef: KsefAddresses | null
  /** Null: pictures lie in the data folder. */
  s3: S3Settings | null
  /** Null: no sign-in with Google; on http the sandbox's Google is used. */
  google: GoogleClient | null
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
  /** Facts of the shop in the environment, which override what the owner entered in the panel. */
  givenProfile: Partial<ProfileValues>
} & ShopFacts

/** Thrown with one sentence for each wrong variable. */
export class EnvError extends StartupError {
  override name = 'EnvError'
}

type Source = Record<string, string | undefined>

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
  if ('RESET_OWNER_PASSWORD' in given) throw new EnvError('RESET_OWNER_PASSWORD nazywa się teraz RESET_ADMIN_PASSWORD.')
  const checked = variables.safeParse(given)
  if (!checked.success) throw new EnvError(checked.error.issues.map((issue) => issue.message).join('\n'))
  const set = checked.data
  const shopUrl = set.SHOP_URL === undefined ? `http://localhost:${set.PORT}` : new URL(set.SHOP_URL).origin
  const givenProfile = readGivenProfile(set)
  return {
    port: set.PORT,
    host: set.HOST,
    databaseUrl: set.DATABASE_SESSION_URL ?? set.DATABASE_URL ?? null,
    poolerUrl: set.DATABASE_SESSION_URL === undefined ? null : (set.DATABASE_URL ?? null),
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
    ksef: readKsef(set),
    trustedProxy: set.TRUSTED_PROXY,
    minFreeDiskMib: set.MIN_FREE_DISK_MIB,
    sandboxPort: set.SANDBOX_PORT,
    demo: set.DEMO === 'yes' && !shopUrl.startsWith('https:'),
    productLimit: set.PRODUCT_LIMIT,
    limitFactor: set.LIMIT_FACTOR,
    passwordCost: set.PASSWORD_COST,
    backup: readBackupSettings(set),
    monitoring: readMonitoring(set),
    givenProfile,
    ...findShopFacts({ given: givenProfile, shopUrl }, {}),
  }
}

function dropEmpty(source: Source): Source {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
}

/** @param values facts of the shop from environment and panel */
export function toShopSettings(env: Env, values: ProfileValues): GivenSettings {
  return {
    shopUrl: env.profile.shopUrl,
    adminEmail: env.adminEmail,
    values,
    hasMailServer: env.smtpUrl !== null && !isReservedAddress(env.mailFrom),
    hasLockers: env.inpostApiUrl !== null,
    hasCarrier: env.shipx !== null,
    hasPaymentKeys: env.stripe.live !== null,
  }
}
