import { requestToken } from '#tests/support/account-links.ts'
import { type Api, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { orderAhead, type PaidAhead, prepaidCart } from '#tests/support/orders.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { openUnpaidOrders } from '#tests/support/unpaid-orders.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })

let api: Api
let unpaid: ReturnType<typeof openUnpaidOrders>
test.beforeAll(({ api: started }) => {
  api = started
  unpaid = openUnpaidOrders(api)
})

/** Places a prepaid order. `ticket` is the cookie that the browser received before it left to pay. */
async function leaveToPay() {
  const buyer = await api.customer()
  const answer = await orderAhead(api, buyer, prepaidCart([await unpaid.anItem()]))
  expect(answer.status).toBe(200)
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('shop.ticket=')) ?? ''
  expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
  const started = (await answer.json()) as PaidAhead
  return { ...started, buyer, ticket: line.split(';')[0] ?? '' }
}

async function pay({ sessionId, orderId }: PaidAhead): Promise<void> {
  await unpaid.stripe.act(sessionId, { action: 'pay' })
  await unpaid.check(orderId)
}

/** Returns with these cookies. Answers the response and the signed-in user. */
async function comeBack(sessionId: string, cookie: string) {
  const answer = await api.post('/api/payment-sign-in', { sessionId }, cookie ? { Cookie: cookie } : {})
  expect(answer.status).toBe(200)
  const { signedIn } = (await answer.json()) as { signedIn: boolean }
  const me = await api.get('/api/me', { Cookie: cookieOf(answer) })
  return { signedIn, user: ((await me.json()) as { user: { email: string } | null }).user?.email ?? null }
}

const nobody = { signedIn: false, user: null }
const linksMailedTo = async (email: string) =>
  (
    await api.db
      .selectFrom('mail_outbox')
      .select('key')
      .where('recipient', '=', email)
      .where('template', '=', 'login-link')
      .execute()
  ).length

test('payment sign-in: the ticket of this browser signs in once, when the order is paid', async () => {
  const left = await leaveToPay()
  expect(await comeBack(left.sessionId, left.ticket)).toEqual(nobody)
  await pay(left)
  const both = await Promise.all([comeBack(left.sessionId, left.ticket), comeBack(left.sessionId, left.ticket)])
  expect(both.filter(({ signedIn }) => signedIn)).toEqual([{ signedIn: true, user: left.buyer.email }])
  expect(await comeBack(left.sessionId, left.ticket)).toEqual(nobody)
  expect(await linksMailedTo(left.buyer.email)).toBe(0)
})

test('payment sign-in: without the cookie nobody is signed in, and one login link is mailed per order', async () => {
  const left = await leaveToPay()
  expect(await comeBack(left.sessionId, '')).toEqual(nobody)
  expect(await linksMailedTo(left.buyer.email)).toBe(0)
  await pay(left)
  await Promise.all(Array.from({ length: 5 }, () => comeBack(left.sessionId, '')))
  expect(await linksMailedTo(left.buyer.email)).toBe(1)
})

test('payment sign-in: opens no account of a packer, and mails it no link', async () => {
  const left = await leaveToPay()
  await pay(left)
  await api.db.updateTable('users').set({ role: 'packer' }).where('email', '=', left.buyer.email).execute()
  expect(await comeBack(left.sessionId, left.ticket)).toEqual(nobody)
  expect(await linksMailedTo(left.buyer.email)).toBe(0)
})

test('payment sign-in: neither another browser, nor another payment, nor a made-up session opens anything', async () => {
  const [mine, other] = [await leaveToPay(), await leaveToPay()]
  await Promise.all([pay(mine), pay(other)])
  expect(await comeBack(mine.sessionId, other.ticket)).toEqual(nobody)
  expect(await comeBack('cs_test_made_up', mine.ticket)).toEqual(nobody)
  expect(await comeBack(mine.sessionId, `${mine.ticket}x`)).toEqual(nobody)
  expect(await comeBack(mine.sessionId, mine.ticket)).toEqual({ signedIn: true, user: mine.buyer.email })
})

test('payment sign-in: an expired ticket does not sign in, and recovery ends open tickets', async () => {
  const late = await leaveToPay()
  await pay(late)
  await api.db
    .updateTable('login_tickets')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('order_id', '=', late.orderId)
    .execute()
  expect(await comeBack(late.sessionId, late.ticket)).toEqual(nobody)

  const left = await leaveToPay()
  await pay(left)
  await api.startJobs()
  const token = await requestToken(api, left.buyer.email, 'password-reset')
  expect((await api.post('/api/reset-password', { token, newPassword: 'nowe-haslo' })).status).toBe(200)
  expect(await comeBack(left.sessionId, left.ticket)).toEqual(nobody)
})

test('payment sign-in: a password changed in the panel ends open tickets', async () => {
  const left = await leaveToPay()
  await pay(left)
  const change = { currentPassword: PASSWORD, newPassword: 'nowe-haslo' }
  const changed = await api.post('/api/auth/change-password', change, { Cookie: left.buyer.cookie })
  expect(changed.status).toBe(200)
  expect(await comeBack(left.sessionId, left.ticket)).toEqual(nobody)
})

test('payment sign-in: a cookie that the shop did not sign is not taken for the ticket', async () => {
  const buyer = await api.customer()
  const planted = `shop.ticket=${'A'.repeat(64)}`
  const held = { ...buyer, cookie: `${buyer.cookie}; ${planted}` }
  const answer = await orderAhead(api, held, prepaidCart([await unpaid.anItem()]))
  expect(answer.status).toBe(200)
  const given = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('shop.ticket='))
  expect(given).not.toContain(planted)

  // Nor is one that the shop signed for somebody else, who left it in this browser.
  const { ticket } = await leaveToPay()
  const tossed = { ...buyer, cookie: `${buyer.cookie}; ${ticket}` }
  const second = await orderAhead(api, tossed, prepaidCart([await unpaid.anItem()]))
  expect(second.headers.getSetCookie().join()).toContain('shop.ticket=')
  expect(second.headers.getSetCookie().join()).not.toContain(ticket)
})

test('payment sign-in: a signed-in buyer stays signed in, and the ticket is not used', async () => {
  const left = await leaveToPay()
  await pay(left)
  const answer = await api.post(
    '/api/payment-sign-in',
    { sessionId: left.sessionId },
    { Cookie: `${left.buyer.cookie}; ${left.ticket}` },
  )
  expect([await answer.json(), answer.headers.getSetCookie()]).toEqual([{ signedIn: true }, []])
  expect(await comeBack(left.sessionId, left.ticket)).toMatchObject({ signedIn: true })
})

test('payment sign-in: a ticket does not bypass the second factor', async () => {
  const left = await leaveToPay()
  await pay(left)
  await proveAddresses(api.db, left.buyer.email)
  await api.db.updateTable('users').set({ two_factor_enabled: true }).where('email', '=', left.buyer.email).execute()
  expect(await comeBack(left.sessionId, left.ticket)).toEqual(nobody)
})
