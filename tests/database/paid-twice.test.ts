// An order whose buyer paid twice, by a late transfer and by another means: what came second goes back by itself, and
// the order stays as it is. Money that pays for nothing goes back with its reason.
import type { Kysely } from 'kysely'
import { countUses, findCode } from '#domain/codes/code-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { syncRefunds } from '#domain/flows/refunds/make-refund.server.ts'
import { readLinkedCheckout } from '#domain/orders/order-links/read-linked-checkout.server.ts'
import { listCustomerOrders } from '#domain/orders/order-queries.server.ts'
import { findOrderPayment } from '#domain/payments/order-payment-queries.server.ts'
import { describePaymentState } from '#domain/payments/payment-status.ts'
import { findAttempt } from '#domain/payments/settlement/settlement-store.server.ts'
import { createMailRenderer } from '#infra/mails/render-mail.ts'
import { expect } from '#tests/support/fixtures.ts'
import { settled as base } from '#tests/support/settled.ts'
import { testShop } from '#tests/support/shop-profile.ts'
import { beginSession, storeAttempt, TOTAL_GROSZE } from '#tests/support/stored-payment.ts'

const test = base.extend('demo', { scope: 'file' }, false).extend('twice', async ({ scene }) => {
  const { db, memory } = scene
  const order = await scene.begin()
  memory.pay(order.sessionId)
  expect(await scene.settle(order.sessionId)).toBe('paid')
  return {
    ...order,
    /** Pays once more, which is refunded. Returns the second payment. */
    async payAgain() {
      const paymentId = await storeAttempt(db, order.orderId, { attempt: 2 })
      const sessionId = await beginSession(db, memory, { ...order, paymentId })
      memory.pay(sessionId)
      expect(await scene.settle(sessionId)).toBe('refunding')
      return paymentId
    },
    /** The owner gives the first payment, or a part of it, back in the provider's panel. */
    async giveBack(grosze = TOTAL_GROSZE) {
      const { providerPaymentId } = (await findAttempt(db, { id: order.paymentId })) ?? {}
      memory.refundByHand(providerPaymentId ?? '', grosze)
      expect((await syncRefunds(scene.services, order.paymentId)).ok).toBe(true)
    },
  }
})

/** The mail about the refund of a payment. */
async function tellRefund(db: Kysely<Database>, paymentId: string): Promise<string> {
  const { id: refundId } = await db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const render = createMailRenderer({ db, ...testShop })
  return (await render({ template: 'payment-refunded', data: { refundId }, created_at: new Date() })).text
}

test('the code of the order stays used, and its samples stay paid', async ({ scene, twice }) => {
  const { db } = scene
  await db.insertInto('codes').values({ code: 'DWARAZY', kind: 'percent', value: 10, most_uses: 1 }).execute()
  await db.updateTable('orders').set({ discount_code: 'DWARAZY' }).where('id', '=', twice.orderId).execute()
  await db.updateTable('products').set({ kind: 'sample' }).where('id', '=', twice.productId).execute()
  await db
    .insertInto('codes')
    .values({ code: 'ZAPROBKI', kind: 'sum', value: 19_800, most_uses: 1, sample_checkout_id: twice.checkoutId })
    .execute()
  const state = async () => ({
    uses: (await countUses(db, 'DWARAZY', { email: null })).uses,
    samples: (await findCode(db, 'ZAPROBKI'))?.active,
  })
  await twice.payAgain()
  expect(await state()).toEqual({ uses: 1, samples: true })
  await scene.makeRefunds()
  expect(await state()).toEqual({ uses: 1, samples: true })
  await twice.giveBack()
  expect(await state()).toEqual({ uses: 0, samples: false })
})

test('mail and pages of the order say that the order stays paid', async ({
  scene: { db, services, makeRefunds },
  twice,
}) => {
  const tell = (paymentId: string) => tellRefund(db, paymentId)
  const second = await twice.payAgain()
  const read = async () => {
    const of = await findOrderPayment(db, twice.orderId)
    return of && describePaymentState(of.status, of.orderStatus, of)
  }
  expect(await read()).toBe('paid')
  await makeRefunds()
  expect(await tell(second)).toContain('Zwracamy nadpłatę. Zamówienie pozostaje opłacone.')
  expect(await readLinkedCheckout(services, twice.checkoutId)).toMatchObject({ refunded_grosze: 0 })
  const [own] = await listCustomerOrders(db, twice.userId, [twice.checkoutId])
  expect(own).toMatchObject({ status: 'paid', refunded_grosze: 0 })

  await twice.giveBack()
  expect(await read()).toBe('refunded')
  expect(await tell(twice.paymentId)).toContain('Zwracamy całą kwotę, którą zapłacono za to zamówienie.')
  expect(await readLinkedCheckout(services, twice.checkoutId)).toMatchObject({ refunded_grosze: TOTAL_GROSZE })
})

test('money that came when the pieces were sold to others: the mail says why it goes back', async ({ scene }) => {
  const { db, memory } = scene
  const order = await scene.begin({ stock: 2 })
  memory.change(order.sessionId, { status: 'expired' })
  expect(await scene.settle(order.sessionId)).toBe('expired')
  await db.updateTable('products').set({ stock_quantity: 1 }).where('id', '=', order.productId).execute()
  memory.pay(order.sessionId)
  expect(await scene.settle(order.sessionId)).toBe('refunding')
  const text = await tellRefund(db, order.paymentId)
  expect(text).toContain('Zwracamy całą kwotę, którą zapłacono za to zamówienie.')
  expect(text).toMatch(/Wpłata przyszła po czasie, gdy produktów nie było już w sprzedaży\.\s+Dlatego/)
})

test('the page of the order shows what goes back of its price, and not the second payment', async ({
  scene: { db, services, makeRefunds },
  twice,
}) => {
  await twice.payAgain()
  await makeRefunds()
  await twice.giveBack(500)
  expect(await readLinkedCheckout(services, twice.checkoutId)).toMatchObject({ refunded_grosze: 500 })
  // Cheaper by a change, for which nothing went back yet, and then it did.
  await db.updateTable('orders').set({ items_grosze: 9_900 }).where('id', '=', twice.orderId).execute()
  expect(await readLinkedCheckout(services, twice.checkoutId)).toMatchObject({ refunded_grosze: 0 })
  await twice.giveBack(9_900)
  expect(await readLinkedCheckout(services, twice.checkoutId)).toMatchObject({ refunded_grosze: 500 })
})
