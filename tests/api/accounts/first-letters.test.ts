// First mails to an address, which anybody can cause: a new account, the link that proves its address, a held order, a
// statement. Confirmations of orders have the limits of parcels (orders-held.test.ts), links for login and recovery go
// only to known accounts, contact messages to the owner.
import { randomUUID } from 'node:crypto'
import { LETTER_WAITS_HEADER } from '#domain/kernel/mail.ts'
import { type Api, type ApiOptions, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { NETWORK_LIMITS, setNetworkLimits } from '#tests/support/network-limits.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'

const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ trustedProxy: ['127.0.0.1'] }))

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
  api.startMail()
})
test.beforeEach(async () => {
  await setNetworkLimits(api.db, { ...NETWORK_LIMITS, network_letters: 10 })
  await api.db.deleteFrom('mail_outbox').execute()
})

async function signUp(from: string) {
  const email = `nowy-${randomUUID()}@example.test`
  const account = { email, password: PASSWORD }
  const answer = await api.post('/api/auth/sign-up/email', account, { 'X-Forwarded-For': from })
  expect(answer.status).toBe(200)
  return { email, cookie: cookieOf(answer), waits: answer.headers.get(LETTER_WAITS_HEADER) }
}

const outbox = () => api.db.selectFrom('mail_outbox').select(['recipient', 'sent_at', 'next_attempt_at']).execute()
const countSent = async () => (await outbox()).filter(({ sent_at }) => sent_at !== null).length
const isPutOff = async (recipient: string) =>
  (await outbox()).some(
    (mail) => mail.recipient === recipient && mail.sent_at === null && mail.next_attempt_at > new Date(),
  )

test('a network causes first mails up to its limit; further ones wait, and the answer says until when', async () => {
  const from = '203.0.113.20'
  for (let n = 0; n < 10; n += 1) expect((await signUp(from)).waits).toBeNull()
  await expect.poll(countSent).toBe(10)
  const late = await signUp(from)
  expect(new Date(late.waits ?? 0).getTime()).toBeGreaterThan(Date.now() + 55 * 60_000)
  await expect.poll(() => isPutOff(late.email)).toBe(true)
  expect(await outbox()).toHaveLength(11)

  // Mails of other networks and to proven addresses do not wait for them.
  await signUp('203.0.113.21')
  await expect.poll(countSent).toBe(11)
  await proveAddresses(api.db, late.email)
  await api.db.updateTable('mail_outbox').set({ next_attempt_at: new Date() }).where('sent_at', 'is', null).execute()
  await expect.poll(countSent).toBe(12)
})

test('who registers strangers’ addresses causes no more mails by new passwords and by deleting the accounts', async () => {
  const from = { 'X-Forwarded-For': '203.0.113.30' }
  await setNetworkLimits(api.db, { ...NETWORK_LIMITS, network_letters: 2 })
  const accounts = [await signUp('203.0.113.30'), await signUp('203.0.113.30')]
  await expect.poll(countSent).toBe(2)
  for (let n = 0; n < 4; n += 1) accounts.push(await signUp('203.0.113.30'))
  for (const { cookie } of accounts.slice(2)) {
    const change = { currentPassword: PASSWORD, newPassword: 'nowe-haslo' }
    const changed = await api.post('/api/auth/change-password', change, { Cookie: cookie, ...from })
    const removal = { password: change.newPassword }
    const removed = await api.post('/api/me/delete-account', removal, { Cookie: cookieOf(changed), ...from })
    expect([changed.status, removed.status]).toEqual([200, 200])
  }
  // A mail that is being sent is due again within minutes, one that is put off in an hour.
  const soon = new Date(Date.now() + 30 * 60_000)
  const countDue = async () =>
    (await outbox()).filter((mail) => mail.sent_at === null && mail.next_attempt_at <= soon).length
  await expect.poll(countDue).toBe(0)
  expect(await countSent()).toBe(2)
})

test('guests who order with a customer’s address fill no mailbox: a few mails an hour ask to confirm, the others never go', async () => {
  const { email } = await api.customer()
  await proveAddresses(api.db, email)
  await setNetworkLimits(api.db, { network_parcels: 1 })
  const from = { 'X-Forwarded-For': '203.0.113.40' }
  const products = await productsOnSale(api, 1)
  for (let n = 0; n < 12; n += 1) {
    const guest = { email, withoutAccount: true, acceptedTerms: true }
    const Cookie = cookieOf(await api.post('/api/guest-sign-in', guest, from))
    await api.post('/api/create-cash-on-delivery-order', cart(products), { Cookie, ...from })
  }
  const listMails = async () =>
    (await api.db.selectFrom('mail_outbox').select(['template', 'sent_at', 'next_attempt_at']).execute()).filter(
      ({ template }) => template === 'held-order',
    )
  expect(await listMails()).toHaveLength(11)
  const soon = new Date(Date.now() + 30 * 60_000)
  const countDue = async () =>
    (await listMails()).filter((mail) => mail.sent_at === null && mail.next_attempt_at <= soon).length
  await expect.poll(countDue).toBe(0)
  expect((await listMails()).filter(({ sent_at }) => sent_at !== null)).toHaveLength(5)

  const longAgo = new Date(Date.now() - 3 * 60 * 60_000)
  await api.db
    .updateTable('mail_outbox')
    .set({ created_at: longAgo, next_attempt_at: longAgo })
    .where('sent_at', 'is', null)
    .execute()
  await expect.poll(async () => (await listMails()).length).toBe(5)
})

test('a /48 may cause twice as many, however many networks it has', async () => {
  for (let n = 0; n < 23; n += 1) await signUp(`2001:db8:9:${n}::1`)
  await expect.poll(countSent).toBe(20)
  const countPutOff = async () =>
    (await outbox()).filter((mail) => mail.sent_at === null && mail.next_attempt_at > new Date()).length
  await expect.poll(countPutOff).toBe(3)
})

test('in a wave from many networks the first mail of each is sent, further ones wait', async () => {
  await setNetworkLimits(api.db, { all_letters: 3, network_letters: 3 })
  for (let n = 1; n <= 3; n += 1) await signUp(`203.0.113.${n}`)
  await expect.poll(countSent).toBe(3)
  const second = await signUp('203.0.113.1')
  const first = await signUp('203.0.113.50')
  await expect.poll(() => isPutOff(second.email)).toBe(true)
  await expect
    .poll(async () => (await outbox()).some(({ recipient, sent_at }) => recipient === first.email && sent_at !== null))
    .toBe(true)
})
