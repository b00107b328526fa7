import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { countWaitingStatements } from '#tests/support/waiting-statements.ts'

type Receipt = { orderId: string; orderIds: string[] }

test('order numbers: those of a checkout are eight digits at both ends of the id, ascending as the cart', async ({
  api,
}) => {
  const answer = await (await api.customer()).order(cart((await productsOnSale(api, 5, null)).toReversed()))
  const { orderIds } = (await answer.json()) as Receipt
  expect(orderIds).toEqual(orderIds.toSorted())
  for (const id of orderIds) expect(id).toMatch(/^([1-9]\d{7})-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{4}\1$/)
})

test('order numbers: the database holds each of them unique', async ({ api }) => {
  const answer = await (await api.customer()).order(cart(await productsOnSale(api, 1, null)))
  const { orderId } = (await answer.json()) as Receipt
  const number = formatOrderNumber(orderId)
  const again = `${number}-0000-4000-8000-0000${number}`
  await expect(copyOrder(api, orderId, again)).rejects.toMatchObject({ code: '23505', constraint: 'orders_number_key' })
})

test('order numbers: a taken number is replaced by another draw', async ({ api, onTestFinished }) => {
  const items = await productsOnSale(api, 3, null)
  const first = await (await api.customer()).order(cart(items.slice(0, 1)))
  const { orderId } = (await first.json()) as Receipt
  const taken = Number(formatOrderNumber(orderId)) - 10_000_000
  const draws = [taken - 1, taken, taken + 1, 5, 6, 7]
  const buyer = await api.customer()
  onTestFinished(drawNext(draws))
  const answer = await buyer.order(cart(items))
  expect([answer.status, draws]).toEqual([200, []])
  const { orderIds } = (await answer.json()) as Receipt
  expect(orderIds).toEqual(orderIds.toSorted())
  expect(orderIds.map(formatOrderNumber)).not.toContain(formatOrderNumber(orderId))
  const stored = await api.db.selectFrom('orders').select('id').where('email', '=', buyer.email).orderBy('id').execute()
  expect(stored.map(({ id }) => id)).toEqual(orderIds)
})

test('order numbers: a number that another order takes at the same time is drawn again', async ({
  api,
  onTestFinished,
}) => {
  const items = await productsOnSale(api, 1, null)
  const first = await (await api.customer()).order(cart(items))
  const { orderId } = (await first.json()) as Receipt
  const draws = [1_234_567, 7_654_321]
  const buyer = await api.customer()
  onTestFinished(drawNext(draws))
  const { ordered } = await api.db.transaction().execute(async (trx) => {
    await copyOrder({ db: trx }, orderId, '11234567-0000-4000-8000-000011234567')
    const answer = buyer.order(cart(items))
    // It waits for the transaction that took the number.
    await expect.poll(() => countWaitingStatements(api.db)).toBe(1)
    return { ordered: answer }
  })
  const answer = await ordered
  expect([answer.status, draws]).toEqual([200, []])
  const { orderIds } = (await answer.json()) as Receipt
  expect(orderIds.map(formatOrderNumber)).toEqual(['17654321'])
})

/** Sets the next drawn numbers, counted from the first one. Returns a function that ends it. */
function drawNext(draws: number[]): () => void {
  const random = crypto.getRandomValues.bind(crypto)
  crypto.getRandomValues = (array) => {
    const next = array instanceof Uint32Array && array.length === 1 ? draws.shift() : undefined
    if (next === undefined || !(array instanceof Uint32Array)) return random(array)
    array[0] = next
    return array
  }
  return () => {
    crypto.getRandomValues = random
  }
}

const COPIED = [
  'checkout_id',
  'user_id',
  'email',
  'status',
  'shipping_method',
  'items_grosze',
  'shipping_grosze',
  'first_name',
  'last_name',
  'phone',
  'street',
  'house_number',
  'city',
  'postal_code',
] as const

function copyOrder({ db }: Pick<Parameters<typeof productsOnSale>[0], 'db'>, from: string, id: string) {
  return db
    .insertInto('orders')
    .columns(['id', ...COPIED])
    .expression((row) =>
      row
        .selectFrom('orders')
        .select([row.cast<string>(row.val(id), 'uuid').as('id'), ...COPIED])
        .where('id', '=', from),
    )
    .execute()
}
