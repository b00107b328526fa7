// Who may call as BaseLinker, and what the owner sees and chooses.
import { findWindowStart, limitKey } from '#domain/kernel/rate-limits/rate-limits.ts'
import type { Api } from '#tests/support/api.ts'
import { openBaselinker, type Refusal } from '#tests/support/baselinker.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'

const test = base

let api: Api
let baselinker: Awaited<ReturnType<typeof openBaselinker>>
test.beforeAll(async ({ api: started }) => {
  api = started
  baselinker = await openBaselinker(api)
})
const askWith = async (fields: Record<string, unknown>) => (await (await baselinker.send(fields)).json()) as Refusal
const forget = () => api.db.deleteFrom('rate_limits').execute()

test('without a key, with a wrong one, an old one and an unknown method: the codes of the protocol, and nothing more', async () => {
  const old = baselinker.keyNow()
  await baselinker.renewKey()
  expect(await askWith({ action: 'OrdersGet' })).toMatchObject({ error: true, error_code: 'no_password' })
  for (const bl_pass of ['x', old, `${baselinker.keyNow()} `]) {
    expect(await askWith({ bl_pass, action: 'OrdersGet' })).toEqual({
      error: true,
      error_code: 'incorrect_password',
      error_text: expect.stringContaining('Utwórz nowy w panelu'),
    })
  }
  expect(await baselinker.refusal('ProductAdd')).toMatchObject({ error_code: 'unsupported_action' })
  // Only what came with the key is told to the owner.
  expect(await baselinker.read()).toMatchObject({ refusal: 'Sklep nie obsługuje metody „ProductAdd”.', enabled: true })
})

test('the key is stored as a hash alone, and its screen never shows it again', async () => {
  const row = await api.db.selectFrom('baselinker').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify([row, await baselinker.read()])).not.toContain(baselinker.keyNow())
  expect(row.key_hash).toMatch(/^[0-9a-f]{64}$/)
})

test('guesses of one network are limited, the right key of another is not', async () => {
  await forget()
  const codes = new Set<string>()
  for (let guess = 0; guess < 31; guess++)
    codes.add((await askWith({ bl_pass: `${guess}`, action: 'FileVersion' })).error_code)
  expect([...codes]).toEqual(['incorrect_password', 'too_many_attempts'])
  // Its own network, too: a guess there may not be told from a call.
  expect(await baselinker.refusal('FileVersion')).toMatchObject({ error_code: 'too_many_attempts' })
  await forget()
  expect(await baselinker.call('FileVersion')).toHaveProperty('platform')
})

test('guesses from many networks do not keep the right key out', async () => {
  await forget()
  const key = limitKey('baselinker_key', 'everyone')
  const window_start = findWindowStart('baselinker_key', api.services.now())
  await api.db.insertInto('rate_limits').values({ key, hits: 1_000_000, window_start }).execute()
  expect(await baselinker.call('FileVersion')).toHaveProperty('platform')
})

test('switched off it is refused and the contact stays; a stale window does not switch it', async () => {
  await forget()
  await baselinker.call('FileVersion')
  const { version, seen_at } = await baselinker.read()
  expect(seen_at).not.toBeNull()
  expect((await baselinker.change({ version, enabled: false, papers_here: true })).status).toBe(200)
  expect(await baselinker.refusal('OrdersGet')).toMatchObject({
    error_code: 'baselinker_off',
    error_text: 'Połączenie z BaseLinkerem jest w sklepie wyłączone.',
  })
  const stale = await baselinker.change({ version, enabled: true, papers_here: false })
  expect(await errorOf(stale)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect(await baselinker.read()).toMatchObject({ enabled: false, papers_here: true, seen_at })
})

test('while it is on, terms and privacy policy name it', async () => {
  await baselinker.renewKey()
  await api.services.shopProfile.renew()
  expect(api.services.features.baselinker).toBe(true)
  const { version } = await baselinker.read()
  await baselinker.change({ version, enabled: false, papers_here: false })
  await api.services.shopProfile.renew()
  expect(api.services.features.baselinker).toBe(false)
})

test('bodies: unknown fields are ignored, other forms and NULs refused in words, a huge one before it is read', async () => {
  await forget()
  await baselinker.renewKey()
  expect(await baselinker.call('FileVersion', { new_field: 'x', 'a[b][c]': '1', __proto__: 'x' })).toHaveProperty(
    'standard',
  )
  const json = await api.call('/api/baselinker', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ bl_pass: baselinker.keyNow(), action: 'FileVersion' }),
  })
  expect(await json.json()).toMatchObject({ error_code: 'no_password' })
  expect(await baselinker.refusal('OrderAdd', { baselinker_id: 'a\0b' })).toMatchObject({
    error_code: 'baselinker_field_wrong',
  })
  const huge = await api.call('/api/baselinker', { method: 'POST', body: `bl_pass=${'x'.repeat(600 * 1024)}` })
  expect(huge.status).toBe(413)
})
