import { cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const SHOP = 'https://perfumeria.example'
const test = base.extend('demo', { scope: 'file' }, false).extend('apiOptions', { scope: 'file' }, { shopUrl: SHOP })

test('on https every cookie is Secure, says so by its name, and is out of reach of scripts and of other sites', async ({
  api,
}) => {
  const guest = { email: 'anna@example.test', password: PASSWORD, acceptedTerms: true }
  const post = (path: string, body: object, Cookie = '') => api.post(path, body, { Origin: SHOP, Cookie })
  const entered = await post('/api/guest-sign-in', guest)
  await api.db.updateTable('users').set({ two_factor_enabled: true }).where('email', '=', guest.email).execute()
  const asked = await post('/api/guest-sign-in', guest)
  expect(asked.status).toBe(401)
  const google = await post('/api/auth/sign-in/google', {})
  const left = await post('/api/auth/sign-out', {}, cookieOf(entered))

  const cookies = [entered, asked, google, left].flatMap((answer) => answer.headers.getSetCookie())
  const names = cookies.map((cookie) => cookie.split('=', 1)[0])
  const set = ['session_token', 'two_factor', 'state', 'accepted_terms'].map((name) => `__Secure-shop.${name}`)
  expect(names).toEqual(expect.arrayContaining(['__Host-shop.device', ...set]))
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__(Secure|Host)-shop\./)
    expect(cookie).toMatch(/; Secure(;|$)/)
    expect(cookie).toMatch(/; HttpOnly(;|$)/)
    expect(cookie).toMatch(/; SameSite=Lax(;|$)/)
    expect(cookie).not.toMatch(/; Domain=/i)
  }
})
