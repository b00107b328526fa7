import { randomUUID } from 'node:crypto'
import { writeCheckout } from '#domain/checkout/checkout-store.server.ts'
import { expect, test } from '#tests/support/fixtures.ts'

test('a checkout whose rows differ in a column that is sent once is not written', async ({ database }) => {
  const [userId, orderId, checkoutId] = [randomUUID(), randomUUID(), randomUUID()]
  const placed = {
    order_id: orderId,
    subject: 'order',
    from_status: null,
    to_status: 'pending',
    actor: 'customer',
  } as const
  const rows = {
    checkout: {
      id: checkoutId,
      user_id: userId,
      payment: 'cash_on_delivery',
      shipping_method: 'cash_on_delivery_courier',
      items_grosze: 100,
      shipping_grosze: 100,
    } as const,
    orders: [],
    items: [],
    shipments: [],
    payments: [],
    events: [
      { ...placed, reason: null },
      { ...placed, reason: 'called the shop' },
    ],
    mail: null,
  }
  const use = { userId, key: randomUUID(), operation: 'place-order', requestHash: 'a'.repeat(64) }
  const answer = { checkoutId, orderIds: [orderId], totalGrosze: 200 }
  await expect(
    writeCheckout(database.db, { use, answer }, { lines: [], checkoutsPlaced: null, leastStock: null }, rows, null),
  ).rejects.toThrow('the rows of order_events differ in reason')
})
