import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { EnvError, readEnv } from '#infra/env.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const SECRET = 'x'.repeat(32)

test('.env.example names exactly the defaults', () => {
  const example = parseEnv(readFileSync(join(PROJECT_ROOT, '.env.example'), 'utf8'))
  expect(readEnv(example)).toEqual(readEnv({}))
})

test('.env.example documents every variable', () => {
  const example = readFileSync(join(PROJECT_ROOT, '.env.example'), 'utf8')
  const source = readFileSync(join(PROJECT_ROOT, 'infra/env.ts'), 'utf8')
  const known = source.matchAll(/^ {2,4}([A-Z][A-Z_]+):/gm)
  const names = [...known].map(([, name]) => name)
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
    ['RESET_OWNER_PASSWORD', { RESET_OWNER_PASSWORD: 'yes' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'admin' }],
    ['SMTP_URL', { SMTP_URL: 'http://mail.example' }],
    ['MAIL_FROM', { MAIL_FROM: 'Sklep' }],
    ['INPOST_API_URL', { INPOST_API_URL: 'inpost' }],
    ['TRUSTED_PROXY', { TRUSTED_PROXY: '10.0.0.0/40' }],
    ['TRUSTED_PROXY', { TRUSTED_PROXY: 'proxy' }],
    ['SANDBOX_PORT', { SANDBOX_PORT: '-1' }],
    ['AUTH_SECRET', { AUTH_SECRET: 'short' }],
    ['AUTH_SECRET', { DATABASE_URL: 'postgres://127.0.0.1/shop' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://127.0.0.1/shop', AUTH_SECRET: SECRET }],
    ['LEGAL_EFFECTIVE_DATE', { LEGAL_EFFECTIVE_DATE: '1 stycznia' }],
    ['INSTAGRAM_URL', { INSTAGRAM_URL: 'javascript:alert(1)' }],
  ])('%s %o', ([variable, env]) => {
    expect(() => readEnv(env)).toThrow(EnvError)
    expect(() => readEnv(env)).toThrow(new RegExp(`^${variable} `))
  })

  test('all of them at once', () => {
    expect(() => readEnv({ PORT: 'x', MAIL_FROM: 'x' })).toThrow(/^PORT .*\nMAIL_FROM .*$/)
  })

  test('never with a secret in it', () => {
    const env = { DATABASE_URL: 'mysql://shop:hunter2@db/shop', AUTH_SECRET: 'hunter2' }
    expect(() => readEnv(env)).toThrow(expect.not.stringContaining('hunter2'))
  })
})

test('values are brought into one form', () => {
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
