import { createRouter, requireAdmin } from '#api/http.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

/** An extra route behind the guard, with the services of the running API. */
function adminRoute({ services }: Api) {
  return createRouter()
    .use(async (c, next) => {
      c.set('services', services)
      await next()
    })
    .get('/admin', requireAdmin, (c) => c.json({ email: c.var.user.email }))
}

test('requireAdmin: admits the admin, and answers 404 to customers and strangers', async ({ api }) => {
  const route = adminRoute(api)
  const askAs = (cookie: string) => route.request('/admin', { headers: { Cookie: cookie } })

  for (const cookie of ['', (await api.customer()).cookie]) {
    const refused = await askAs(cookie)
    expect([refused.status, await refused.json()]).toMatchObject([404, { error: { code: 'not_found' } }])
  }
  const admin = await askAs(cookieOf(await api.post('/api/admin-sign-in', api.admin)))
  expect([admin.status, await admin.json()]).toEqual([200, { email: api.admin.email }])
})
