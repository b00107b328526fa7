import { expect, test } from 'vitest'
import { prepareAttempts, STOCK, send, soldIn, toBuyers } from './buyers.ts'
import { prepareDurableShop } from './durable-shop.ts'

const ORDERS = 50
/** Stopped after this many acknowledged orders, while the others are in progress. */
const ACKNOWLEDGED = 5

test('SIGTERM during 50 orders: exactly the successful orders are stored, and nothing is half done', async ({
  onTestFinished,
}) => {
  const durable = await prepareDurableShop()
  onTestFinished(() => durable.remove())
  const first = await durable.start()
  const attempts = await prepareAttempts(first, durable, ORDERS)

  const acknowledged = new Set<string>()
  const refusals: { status: number; text: string }[] = []
  let isStopping = false
  await Promise.all(
    attempts.map(async (attempt) => {
      // A connection that was refused or closed before the order arrived.
      const answer = await send(first, attempt).catch(() => null)
      if (answer?.status === 200) acknowledged.add(attempt.key)
      else if (answer) refusals.push(answer)
      if (acknowledged.size < ACKNOWLEDGED || isStopping) return
      isStopping = true
      first.child.kill('SIGTERM')
    }),
  )
  const code = await first.ended()
  expect(code, first.output()).toBe(0)
  // No log line in between says that the stop gave up waiting.
  expect(first.output()).toMatch(/"Stopping \(SIGTERM\) \.\.\."[^\n]*\n[^\n]*"Stopped\."\}\n$/)
  for (const { status, text } of refusals) {
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({ error: { message: expect.any(String) } })
  }

  const second = await durable.start()
  const { db, close } = durable.lookInside()
  const stored = await db.selectFrom('idempotency_keys').select('key').execute()
  expect(new Set(stored.map((row) => row.key))).toEqual(acknowledged)
  const served = attempts.filter(({ key }) => acknowledged.has(key))
  const products = await db.selectFrom('products').select(['id', 'stock_quantity']).where('active', '=', true).execute()
  expect(products.map(({ id, stock_quantity: left }) => [id, STOCK - (left ?? 0)])).toEqual(
    products.map(({ id }) => [id, soldIn(served, id)]),
  )

  // Each was received, in this process or the previous one. One that a busy machine cut comes again under its id.
  const waiting = () => db.selectFrom('mail_outbox').select('id').where('sent_at', 'is', null).execute()
  await expect.poll(waiting, { interval: 100 }).toEqual([])
  await close()
  const ids = toBuyers(await second.mailbox.allMessages()).map((message) => message.messageId)
  expect(new Set(ids).size).toBe(served.length)
})
