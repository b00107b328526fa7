import { vi } from 'vitest'
import { log } from '#domain/kernel/log.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const clock = { now: new Date('2041-03-01T12:00:00Z') }
const test = base.extend('demo', { scope: 'file' }, false).extend('apiOptions', { scope: 'file' }, { clock })

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})

const EMAIL = 'zgadywana@example.test'
const enter = (password: string, headers = {}) =>
  api.post('/api/guest-sign-in', { email: EMAIL, password, acceptedTerms: true }, headers)

const passMinute = () => {
  clock.now = new Date(clock.now.getTime() + 61_000)
}

/** The refusals logged during the work, by reason. */
async function loggedDuring(work: () => Promise<unknown>): Promise<[reason: unknown, count: unknown][]> {
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  await work()
  const lines = warn.mock.calls.filter(([event]) => event === 'Calls were refused')
  expect(JSON.stringify(lines)).not.toContain(EMAIL)
  warn.mockRestore()
  return lines.map(([, fields]) => [fields?.reason, fields?.count])
}

test('refused calls: guesses, calls of other sites and unauthorised calls are logged with their number', async () => {
  const customer = cookieOf(await enter('sekret1'))
  const attack = async (guesses: number) => {
    for (let n = 0; n < guesses; n += 1) expect((await enter(`guess-${n}`)).status).toBe(401)
    expect((await enter('sekret1', { Origin: 'https://evil.example' })).status).toBe(403)
    expect((await api.get('/api/admin/orders', { Cookie: customer })).status).toBe(404)
  }
  // Refusals of earlier tests of this worker are logged first.
  await loggedDuring(() => attack(1))
  passMinute()
  expect(await loggedDuring(() => attack(3))).toEqual([
    ['wrong_password', 1],
    ['forbidden_origin', 1],
    ['admin_required', 1],
  ])
  passMinute()
  expect(await loggedDuring(() => enter('guess-4'))).toEqual([['wrong_password', 3]])
})

test('refused calls: ordinary refusals are not logged', async () => {
  passMinute()
  const lines = await loggedDuring(async () => {
    expect((await api.get('/api/nie-ma')).status).toBe(404)
    expect((await api.get('/api/admin/orders')).status).toBe(404)
    expect((await api.get('/api/me/orders')).status).toBe(401)
    expect((await api.post('/api/cart', { ids: 'x' })).status).toBe(400)
    expect((await enter('sekret1')).status).toBe(200)
  })
  expect(lines).toEqual([])
})
