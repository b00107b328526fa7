import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { normalizeEmail } from '#domain/kernel/mail.ts'
import { backupVariables, findBackupMistakes } from '#infra/backup/backup-settings.ts'
import { ksefVariables } from '#infra/ksef/ksef-settings.ts'
import { monitoringVariables } from '#infra/monitoring/monitoring-settings.ts'
import { findStripeMistakes, stripeKey, stripeWebhookSecret } from '#infra/payments/stripe-settings.ts'
import { shipxVariables } from '#infra/shipping/shipx-settings.ts'
import { findS3Mistakes, s3Variables } from '#infra/storage/s3-settings.ts'
import { LEAST_SECRET_LENGTH } from './safe-settings.ts'
import { findGivenMistakes, profileVariables } from './shop-profile-settings.ts'

const port = (name: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a port from 1 to 65535.`)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65535, `${name} must be a port from 1 to 65535.`)

const yesOrNoVariable = (name: string) => z.enum(['yes', 'no'], `${name} must be yes or no.`)

const address = (name: string, protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `${name} must be an address like ${example}.` })

/** True for an invalid address, which another check refuses. */
function isOrigin(address: string): boolean {
  const { username, password, pathname, search, hash } = new URL(URL.canParse(address) ? address : 'http://none')
  return username + password + search + hash === '' && pathname === '/'
}

function isNetwork(entry: string): boolean {
  return entry.includes('/') ? ipaddr.isValidCIDR(entry) : isIP(entry) !== 0
}

/** Each process keeps all products on sale in memory. */
const MOST_PRODUCTS = 5000
const PRODUCT_LIMIT_MESSAGE = `PRODUCT_LIMIT must be a whole number from 1 to ${MOST_PRODUCTS}.`

const databaseAddress = (name: string) =>
  address(name, /^postgres(ql)?$/, 'postgres://user:password@host:5432/name').optional()

/** Every environment variable of the shop, each with the sentence that says what is wrong with it. */
export const variables = z
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
    ALLOW_NEWER_DATABASE: yesOrNoVariable('ALLOW_NEWER_DATABASE').default('no'),
    DATA_DIR: z.string().default('data'),
    ADMIN_EMAIL: z
      .string()
      .transform(normalizeEmail)
      .pipe(z.email('ADMIN_EMAIL must be an e-mail address.'))
      .default('admin@perfumeria.test'),
    RESET_ADMIN_PASSWORD: yesOrNoVariable('RESET_ADMIN_PASSWORD').default('no'),
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
    ALLOW_ROOT: yesOrNoVariable('ALLOW_ROOT').default('no'),
    MIN_FREE_DISK_MIB: z
      .string()
      .regex(/^\d{1,7}$/, 'MIN_FREE_DISK_MIB must be a whole number of MiB.')
      .transform(Number)
      .default(256),
    DEMO: yesOrNoVariable('DEMO').default('yes'),
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
    ...backupVariables,
    ...ksefVariables,
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
      findWithoutDatabase(given),
      findUnpaired(given, 'STRIPE_SECRET_KEY_TEST', 'STRIPE_WEBHOOK_SECRET_TEST'),
      findUnpaired(given, 'STRIPE_SECRET_KEY_LIVE', 'STRIPE_WEBHOOK_SECRET_LIVE'),
      findUnpaired(given, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
      findUnpaired(given, 'SHIPX_TOKEN', 'SHIPX_ORGANIZATION_ID'),
      findStripeMistakes(given),
      findS3Mistakes(given),
      findGivenMistakes(given),
      findBackupMistakes(given),
    ]
    for (const message of mistakes.flat()) context.addIssue({ code: 'custom', message })
  })

function findUnpaired<Name extends string>(given: { [Each in Name]?: string }, one: Name, other: Name): string[] {
  if ((given[one] === undefined) === (given[other] === undefined)) return []
  const [missing, present] = given[one] === undefined ? [one, other] : [other, one]
  return [`${missing} must be set together with ${present}.`]
}

function findWithoutDatabase(given: { DATABASE_URL?: string; DATABASE_SESSION_URL?: string }): string[] {
  if (given.DATABASE_SESSION_URL === undefined || given.DATABASE_URL !== undefined) return []
  return ['DATABASE_SESSION_URL must be set together with DATABASE_URL, to the same database.']
}
