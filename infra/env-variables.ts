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
    .regex(/^\d{1,5}$/, `${name} musi być numerem portu od 1 do 65535.`)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65535, `${name} musi być numerem portu od 1 do 65535.`)

const yesOrNoVariable = (name: string) => z.enum(['yes', 'no'], `${name} musi mieć wartość yes albo no.`)

const address = (name: string, protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `${name} musi być adresem, np. ${example}.` })

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
const PRODUCT_LIMIT_MESSAGE = `PRODUCT_LIMIT musi być liczbą całkowitą od 1 do ${MOST_PRODUCTS}.`

const databaseAddress = (name: string) =>
  address(name, /^postgres(ql)?$/, 'postgres://user:password@host:5432/name').optional()

/** Every environment variable of the shop, each with the sentence that says what is wrong with it. */
export const variables = z
  .object({
    PORT: port('PORT').default(3000),
    HOST: z
      .string()
      .regex(/^[a-zA-Z0-9.:-]+$/, 'HOST musi być nazwą maszyny albo adresem IP, np. 0.0.0.0.')
      .default('127.0.0.1'),
    SHOP_URL: address('SHOP_URL', /^https?$/, 'https://sklep.pl')
      .refine(
        isOrigin,
        'SHOP_URL musi być samym adresem sklepu, np. https://sklep.pl, bez niczego po nazwie domeny i bez użytkownika.',
      )
      .optional(),
    DATABASE_URL: databaseAddress('DATABASE_URL'),
    DATABASE_SESSION_URL: databaseAddress('DATABASE_SESSION_URL'),
    ALLOW_NEWER_DATABASE: yesOrNoVariable('ALLOW_NEWER_DATABASE').default('no'),
    DATA_DIR: z.string().default('data'),
    ADMIN_EMAIL: z
      .string()
      .transform(normalizeEmail)
      .pipe(z.email('ADMIN_EMAIL musi być adresem e-mail.'))
      .default('admin@perfumeria.test'),
    RESET_ADMIN_PASSWORD: yesOrNoVariable('RESET_ADMIN_PASSWORD').default('no'),
    AUTH_SECRET: z
      .string()
      .min(LEAST_SECRET_LENGTH, `AUTH_SECRET musi mieć co najmniej ${LEAST_SECRET_LENGTH} znaki.`)
      .optional(),
    SMTP_URL: address('SMTP_URL', /^smtps?$/, 'smtps://user:password@mail.example:465').optional(),
    MAIL_FROM: z.email('MAIL_FROM musi być adresem e-mail.').default('sklep@perfumeria.test'),
    DKIM_SELECTOR: z
      .string()
      .trim()
      .regex(/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i, 'DKIM_SELECTOR musi być nazwą klucza DKIM, np. s1 albo google.')
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
        'TRUSTED_PROXY musi być listą adresów IP albo sieci, np. 10.0.0.0/8, ::1, albo mieć wartość none.',
      ),
    ALLOW_ROOT: yesOrNoVariable('ALLOW_ROOT').default('no'),
    MIN_FREE_DISK_MIB: z
      .string()
      .regex(/^\d{1,7}$/, 'MIN_FREE_DISK_MIB musi być liczbą całkowitą, w MiB.')
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
      .regex(/^[1-9]\d{0,5}$/, 'LIMIT_FACTOR musi być liczbą całkowitą od 1 wzwyż.')
      .transform(Number)
      .default(1),
    PASSWORD_COST: z.enum(['full', 'least'], 'PASSWORD_COST musi mieć wartość full albo least.').default('full'),
    ...backupVariables,
    ...ksefVariables,
    ...monitoringVariables,
    ...s3Variables,
    ...shipxVariables,
    ...profileVariables,
  })
  .refine((given) => !given.DATABASE_URL || given.AUTH_SECRET, {
    error: 'AUTH_SECRET musi być ustawione razem z DATABASE_URL, takie samo w każdym procesie sklepu.',
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
  return [`${missing} musi być ustawione razem z ${present}.`]
}

function findWithoutDatabase(given: { DATABASE_URL?: string; DATABASE_SESSION_URL?: string }): string[] {
  if (given.DATABASE_SESSION_URL === undefined || given.DATABASE_URL !== undefined) return []
  return ['DATABASE_SESSION_URL musi być ustawione razem z DATABASE_URL i prowadzić do tej samej bazy.']
}
