// One mailbox is one person, by whichever of its addresses: codes, limits of new buyers, and payment on delivery are
// counted for it. Mails go to the address as it was typed.
import { sql } from 'kysely'
import type { BuyerList } from '#domain/buyers/buyer-queries.server.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { openCodes } from '#tests/support/codes.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { type CartItem, cart, errorOf, productsOnSale } from '#tests/support/orders.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let codes: ReturnType<typeof openCodes>
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
  codes = openCodes(api, orders.admin)
})

const personOf = async (address: string) =>
  (await sql<{ person: string }>`select person_of(${address}) as person`.execute(api.db)).rows[0]?.person

async function order(email: string, item: CartItem, more: object = {}) {
  const entered = await api.post('/api/guest-sign-in', { email, withoutAccount: true, acceptedTerms: true })
  const headers = { Cookie: cookieOf(entered), 'Idempotency-Key': crypto.randomUUID() }
  return api.post('/api/create-cash-on-delivery-order', cart([item], more), headers)
}

test.each([
  ['Anna@Example.test', 'anna@example.test'],
  ['anna+2@example.test', 'anna@example.test'],
  ['anna+a+b@example.test', 'anna@example.test'],
  ['an.na+x@gmail.com', 'anna@gmail.com'],
  ['a.nn.a@GoogleMail.com', 'anna@gmail.com'],
  ['an.na@example.test', 'an.na@example.test'],
  ['+anna@example.test', '+anna@example.test'],
])('person_of: %s is the mailbox %s', async (address, person) => {
  expect(await personOf(address)).toBe(person)
})

test('a code once per person is used by all addresses of a mailbox, and by nobody else', async () => {
  const [item] = await productsOnSale(api, 1)
  if (!item) throw new Error('no product')
  const name = `anna${crypto.randomUUID().slice(0, 8)}`
  const { code } = await codes.add({ once_per_person: true })
  const more = { discountCode: code, discount: Math.floor(Math.round(item.price * 100) / 10) / 100 }
  const first = `${name}+lato@gmail.com`
  expect((await order(first, item, more)).status).toBe(200)
  for (const same of [`${name}@gmail.com`, `${name}+2@gmail.com`, `${name[0]}.${name.slice(1)}@googlemail.com`]) {
    expect(await errorOf(await order(same, item, more)), same).toMatchObject({ code: 'code_used_already' })
  }
  expect((await order(`${name}2@gmail.com`, item, more)).status).toBe(200)
  // The mail goes to the address that was typed.
  const mails = await api.db.selectFrom('mail_outbox').select('template').where('recipient', '=', first).execute()
  expect(mails.map(({ template }) => template)).toContain('order-confirmation')
})

test('guests with further addresses of a mailbox share the limits of a new buyer', async ({ newApi }) => {
  const strict = await newApi()
  await strict.db.updateTable('unproven_account_limits').set({ open_checkouts: 2 }).execute()
  const name = `jan${crypto.randomUUID().slice(0, 8)}`
  const items = await productsOnSale(strict, 4)
  const answers = await Promise.all(
    items.map(async (item, index) => {
      const email = `${name}+${index}@example.test`
      const entered = await strict.post('/api/guest-sign-in', { email, withoutAccount: true, acceptedTerms: true })
      const headers = { Cookie: cookieOf(entered), 'Idempotency-Key': crypto.randomUUID() }
      return strict.post('/api/create-cash-on-delivery-order', cart([item]), headers)
    }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409])
})

test('who may not pay on delivery may not by another address of the same mailbox', async () => {
  const [item] = await productsOnSale(api, 1)
  if (!item) throw new Error('no product')
  const name = `ola${crypto.randomUUID().slice(0, 8)}`
  await api.db
    .insertInto('buyers')
    .values({ email: `${name}@example.test`, note: '', cash_on_delivery: false })
    .execute()
  expect(await errorOf(await order(`${name}+x@example.test`, item))).toMatchObject({ code: 'cod_not_for_you' })
  expect((await order(`${name}x@example.test`, item)).status).toBe(200)
})

test('the owner sees at each address of a mailbox that it may not pay on delivery, and allows it again at any', async () => {
  const [item] = await productsOnSale(api, 1)
  if (!item) throw new Error('no product')
  const name = `ewa${crypto.randomUUID().slice(0, 8)}`
  const [first, second] = [`${name}@example.test`, `${name}+x@example.test`]
  for (const email of [first, second]) expect((await order(email, item)).status).toBe(200)
  const read = async () => {
    const answer = await api.get(`/api/admin/buyers?search=${name}`, { Cookie: orders.admin })
    const { items } = (await answer.json()) as BuyerList
    return new Map(items.map((buyer) => [buyer.email, buyer]))
  }
  const set = async (email: string, cash_on_delivery: boolean, seen?: Awaited<ReturnType<typeof read>>) => {
    const { note, version } = (seen ?? (await read())).get(email) ?? { note: '', version: null }
    const answer = await api.call('/api/admin/buyers', {
      method: 'PATCH',
      headers: { Cookie: orders.admin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, note, version, cash_on_delivery }),
    })
    return orders.codeOf(answer)
  }
  const shown = async () => [...(await read()).values()].map(({ cash_on_delivery }) => cash_on_delivery)
  const before = await read()
  expect(await set(first, false)).toBe('ok')
  expect(await shown()).toEqual([false, false])
  expect(await errorOf(await order(second, item))).toMatchObject({ code: 'cod_not_for_you' })
  // A window that was opened before would allow it unknowingly.
  expect(await set(second, true, before)).toBe('changed_meanwhile')
  expect(await set(second, true)).toBe('ok')
  expect(await shown()).toEqual([true, true])
  for (const email of [first, second]) expect((await order(email, item)).status).toBe(200)
})
