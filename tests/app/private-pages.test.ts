import { cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { placeOrders } from '#tests/support/place-orders.ts'
import type { Shop } from '#tests/support/shop-process.ts'

const CUSTOMER = 'klient@example.com'
const RECEIVER = 'Brzęczyszczykiewicz-Konstantynopolitańska'

let shop: Shop
let customer: string
let admin: string
test.beforeAll(async ({ shop: started }) => {
  shop = started
  customer = await signIn('/api/guest-sign-in', { email: CUSTOMER, password: 'sekret1', acceptedTerms: true })
  admin = await signIn('/api/admin-sign-in', shop.admin)
  await placeOrders(shop.database.db, CUSTOMER)
})

async function signIn(path: string, credentials: object): Promise<string> {
  const answer = await fetch(shop.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  expect(answer.status).toBe(200)
  return cookieOf(answer)
}

async function open(path: string, cookie: string) {
  const answer = await fetch(shop.url + path, { headers: { cookie }, redirect: 'manual' })
  return {
    status: answer.status,
    cache: answer.headers.get('cache-control'),
    location: answer.headers.get('location'),
    text: await answer.text(),
  }
}

const NOBODY = ''

test('/admin: 401 and a check of the session without one, 403 for a customer, orders for the admin', async () => {
  const form = await open('/admin/zamowienia', NOBODY)
  expect(form).toMatchObject({ status: 401, cache: 'private, no-store' })
  // The form follows once the browser knows whether somebody is signed in.
  expect(form.text).toContain('Sprawdzanie dostępu')

  const refusal = await open('/admin/zamowienia', customer)
  expect(refusal).toMatchObject({ status: 403, cache: 'private, no-store' })
  expect(refusal.text).toContain('Tylko administratorzy mogą uzyskać dostęp do tego panelu.')

  const orders = await open('/admin/zamowienia', admin)
  expect(orders).toMatchObject({ status: 200, cache: 'private, no-store' })
  expect(orders.text).toContain('Zamówienia')
})

test('/admin: answers for orders to the admin alone, and caches them nowhere', async () => {
  for (const path of ['/admin/zamowienia.data', '/api/admin/orders']) {
    for (const cookie of [NOBODY, customer]) {
      const refused = await open(path, cookie)
      expect(refused.text).not.toContain(RECEIVER)
      expect(refused.cache).toContain('no-store')
    }
    expect((await open(path, admin)).cache).toContain('no-store')
  }
  expect((await open('/api/admin/orders', admin)).text).toContain(RECEIVER)
})

test('/admin: needs the role and the address; either alone shows nothing', async () => {
  const setRole = (email: string, role: 'admin' | 'customer') =>
    shop.database.db.updateTable('users').set({ role }).where('email', '=', email).execute()
  await setRole(CUSTOMER, 'admin')
  expect(await open('/admin/zamowienia', customer)).toMatchObject({ status: 403 })
  await setRole(CUSTOMER, 'customer')
  await setRole(shop.admin.email, 'customer')
  expect(await open('/admin/zamowienia', admin)).toMatchObject({ status: 403 })
  await setRole(shop.admin.email, 'admin')
})

test.each(['0', '-1', '1e9', 'x', '2', '99999', '1.5'])('/admin: answers for page %s of orders', async (page) => {
  expect(await open(`/admin/zamowienia?page=${page}`, admin)).toMatchObject({ status: 200 })
})

test('/panel-klienta: shows the customer’s own orders and shipments, and is not cached', async () => {
  const { status, cache, text } = await open('/panel-klienta', customer)
  expect({ status, cache }).toEqual({ status: 200, cache: 'private, no-store' })
  expect(text).toContain(CUSTOMER)
  expect(text.match(/Noc w Szczecinie/g)?.length).toBeGreaterThanOrEqual(3)
  expect(text).toContain('Oczekujące')
  expect(text).toContain('Utworzona')
})

test('/panel-klienta: shows nothing of other customers, and redirects visitors to the login', async () => {
  const credentials = { email: 'inna@example.com', password: 'sekret1', acceptedTerms: true }
  const other = await signIn('/api/guest-sign-in', credentials)
  const { text } = await open('/panel-klienta', other)
  expect(text).not.toContain('Noc w Szczecinie')
  expect(text).toContain('Brak zamówień')

  expect(await open('/panel-klienta', NOBODY)).toMatchObject({
    status: 302,
    location: '/#logowanie',
    cache: 'private, no-store',
  })
})
