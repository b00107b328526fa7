import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EnvError, readSafeEnv } from '#infra/env.ts'
import { POLISH_SENTENCE } from '#tests/support/polish-sentence.ts'
import { REAL_SHOP } from '#tests/support/real-shop.ts'

const SECRET = 'x'.repeat(32)
const TEST_KEYS = { STRIPE_SECRET_KEY_TEST: 'sk_test_a1B2c3', STRIPE_WEBHOOK_SECRET_TEST: 'whsec_a1B2c3d4E5f6g7H8' }
const SAFE = { ...REAL_SHOP, TRUSTED_PROXY: '10.0.0.1' }

function refusal(changes: Record<string, string | undefined>, root = false): string {
  try {
    readSafeEnv({ ...SAFE, ...changes }, { root })
    return ''
  } catch (error) {
    if (error instanceof EnvError) return error.message
    throw error
  }
}

describe('on https an unsafe setting is refused by one sentence that begins with its name', () => {
  test.for<[string, string | undefined]>([
    ['SMTP_URL', undefined],
    ['SMTP_URL', ' '],
    ['INPOST_API_URL', undefined],
    ['SHIPX_URL', 'http://127.0.0.1:4010'],
    ['LIMIT_FACTOR', '10'],
    ['PASSWORD_COST', 'least'],
    ['TRUSTED_PROXY', undefined],
    ['ADMIN_EMAIL', undefined],
    ['ADMIN_EMAIL', 'admin@perfumeria.test'],
    ['MAIL_FROM', undefined],
    ['MAIL_FROM', 'sklep@poczta.example.com'],
    ['SELLER_EMAIL', 'kontakt@sklep.example'],
    ['SELLER_NAME', 'Perfumeria Demonstracyjna'],
    ['SELLER_ADDRESS', 'ul. Przykładowa 1, 00-000 Warszawa'],
    ['SELLER_NIP', '000-000-00-00'],
    ['SELLER_PHONE', '+48 000 000 000'],
    ['SELLER_REGON', '000000000'],
    ['RETURN_ADDRESS', 'ul. Przykładowa 1, 00-000 Warszawa'],
    ['AUTH_SECRET', SECRET],
    ['AUTH_SECRET', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['AUTH_SECRET', '9876543210zyxwvutsrqponmlkjihgfedcba'],
    ['AUTH_SECRET', 'kX9vQ2mL7rT4'.repeat(4)],
    ['AUTH_SECRET', 'abababababababababababababababababababababa'],
    ['AUTH_SECRET', 'change-me-please-this-is-not-random-1234'],
    ['AUTH_SECRET', 'kwiat las droga morze ptak okno chleb zima'],
    ['AUTH_SECRET', 'kwiatlasdrogamorzeptakoknochlebzimawiosna'],
    ['AUTH_SECRET', 'KaczorDonaldMieszkaWKaczogrodzieZCiocia'],
    ['AUTH_SECRET', 'kot7pies3dom9las4woda5rzeka6gora8noc'],
    ['AUTH_SECRET', 'Kot7Pies3Dom9Las4Woda5Rzeka6Gora8Noc'],
    ['AUTH_SECRET', 'CORRECT4HORSE8BATTERY15STAPLE16CLOUD'],
    ['AUTH_SECRET', 'Kwiat-Las-Droga-Morze-Ptak-Okno-Chleb'],
    ['TRUSTED_PROXY', '0.0.0.0/0'],
    ['TRUSTED_PROXY', '0.0.0.0/1 128.0.0.0/1'],
    ['TRUSTED_PROXY', '::ffff:0:0/96'],
    ['TRUSTED_PROXY', '::/64'],
    ['TRUSTED_PROXY', '10.0.0.1, ::/0'],
    ['INPOST_API_URL', 'http://inpost.example'],
    ['SMTP_URL', 'smtp://user:pass@mail.example:587'],
    ['SMTP_URL', 'smtp://mail.example:587?requireTLS=truely'],
    ['DEMO', 'yes'],
    ['AUTH_SECRET', 'openssl rand -base64 32 -- 9vQ2mL7rT4kX'],
  ])('%s %o', ([variable, value]) => {
    expect(refusal({ [variable]: value })).toMatch(new RegExp(`^${variable} ${POLISH_SENTENCE}$`))
    expect(refusal({ SHOP_URL: 'http://localhost:3000', [variable]: value })).toBe('')
  })

  test('keys and pictures are sent to a storage only by https', () => {
    const storage = { S3_BUCKET: 'zdjecia', S3_REGION: 'eu', S3_ACCESS_KEY_ID: 'a1B2', S3_SECRET_ACCESS_KEY: 'c3D4e5' }
    const at = (S3_ENDPOINT: string) => refusal({ ...storage, S3_ENDPOINT })
    expect(at('http://s3.example')).toMatch(new RegExp(`^S3_ENDPOINT ${POLISH_SENTENCE}$`))
    expect(at('https://s3.example')).toBe('')
  })

  test('a secret of random bytes is accepted in any encoding', () => {
    const encoding = fc.constantFrom('hex' as const, 'base64' as const, 'base64url' as const)
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 64 })
    fc.assert(
      fc.property(bytes, encoding, (secret, written) => {
        expect(refusal({ AUTH_SECRET: Buffer.from(secret).toString(written) })).toBe('')
      }),
      { seed: 20261124, numRuns: 3000 },
    )
  })

  test('payments need the keys of Stripe, of either mode, at Stripe itself', () => {
    const none = { STRIPE_SECRET_KEY_LIVE: undefined, STRIPE_WEBHOOK_SECRET_LIVE: undefined }
    expect(refusal(none)).toMatch(new RegExp(`^STRIPE_SECRET_KEY_LIVE ${POLISH_SENTENCE}$`))
    expect(refusal({ ...none, SHOP_URL: 'http://localhost:3000' })).toBe('')
    expect(refusal({ ...none, ...TEST_KEYS })).toBe('')
    expect(refusal({ ...TEST_KEYS, STRIPE_API_URL: 'http://127.0.0.1:4010' })).toMatch(
      new RegExp(`^STRIPE_API_URL ${POLISH_SENTENCE}$`),
    )
  })

  test('a database on another machine requires TLS', () => {
    const AUTH_SECRET = 'q83vXs0hJ7Wm4Zr1tYb9LkE6uNcA2dPfGiOqRzTyB5Q='
    const here = 'postgres://shop:x@127.0.0.1:5432/shop'
    for (const name of ['DATABASE_URL', 'DATABASE_SESSION_URL']) {
      const refused = (url: string) => refusal({ AUTH_SECRET, DATABASE_URL: here, [name]: url })
      const sentence = new RegExp(`^${name} ${POLISH_SENTENCE}$`)
      expect(refused('postgres://shop:x@db.example:5432/shop')).toMatch(sentence)
      expect(refused('postgres://shop:x@db.example:5432/shop?sslmode=disable')).toMatch(sentence)
      expect(refused('postgres://shop:x@db.example:5432/shop?sslmode=verify-full')).toBe('')
      expect(refused(here)).toBe('')
    }
  })

  test('all unsafe settings are reported together with invalid ones', () => {
    const message = refusal({ PORT: 'x', SMTP_URL: undefined, LIMIT_FACTOR: '5', SELLER_NIP: '000-000-00-00' }, true)
    const names = message.split('\n').map((line) => line.split(' ')[0])
    expect(names.toSorted()).toEqual(['ALLOW_ROOT', 'LIMIT_FACTOR', 'PORT', 'SELLER_NIP', 'SMTP_URL'])
  })

  test('root needs ALLOW_ROOT=yes', () => {
    expect(refusal({}, true)).toMatch(new RegExp(`^ALLOW_ROOT ${POLISH_SENTENCE}$`))
    expect(refusal({ ALLOW_ROOT: 'no' }, true)).toMatch(new RegExp(`^ALLOW_ROOT ${POLISH_SENTENCE}$`))
    expect(refusal({ ALLOW_ROOT: 'yes' }, true)).toBe('')
    expect(refusal({ SHOP_URL: undefined }, true)).toBe('')
  })

  test.for([
    {},
    { SHOP_URL: 'https://sklep.pl/' },
    { SHOP_URL: 'https://sklep.pl:8443' },
    { TRUSTED_PROXY: 'none' },
    { TRUSTED_PROXY: '10.0.0.0/8, 2001:db8::/32, ::ffff:10.0.0.0/104' },
    { SMTP_URL: 'smtp://127.0.0.1:25' },
    { SMTP_URL: 'smtp://mail.example:587?requireTLS=true' },
    { DEMO: 'no' },
    { LIMIT_FACTOR: '1' },
    { AUTH_SECRET: 'f3c9a1d07b5e4628f3d1b09c7a5e8642' },
    { AUTH_SECRET: 'q83vXs0hJ7Wm4Zr1tYb9LkE6uNcA2dPfGiOqRzTyB5Q=' },
  ])('a real shop starts: %o', (changes) => {
    expect(refusal(changes)).toBe('')
  })
})
