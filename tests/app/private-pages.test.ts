import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loader as panel } from '#app/account/panel.tsx'
import { loader as admin } from '#app/admin/admin.tsx'
import { servicesContext } from '#app/services-context.ts'
import { type AccountServer, cookieOf, OWNER, startAccountServer } from '#tests/support/account-server.ts'
import { placeOrders } from '#tests/support/place-orders.ts'

let server: AccountServer
let customerCookie: string
let ownerCookie: string
beforeAll(async () => {
  server = await startAccountServer()
  const credentials = { email: 'klient@example.com', password: 'sekret1', acceptedTerms: true }
  customerCookie = cookieOf(await server.post('/api/guest-sign-in', credentials))
  ownerCookie = cookieOf(await server.post('/api/admin-sign-in', { email: OWNER, password: server.ownerPassword }))
  await placeOrders(server.db, 'klient@example.com')
})
afterAll(() => server.stop())

function args(path: string, cookie: string | null) {
  const context = new RouterContextProvider()
  context.set(servicesContext, server.services)
  const url = new URL(path, server.base)
  const request = new Request(url, { headers: cookie === null ? {} : { Cookie: cookie } })
  return { request, context, url, params: {}, pattern: path }
}

/** What the loader answers as data, with its status and headers. */
async function answerOf(result: ReturnType<typeof admin> | ReturnType<typeof panel>) {
  const { data, init } = await result
  return { data, status: init?.status, cache: new Headers(init?.headers).get('cache-control') }
}

test('admin data is for the owner alone', async () => {
  const stranger = await answerOf(admin(args('/admin', null)))
  expect(stranger).toEqual({ data: { name: 'login' }, status: 200, cache: 'private, no-store' })

  const customer = await answerOf(admin(args('/admin', customerCookie)))
  expect(customer).toEqual({ data: { name: 'no-access' }, status: 403, cache: 'private, no-store' })

  const owner = await answerOf(admin(args('/admin', ownerCookie)))
  expect(owner).toMatchObject({ status: 200, cache: 'private, no-store', data: { name: 'orders', total: 3, page: 1 } })
})

test('an admin role without the address, or the address without the role, shows nothing', async () => {
  const set = (email: string, role: 'admin' | 'customer') =>
    server.db.updateTable('users').set({ role }).where('email', '=', email).execute()
  await set('klient@example.com', 'admin')
  expect((await answerOf(admin(args('/admin', customerCookie)))).data).toEqual({ name: 'no-access' })
  await set('klient@example.com', 'customer')
  await set(OWNER, 'customer')
  expect((await answerOf(admin(args('/admin', ownerCookie)))).data).toEqual({ name: 'no-access' })
  await set(OWNER, 'admin')
})

test.each(['0', '-1', '1e9', 'x', '2', '99999', '1.5'])('page %s shows orders all the same', async (page) => {
  expect((await answerOf(admin(args(`/admin?page=${page}`, ownerCookie)))).data).toMatchObject({ page: 1, pages: 1 })
})

test('the panel shows the own orders, those of one checkout together, and is kept nowhere', async () => {
  const { data, cache } = await answerOf(panel(args('/panel-klienta', customerCookie)))
  expect(cache).toBe('private, no-store')
  expect(data).toMatchObject({ email: 'klient@example.com' })
  const { checkouts, shipments } = data as Awaited<ReturnType<typeof panel>>['data']
  expect(checkouts.map((checkout) => checkout.orders.length).toSorted()).toEqual([1, 2])
  expect(checkouts.flatMap((checkout) => checkout.orders)[0]).toMatchObject({
    statusLabel: 'Oczekujące',
    shippingLabel: 'Utworzona',
    number: expect.stringMatching(/^[0-9a-f]{8}$/),
  })
  expect(shipments).toHaveLength(3)
})

test("another customer's panel is empty, and nobody's is the home page", async () => {
  const credentials = { email: 'inna@example.com', password: 'sekret1', acceptedTerms: true }
  const other = cookieOf(await server.post('/api/guest-sign-in', credentials))
  expect((await answerOf(panel(args('/panel-klienta', other)))).data).toMatchObject({ checkouts: [], shipments: [] })

  const redirected: unknown = await panel(args('/panel-klienta', null)).catch((thrown: unknown) => thrown)
  if (!(redirected instanceof Response)) throw new Error('expected a redirect')
  expect([redirected.status, redirected.headers.get('location')]).toEqual([302, '/'])
})
