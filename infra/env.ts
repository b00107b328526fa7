import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { ShopProfile } from '#domain/settings/settings.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { shopProfileVariables, toShopProfile } from '#infra/shop-profile.ts'

export type Env = {
  port: number
  host: string
  /** Null: the embedded PostgreSQL is used. */
  databaseUrl: string | null
  /** Absolute. Database, pictures and sandbox messages live here. */
  dataDir: string
  adminEmail: string
  /** This start gives the owner a new password and prints it. */
  resetAdminPassword: boolean
  /** Null: one is generated and kept in the data folder. Never null together with databaseUrl. */
  authSecret: string | null
  /** Null: mail goes to the sandbox. */
  smtpUrl: string | null
  mailFrom: string
  /** Null: lockers come from the sandbox. */
  inpostApiUrl: string | null
  inpostApiToken: string | null
  /** Addresses or networks whose X-Forwarded-For is believed. */
  trustedProxy: string[]
  sandboxPort: number
  /** Multiplies every limit of attempts. */
  limitFactor: number
  profile: ShopProfile
}

/** Every wrong variable, one sentence each. */
export class EnvError extends Error {
  override name = 'EnvError'
}

const port = (name: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a port from 1 to 65535.`)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65535, `${name} must be a port from 1 to 65535.`)

const address = (name: string, protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `${name} must be an address like ${example}.` })

const variables = z
  .object({
    PORT: port('PORT').default(3000),
    HOST: z
      .string()
      .regex(/^[a-zA-Z0-9.:-]+$/, 'HOST must be a host name or an IP address, for example 0.0.0.0.')
      .default('127.0.0.1'),
    SHOP_URL: address('SHOP_URL', /^https?$/, 'https://sklep.example').optional(),
    DATABASE_URL: address('DATABASE_URL', /^postgres(ql)?$/, 'postgres://user:password@host:5432/name').optional(),
    DATA_DIR: z.string().default('data'),
    ADMIN_EMAIL: z.email('ADMIN_EMAIL must be an e-mail address.').toLowerCase().default('admin@perfumeria.test'),
    RESET_ADMIN_PASSWORD: z
      .enum(['yes', 'no'], 'RESET_ADMIN_PASSWORD must be yes or no.')
      .default('no')
      .transform((answer) => answer === 'yes'),
    AUTH_SECRET: z.string().min(32, 'AUTH_SECRET must have at least 32 characters.').optional(),
    SMTP_URL: address('SMTP_URL', /^smtps?$/, 'smtps://user:password@mail.example:465').optional(),
    MAIL_FROM: z.email('MAIL_FROM must be an e-mail address.').default('sklep@perfumeria.test'),
    INPOST_API_URL: address('INPOST_API_URL', /^https?$/, 'https://api-shipx-pl.easypack24.net').optional(),
    INPOST_API_TOKEN: z.string().optional(),
    TRUSTED_PROXY: z
      .string()
      .default('')
      .transform((list) => list.split(/[\s,]+/).filter(Boolean))
      .refine(
        (list) => list.every(isNetwork),
        'TRUSTED_PROXY must list IP addresses or networks, like 10.0.0.0/8, ::1.',
      ),
    SANDBOX_PORT: port('SANDBOX_PORT').default(4010),
    LIMIT_FACTOR: z
      .string()
      .regex(/^[1-9]\d{0,5}$/, 'LIMIT_FACTOR must be a whole number from 1.')
      .transform(Number)
      .default(1),
    ...shopProfileVariables,
  })
  .refine((given) => !given.DATABASE_URL || given.AUTH_SECRET, {
    error: 'AUTH_SECRET must be set together with DATABASE_URL, the same for every process.',
    path: ['AUTH_SECRET'],
  })

/** The settings of this process: the environment, completed by `.env` in the project's folder. The only reader of either. */
export function loadEnv(): Env {
  const file = join(PROJECT_ROOT, '.env')
  if (existsSync(file)) loadEnvFile(file)
  return readEnv(process.env)
}

/** An empty variable counts as absent. Throws EnvError. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const checked = variables.safeParse(given)
  if (!checked.success) throw new EnvError(checked.error.issues.map((issue) => issue.message).join('\n'))
  const set = checked.data
  const shopUrl = (set.SHOP_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, '')
  return {
    port: set.PORT,
    host: set.HOST,
    databaseUrl: set.DATABASE_URL ?? null,
    dataDir: resolve(PROJECT_ROOT, set.DATA_DIR),
    adminEmail: set.ADMIN_EMAIL,
    resetAdminPassword: set.RESET_ADMIN_PASSWORD,
    authSecret: set.AUTH_SECRET ?? null,
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM,
    inpostApiUrl: set.INPOST_API_URL ?? null,
    inpostApiToken: set.INPOST_API_TOKEN ?? null,
    trustedProxy: set.TRUSTED_PROXY,
    sandboxPort: set.SANDBOX_PORT,
    limitFactor: set.LIMIT_FACTOR,
    profile: toShopProfile(set, shopUrl),
  }
}

function isNetwork(entry: string): boolean {
  return entry.includes('/') ? ipaddr.isValidCIDR(entry) : isIP(entry) !== 0
}
