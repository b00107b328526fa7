// What a closed month keeps, whatever happens to its sales later: every document is in one month.
import { vi } from 'vitest'
import { syncRefunds } from '#domain/flows/refunds/make-refund.server.ts'
import { log } from '#domain/kernel/log.ts'
import { nextMonth } from '#domain/month/month.ts'
import type { MonthReport } from '#domain/month/month-report.ts'
import type { PayoutReport } from '#domain/papers/payouts/payout.ts'
import { openAdminOrders, refundOf } from '#tests/support/admin-orders.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock, limitFactor: 1000 }))
const THIS_MONTH = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Warsaw' })
  .format(clock.now)
  .slice(0, 7)
const NEXT_MONTH = nextMonth(THIS_MONTH)

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  orders = await openAdminOrders(api)
})

const post = (path: string, body: object) => api.post(`/api/admin/${path}`, body, { Cookie: orders.admin })
const readMonth = async (month: string): Promise<MonthReport> =>
  (await (await api.get(`/api/admin/month?month=${month}`, { Cookie: orders.admin })).json()) as MonthReport

/** The owner has just typed the password. */
async function moveTo(moment: string) {
  clock.now = new Date(moment)
  await api.db.updateTable('sessions').set({ proven_at: clock.now }).where('proven_at', 'is not', null).execute()
}

test('two equal refunds that became known at once are two documents, and the month can be closed', async () => {
  const { checkoutId, paymentId, totalGrosze } = await orders.paidAhead()
  expect((await post(`till/${checkoutId}/printed`, { number: '1', gross_grosze: totalGrosze })).status).toBe(200)
  const payment = await api.db
    .selectFrom('payments')
    .select('provider_payment_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  for (const idempotencyKey of ['a', 'b']) {
    const asked = { idempotencyKey, providerPaymentId: payment.provider_payment_id ?? '', amountGrosze: 1_000 }
    expect(await api.services.payments.test?.refund(asked)).toMatchObject({ ok: true })
  }
  expect(await syncRefunds(api.services, paymentId)).toMatchObject({ ok: true })

  await moveTo(`${NEXT_MONTH}-05T10:00:00Z`)
  const { groups, sums } = await readMonth(THIS_MONTH)
  expect(groups.map(({ count }) => count)).toEqual([0, 0, 1, 2])
  expect(sums).toMatchObject([{ gross_grosze: totalGrosze - 2_000 }])
  expect((await post('month', { month: THIS_MONTH })).status).toBe(200)
  expect((await readMonth(NEXT_MONTH)).sums).toEqual([])
})

test('payouts of a closed month stay too: what a later file says is paid out in the next month alone', async () => {
  async function payout(entry: string, zl: string) {
    const file = `balance_transaction_id,created,currency,gross,fee,reporting_category,payment_intent_id
${entry},${NEXT_MONTH}-02,pln,${zl},1.00,charge,pi_${entry}`
    const { token } = (await (await post('payouts', { file })).json()) as { token: string }
    expect((await post('payouts', { file, token })).status).toBe(200)
  }
  const paidIn = async (month: string) => {
    const answer = await api.get(`/api/admin/payouts?month=${month}`, { Cookie: orders.admin })
    return ((await answer.json()) as PayoutReport).stripe?.paid_grosze
  }
  const month = nextMonth(NEXT_MONTH)
  await moveTo(`${month}-05T10:00:00Z`)
  await payout('early', '100.00')
  expect((await post('month', { month: NEXT_MONTH })).status).toBe(200)
  await payout('late', '30.00')
  expect([await paidIn(NEXT_MONTH), await paidIn(month)]).toEqual([10_000, 3_000])
})

test('a return of a closed month stays when a dispute is lost later and won in the end; each month has its part', async () => {
  const [month, later] = [nextMonth(NEXT_MONTH), nextMonth(nextMonth(NEXT_MONTH))]
  // What is recorded in a closed month belongs to the first open one.
  await moveTo(new Date().toISOString())
  const { checkoutId, orderId, paymentId, totalGrosze } = await orders.paidAhead()
  expect((await post(`till/${checkoutId}/printed`, { number: '2', gross_grosze: totalGrosze })).status).toBe(200)
  expect((await post(`orders/${orderId}/refunds`, refundOf(paymentId, 1_000))).status).toBe(200)
  await orders.makeRefunds(paymentId)
  await moveTo(`${later}-05T10:00:00Z`)
  expect((await readMonth(month)).sums).toMatchObject([{ gross_grosze: totalGrosze - 1_000 }])
  expect((await post('month', { month })).status).toBe(200)

  vi.spyOn(log, 'error').mockReturnValue()
  vi.spyOn(log, 'warn').mockReturnValue()
  await orders.tellDispute(orderId, 'lost')
  const { groups, sums } = await readMonth(later)
  expect(groups.map(({ count }) => count)).toEqual([0, 0, 0, 1])
  expect(sums).toMatchObject([{ gross_grosze: 1_000 - totalGrosze }])

  // The bank gives it back after an appeal.
  const last = nextMonth(later)
  await moveTo(`${last}-05T10:00:00Z`)
  expect((await post('month', { month: later })).status).toBe(200)
  await orders.tellDispute(orderId, 'won')
  expect((await readMonth(later)).sums).toEqual(sums)
  expect((await readMonth(later)).changes.rows).toEqual([])
  expect((await readMonth(last)).sums).toMatchObject([{ gross_grosze: totalGrosze - 1_000 }])
})
