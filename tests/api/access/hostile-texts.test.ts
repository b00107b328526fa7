import { vi } from 'vitest'
import { log } from '#domain/kernel/log.ts'
import { cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'
import { exchange, readAnswer } from '#tests/support/raw-connection.ts'

const logged = vi.spyOn(log, 'error')
test.beforeEach(() => void logged.mockClear())

test.for(['/api/payment-status?session_id=%00', '/api/admin/orders?search=a%00b'])(
  'GET %s: a NUL in an address is answered 400, and not logged',
  async (path, { api }) => {
    const cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
    const answer = await api.get(path, { Cookie: cookie })
    expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(logged).not.toHaveBeenCalled()
  },
)

test('POST: a form is refused whatever it contains, and a NUL in a header before the shop sees it', async ({ api }) => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  expect((await api.post('/api/recover', 'email=%00', form)).status).toBe(400)
  const head = `GET /api/me HTTP/1.1\r\nHost: shop\r\nIdempotency-Key: a\0b\r\nConnection: close\r\n\r\n`
  expect(readAnswer(await exchange(api.base, head)).status).toBe(400)
  expect(logged).not.toHaveBeenCalled()
})

test.for(['a\u0000b', 'a\ud800b', '\udc00'])('POST: %j is refused wherever it stands', async (text, { api }) => {
  const { cookie } = await api.customer()
  const bodies: [string, object][] = [
    ['/api/guest-sign-in', { email: 'anna@example.test', password: `sekret${text}`, acceptedTerms: true }],
    ['/api/send-contact-email', { name: 'Anna', phone: text, email: 'anna@example.test', message: 'Dzień dobry' }],
    ['/api/auth/sign-in/email', { email: 'anna@example.test', password: text }],
    ['/api/recover', { email: 'anna@example.test', [text]: 1 }],
  ]
  for (const [path, body] of bodies) {
    const answer = await api.post(path, body, { Cookie: cookie })
    expect(await errorOf(answer), path).toMatchObject({ status: 400, code: 'invalid_request' })
  }
  expect(logged).not.toHaveBeenCalled()
})

test('POST: a character that JSON writes as a surrogate pair is accepted', async ({ api }) => {
  const message = '{"name":"Anna","phone":"","email":"anna@example.test","message":"Pięknie \\ud83c\\udf39"}'
  expect((await api.post('/api/send-contact-email', message)).status).toBe(200)
})

test('GET /api/products: a search that finds nothing has one empty page, also with one product a page', async ({
  api,
}) => {
  const answer = await api.get('/api/products?pageSize=1&search=zzzzzz')
  expect(await answer.json()).toMatchObject({ items: [], total: 0, page: 1 })
})
