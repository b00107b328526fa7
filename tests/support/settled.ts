import { settlePayment } from '#domain/flows/payments/settle-payment.server.ts'
import { makeRefund } from '#domain/flows/refunds/make-refund.server.ts'
import { expect, test } from './fixtures.ts'
import { createMemoryProvider } from './memory-provider.ts'
import { beginSession, storePrepaidOrder } from './stored-payment.ts'

/** For tests of payments: the services of the shop with a provider in memory. No worker processes their jobs. */
export const settled = test.extend('scene', async ({ api }) => {
  // Payments that other tests of the file left behind are not checked.
  await api.db.updateTable('payments').set({ next_check_at: null }).execute()
  const memory = createMemoryProvider()
  const services = { ...api.services, payments: { test: memory.provider, live: null } }
  const settle = async (sessionId: string, changed = {}) => {
    const session = memory.sessions.get(sessionId)
    if (!session) throw new Error('there is no such session')
    const outcome = await settlePayment(services, { ...session, ...changed })
    return outcome.ok ? outcome.value : outcome.failure
  }
  const begin = async (given: Parameters<typeof storePrepaidOrder>[1] = {}) => {
    const order = await storePrepaidOrder(api.db, given)
    return { ...order, sessionId: await beginSession(api.db, memory, order) }
  }
  /** Makes every waiting refund, as its job does. */
  const makeRefunds = async () => {
    const waiting = await api.db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select('refunds.id')
      .where('refunds.status', '=', 'pending')
      .where('payments.provider_session_id', 'in', [...memory.sessions.keys()])
      .execute()
    for (const { id } of waiting) expect(await makeRefund(services, id)).toMatchObject({ ok: true })
  }
  return { db: api.db, memory, services, settle, begin, makeRefunds }
})
