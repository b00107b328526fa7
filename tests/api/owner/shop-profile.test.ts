import { readDuties } from '#domain/kernel/checks/read-duties.server.ts'
import { readTermsInForce } from '#domain/terms/terms-queries.server.ts'
import { profileVariables } from '#infra/shop-profile-settings.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { findGapsOf } from '#tests/support/checks.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

/*
 * Ways to set the shop's profile: the environment, the panel, neither. Pages, mails, contracts and the set-up show it,
 * all by `services.profile`; this file checks that, and one of each kind.
 */

const test = base.extend('demo', { scope: 'file' }, false)

let api: Api
let Cookie: string
test.beforeAll(async ({ api: started }) => {
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})

type Profile = { fields: { key: string; value: string; source: string }[]; version: string }
const read = async () => (await (await api.get('/api/admin/shop-profile', { Cookie })).json()) as Profile
const change = async (values: object, version?: string) =>
  api.post('/api/admin/shop-profile', { version: version ?? (await read()).version, ...values }, { Cookie })
const find = ({ fields }: Profile, key: string) => fields.find((field) => field.key === key)
const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; fields?: Record<string, string> } }).error

const SELLER = {
  seller_name: 'Anna Nowak Zapachy',
  seller_address: 'ul. Długa 3, 31-146 Kraków',
  seller_nip: '676-10-20-309',
  seller_regon: '351234565',
  seller_phone: '+48 601 202 303',
  seller_email: 'kontakt@sklep.pl',
  return_address: 'ul. Długa 3, 31-146 Kraków',
}

test('a seller entered in the panel is shown at once, and fulfils its duty and set-up step', async () => {
  const gaps = async () => (await readDuties(api.services)).filter(({ gaps }) => gaps.length > 0).map(({ key }) => key)
  expect(await gaps()).toEqual(expect.arrayContaining(['seller', 'bdo', 'vat']))
  expect(find(await read(), 'seller_name')).toMatchObject({ value: 'Perfumeria Demonstracyjna', source: 'initial' })

  const answer = await change({
    ...SELLER,
    seller_bdo: '000123456',
    seller_bank_account: '61109010140000071219812874',
    micro_entrepreneur: 'yes',
    vat_registered: 'yes',
    measurement_ids: 'G-ABC123DEF4',
    instagram_url: 'https://instagram.com/sklep',
  })
  expect(answer.status).toBe(200)
  expect(find(await read(), 'seller_name')).toMatchObject({ value: 'Anna Nowak Zapachy', source: 'panel' })
  const { profile, analytics, settings } = api.services
  expect(profile).toMatchObject({
    sellerName: 'Anna Nowak Zapachy',
    sellerBankAccount: 'PL61 1090 1014 0000 0712 1981 2874',
    isMicroEntrepreneur: true,
    socialLinks: { instagram: 'https://instagram.com/sklep', tiktok: null },
  })
  expect(analytics).toMatchObject({ ids: ['G-ABC123DEF4'], purposes: ['statistics'] })
  expect(settings.values).toMatchObject(SELLER)
  const left = await gaps()
  for (const key of ['seller', 'bdo', 'accessibility', 'consent-log', 'vat']) expect(left).not.toContain(key)
  // Terms that bind nobody follow at once.
  expect(left).not.toContain('first-terms')
  expect((await readTermsInForce(api.db, new Date())).full_text).toContain('prowadzi Anna Nowak Zapachy, ul. Długa 3')

  const { action, details } = await api.db
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect([action, details]).toEqual([
    'shop_profile.changed',
    { fields: expect.arrayContaining(['Nazwa firmy', 'NIP', 'Numer BDO']) },
  ])

  expect((await change({ seller_bdo: '', measurement_ids: ' ' })).status).toBe(200)
  expect([api.services.profile.sellerBdo, api.services.analytics]).toEqual(['', null])
  expect(api.services.profile.sellerName).toBe('Anna Nowak Zapachy')
})

test('invalid values are refused at their fields, all at once, and none is stored', async () => {
  const before = await read()
  const answer = await change({ seller_nip: '676-10-20-304', seller_name: ' ', tiktok_url: 'tiktok', seller_bdo: '1' })
  expect(answer.status).toBe(400)
  expect((await errorOf(answer)).fields).toEqual({
    seller_nip: expect.stringContaining('pomyłka'),
    seller_name: 'Uzupełnij: Nazwa firmy',
    tiktok_url: expect.stringContaining('https://tiktok.com/'),
    seller_bdo: expect.stringContaining('dziewięć cyfr'),
  })
  expect(await read()).toEqual(before)
  const conversion = await change({ measurement_ids: 'G-ABC123', measurement_conversion: 'AW-123456/AbCd' })
  expect((await errorOf(conversion)).fields).toEqual({ measurement_conversion: expect.any(String) })
  // Settings that only the environment has, and unknown ones.
  for (const values of [{ payment_provider: 'PayU' }, { effective_date: '2026-01-01' }, { smtp_url: 'x' }])
    expect((await change(values)).status).toBe(400)
})

test('of two windows the second is refused; fields that it did not touch keep the first one’s values', async () => {
  const { version } = await read()
  expect((await change({ shop_name: 'Zapachy Anny' }, version)).status).toBe(200)
  const second = await change({ seller_register: 'KRS 0000123456' }, version)
  expect([second.status, (await errorOf(second)).code]).toEqual([409, 'changed_meanwhile'])
  expect((await change({ seller_register: 'KRS 0000123456' })).status).toBe(200)
  expect(api.services.profile).toMatchObject({ shopName: 'Zapachy Anny', sellerRegister: 'KRS 0000123456' })
})

test('values of the environment override the panel’s and cannot be changed there', async () => {
  const { given } = api.services.shopProfile
  given.seller_name = 'Firma z serwera'
  try {
    expect(find(await read(), 'seller_name')).toMatchObject({ value: 'Firma z serwera', source: 'environment' })
    const answer = await change({ seller_name: 'Inna', shop_name: 'Inny sklep' })
    expect((await errorOf(answer)).fields).toEqual({
      seller_name: 'Ustawione w konfiguracji serwera (SELLER_NAME)',
    })
    expect(api.services.profile.shopName).not.toBe('Inny sklep')
    expect((await change({ shop_name: 'Inny sklep' })).status).toBe(200)
    expect(api.services.profile).toMatchObject({ sellerName: 'Firma z serwera', shopName: 'Inny sklep' })
  } finally {
    delete given.seller_name
  }
})

test('changes need the password again, and no field holds a secret', async () => {
  await api.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .execute()
  expect((await errorOf(await change({ shop_name: 'Sklep' }))).code).toBe('proof_required')
  const keys = (await read()).fields.map(({ key }) => key)
  expect(keys.filter((key) => /secret|password|token|key|url$/.test(key) && !/_url$/.test(key))).toEqual([])
  for (const key of keys) expect(Object.keys(profileVariables)).toContain(key.toUpperCase())
})

test('terms and policy follow what is switched on, and the duty names it once the terms bind', async () => {
  const gaps = () => findGapsOf(api.services, 'terms-of-features')
  const terms = async () => (await readTermsInForce(api.db, new Date())).full_text
  expect(await gaps()).toEqual([])
  expect(await terms()).not.toContain('Kod rabatowy')
  await api.db.insertInto('codes').values({ code: 'LATO10', kind: 'percent', value: 10 }).execute()
  await api.services.shopProfile.renew()
  expect(api.services.features).toMatchObject({ codes: true, ksef: false, packers: false })
  expect([await terms(), await gaps()]).toEqual([expect.stringContaining('Kod rabatowy obniża cenę'), []])

  const { id } = await api.db
    .insertInto('users')
    .values({ email: 'anna@example.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await api.db
    .insertInto('checkouts')
    .values({
      user_id: id,
      payment: 'prepaid',
      shipping_method: 'prepaid_courier',
      items_grosze: 1000,
      shipping_grosze: 0,
      terms_version: (await readTermsInForce(api.db, new Date())).version,
      terms_accepted_at: new Date(),
      on_https: true,
    })
    .execute()
  await api.db.deleteFrom('codes').execute()
  await api.db.updateTable('gift_rule').set({ sample_codes_since: new Date() }).execute()
  await api.services.shopProfile.renew()
  expect(await terms()).not.toContain('Kto kupił próbki')
  const path = '/admin/regulamin'
  const todo = 'Regulamin nie mówi wszystkiego o: kod za próbki. Dopisz i ogłoś nowy.'
  expect(await gaps()).toEqual([{ about: 'Cały sklep', todo, path }])
  await api.db.updateTable('gift_rule').set({ sample_codes_since: null }).execute()
  expect(await gaps()).toMatchObject([
    { todo: 'Regulamin mówi o tym, co jest wyłączone: kody rabatowe. Usuń i ogłoś nowy.' },
  ])
})
