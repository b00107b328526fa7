import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { listAnalyticsSources } from '#app/consents/analytics-sources.server.ts'
import { EnvError, readEnv } from '#infra/env.ts'
import { variables } from '#infra/env-variables.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { POLISH_SENTENCE } from '#tests/support/polish-sentence.ts'

const SECRET = 'x'.repeat(32)
const TEST_KEYS = { STRIPE_SECRET_KEY_TEST: 'sk_test_a1B2c3', STRIPE_WEBHOOK_SECRET_TEST: 'whsec_a1B2c3d4E5f6g7H8' }
const LIVE_KEYS = { STRIPE_SECRET_KEY_LIVE: 'rk_live_a1B2c3', STRIPE_WEBHOOK_SECRET_LIVE: 'whsec_h8G7f6E5d4C3b2A1' }

const R2_BUCKET = {
  S3_BUCKET: 'zdjecia',
  S3_ENDPOINT: 'https://a1b2c3.r2.cloudflarestorage.com',
  S3_ACCESS_KEY_ID: 'x',
  S3_SECRET_ACCESS_KEY: 'x',
}

test('TRUSTED_PROXY=none trusts no proxy', () => {
  expect(readEnv({ TRUSTED_PROXY: 'none' }).trustedProxy).toEqual([])
})

test("MEASUREMENT_IDS: the policy allows Google's addresses, those of its ads only if ads are measured", () => {
  const sourcesOf = (ids: string) => {
    const { analytics } = readEnv({ MEASUREMENT_IDS: ids })
    return analytics && listAnalyticsSources(analytics)
  }
  expect(sourcesOf('')).toBeNull()
  expect(sourcesOf('G-ABCD')).toMatchObject({ 'script-src': ['https://www.googletagmanager.com'], 'frame-src': [] })
  expect(sourcesOf('G-ABCD AW-12345')?.['script-src']).toContain('https://www.googleadservices.com')
  expect(JSON.stringify(sourcesOf('AW-12345'))).not.toMatch(/unsafe|"\*"/)
})

test('KSEF_ENVIRONMENT: which KSeF takes the invoices; none without it', () => {
  expect(readEnv({}).ksef).toBeNull()
  expect(readEnv({ KSEF_ENVIRONMENT: 'production' }).ksef).toEqual({
    environment: 'production',
    apiUrl: 'https://api.ksef.mf.gov.pl/v2',
    qrUrl: 'https://qr.ksef.mf.gov.pl',
  })
  expect(readEnv({ KSEF_ENVIRONMENT: 'demo' }).ksef?.apiUrl).toBe('https://api-demo.ksef.mf.gov.pl/v2')
})

test('the demo is loaded only on http, and not with DEMO=no', () => {
  expect(readEnv({}).demo).toBe(true)
  expect(readEnv({ DEMO: 'no' }).demo).toBe(false)
  expect(readEnv({ SHOP_URL: 'https://sklep.pl' }).demo).toBe(false)
})

test('.env.example names exactly the defaults', () => {
  const example = parseEnv(readFileSync(join(PROJECT_ROOT, '.env.example'), 'utf8'))
  expect(readEnv(example)).toEqual(readEnv({}))
})

test('.env.example documents every variable', () => {
  const example = readFileSync(join(PROJECT_ROOT, '.env.example'), 'utf8')
  const names = Object.keys(variables.shape)
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !example.includes(`\n${name}=`))).toEqual([])
})

describe('a wrong value is refused by a sentence that begins with the name of its variable', () => {
  test.for<[string, Record<string, string>]>([
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '0' }],
    ['PORT', { PORT: '3000.5' }],
    ['HOST', { HOST: 'a b' }],
    ['SHOP_URL', { SHOP_URL: 'sklep.pl' }],
    ['SHOP_URL', { SHOP_URL: 'http://localhost:3000/shop' }],
    ['SHOP_URL', { SHOP_URL: 'https://sklep.pl/?a=b' }],
    ['SHOP_URL', { SHOP_URL: 'https://sklep.pl/#a' }],
    ['SHOP_URL', { SHOP_URL: 'https://admin:hunter2@sklep.pl' }],
    ['ALLOW_ROOT', { ALLOW_ROOT: 'true' }],
    ['TRUSTED_PROXY', { TRUSTED_PROXY: 'none, 10.0.0.0/8' }],
    ['RESET_OWNER_PASSWORD', { RESET_OWNER_PASSWORD: 'yes' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'admin' }],
    ['SMTP_URL', { SMTP_URL: 'http://mail.example' }],
    ['MAIL_FROM', { MAIL_FROM: 'Sklep' }],
    ['BACKUP_PASSPHRASE', { BACKUP_PASSPHRASE: 'short' }],
    ['BACKUP_PASSPHRASE', { BACKUP_PASSPHRASE: 'long enough for all', BACKUP_KEY_FILE: 'key.txt' }],
    ['BACKUP_SCHEDULE', { BACKUP_SCHEDULE: '24:00', BACKUP_KEY_FILE: 'key.txt' }],
    ['BACKUP_SCHEDULE', { BACKUP_SCHEDULE: '03:30' }],
    ['BACKUP_TO', { BACKUP_TO: 's3' }],
    ['INPOST_API_URL', { INPOST_API_URL: 'inpost' }],
    ['STRIPE_SECRET_KEY_TEST', { ...TEST_KEYS, STRIPE_SECRET_KEY_TEST: 'sk_live_a1B2c3' }],
    ['STRIPE_SECRET_KEY_LIVE', { ...LIVE_KEYS, STRIPE_SECRET_KEY_LIVE: 'sk_test_a1B2c3' }],
    ['STRIPE_SECRET_KEY_LIVE', { ...LIVE_KEYS, STRIPE_SECRET_KEY_LIVE: 'pk_live_a1B2c3' }],
    ['STRIPE_WEBHOOK_SECRET_TEST', { ...TEST_KEYS, STRIPE_WEBHOOK_SECRET_TEST: 'we_1a2b3c4d5e6f7g8h9i0j' }],
    ['STRIPE_WEBHOOK_SECRET_TEST', { STRIPE_SECRET_KEY_TEST: TEST_KEYS.STRIPE_SECRET_KEY_TEST }],
    ['STRIPE_SECRET_KEY_LIVE', { STRIPE_WEBHOOK_SECRET_LIVE: LIVE_KEYS.STRIPE_WEBHOOK_SECRET_LIVE }],
    [
      'STRIPE_WEBHOOK_SECRET_LIVE',
      { ...TEST_KEYS, ...LIVE_KEYS, STRIPE_WEBHOOK_SECRET_LIVE: TEST_KEYS.STRIPE_WEBHOOK_SECRET_TEST },
    ],
    ['STRIPE_API_URL', { STRIPE_API_URL: 'http://127.0.0.1:4010' }],
    ['STRIPE_API_URL', { ...TEST_KEYS, STRIPE_API_URL: 'https://stripe.example' }],
    ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_SECRET: 'sekret' }],
    ['SHIPX_TOKEN', { SHIPX_ORGANIZATION_ID: '12' }],
    ['SHIPX_TOKEN', { SHIPX_TOKEN: 'dwa słowa', SHIPX_ORGANIZATION_ID: '12' }],
    ['SHIPX_ORGANIZATION_ID', { SHIPX_TOKEN: 'token' }],
    ['SHIPX_ORGANIZATION_ID', { SHIPX_TOKEN: 'token', SHIPX_ORGANIZATION_ID: 'sklep' }],
    ['SHIPX_URL', { SHIPX_URL: 'api-shipx-pl' }],
    ['KSEF_ENVIRONMENT', { KSEF_ENVIRONMENT: 'sandbox' }],
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'sklep' }],
    ['TRUSTED_PROXY', { TRUSTED_PROXY: '10.0.0.0/40' }],
    ['TRUSTED_PROXY', { TRUSTED_PROXY: 'proxy' }],
    ['SANDBOX_PORT', { SANDBOX_PORT: '-1' }],
    ['PRODUCT_LIMIT', { PRODUCT_LIMIT: '0' }],
    ['PRODUCT_LIMIT', { PRODUCT_LIMIT: '5001' }],
    ['AUTH_SECRET', { AUTH_SECRET: 'short' }],
    ['AUTH_SECRET', { DATABASE_URL: 'postgres://127.0.0.1/shop' }],
    ['S3_ACCESS_KEY_ID', { S3_BUCKET: 'zdjecia', S3_SECRET_ACCESS_KEY: 'x' }],
    ['S3_BUCKET', { S3_ENDPOINT: 'https://s3.example.com', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' }],
    ['S3_ENDPOINT', { S3_ENDPOINT: 's3.example.com' }],
    ['S3_REGION', { ...R2_BUCKET, S3_REGION: 'eu-central-1' }],
    ['S3_REGION', R2_BUCKET],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://127.0.0.1/shop', AUTH_SECRET: SECRET }],
    ['DATABASE_SESSION_URL', { DATABASE_SESSION_URL: 'postgres://127.0.0.1/shop' }],
    [
      'DATABASE_SESSION_URL',
      { DATABASE_URL: 'postgres://127.0.0.1/shop', AUTH_SECRET: SECRET, DATABASE_SESSION_URL: 'pgbouncer' },
    ],
    ['MEASUREMENT_IDS', { MEASUREMENT_IDS: 'UA-1234-1' }],
    ['MEASUREMENT_IDS', { MEASUREMENT_IDS: 'G-ABCD,G-ABCE,G-ABCF,G-ABCG' }],
    ['MEASUREMENT_IDS', { MEASUREMENT_IDS: 'G-ABCD,G-ABCD' }],
    ['MEASUREMENT_CONVERSION', { MEASUREMENT_IDS: 'AW-12345', MEASUREMENT_CONVERSION: 'AW-12345' }],
    ['MEASUREMENT_CONVERSION', { MEASUREMENT_IDS: 'G-ABCD', MEASUREMENT_CONVERSION: 'AW-12345/AbCd' }],
    ['LEGAL_EFFECTIVE_DATE', { LEGAL_EFFECTIVE_DATE: '1 stycznia' }],
    ['INSTAGRAM_URL', { INSTAGRAM_URL: 'javascript:alert(1)' }],
  ])('%s %o', ([variable, env]) => {
    expect(() => readEnv(env)).toThrow(EnvError)
    expect(() => readEnv(env)).toThrow(new RegExp(`^${variable} ${POLISH_SENTENCE}(\\n|$)`))
  })

  test('all of them at once', () => {
    expect(() => readEnv({ PORT: 'x', MAIL_FROM: 'x' })).toThrow(
      new RegExp(`^PORT ${POLISH_SENTENCE}\\nMAIL_FROM ${POLISH_SENTENCE}$`),
    )
  })

  test('never with a secret in it', () => {
    const env = {
      DATABASE_URL: 'mysql://shop:hunter2@db/shop',
      AUTH_SECRET: 'hunter2',
      STRIPE_SECRET_KEY_TEST: 'sk_live_hunter2',
      STRIPE_WEBHOOK_SECRET_TEST: 'hunter2',
    }
    expect(() => readEnv(env)).toThrow(expect.not.stringContaining('hunter2'))
  })
})

test('values are normalised', () => {
  const env = readEnv({
    PORT: '8080',
    SHOP_URL: 'https://sklep.example/',
    ADMIN_EMAIL: 'Wlasciciel@Sklep.example',
    TRUSTED_PROXY: '10.0.0.0/8, ::1',
    SMTP_URL: '  ',
  })
  expect(env).toMatchObject({
    port: 8080,
    adminEmail: 'wlasciciel@sklep.example',
    trustedProxy: ['10.0.0.0/8', '::1'],
    smtpUrl: null,
    profile: { shopUrl: 'https://sklep.example' },
  })
  expect(readEnv({ PORT: '8080' }).profile.shopUrl).toBe('http://localhost:8080')
})
