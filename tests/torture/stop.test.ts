import { expect, test } from 'vitest'
import { prepareAttempts, STOCK, send, soldIn, toBuyers } from './buyers.ts'
import { prepareDurableShop } from './durable-shop.ts'
import { atStrength } from './strength.ts'

const ORDERS = atStrength({ short: 24, full: 50 })
/** Stopped after this many acknowledged orders, while the others are in progress. */
const ACKNOWLEDGED = 5
const CUT = 'Answers under way were cut by the stop'

test(`SIGTERM during ${ORDERS} orders: exactly the successful orders are stored, and nothing is half done`, async ({
  onTestFinished,
}) => {
  const durable = await prepareDurableShop()
  onTestFinished(() => durable.remove())
  const first = await durable.start()
  const attempts = await prepareAttempts(first, durable, ORDERS)

  const acknowledged = new Set<string>()
  const unanswered = new Set<string>()
  const refusals: { status: number; text: string }[] = []
  let isStopping = false
  await Promise.all(
    attempts.map(async (attempt) => {
      // A connection that was refused or closed before the order arrived.
      const answer = await send(first, attempt).catch(() => null)
      if (!answer) unanswered.add(attempt.key)
      else if (answer.status === 200) acknowledged.add(attempt.key)
      else refusals.push(answer)
      if (acknowledged.size < ACKNOWLEDGED || isStopping) return
      isStopping = true
      first.child.kill('SIGTERM')
    }),
  )
  const code = await first.ended()
  expect(code, first.output()).toBe(0)
  // No line in between says that the stop gave up waiting, but that answers were cut while other tests run.
  const [, stop = ''] = first.output().split('"Stopping (SIGTERM) ..."}\n')
  const events = stop.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).event]))
  const isCut = events.includes(CUT)
  expect(events).toEqual(atStrength({ short: isCut ? [CUT, 'Stopped.'] : ['Stopped.'], full: ['Stopped.'] }))
  for (const { status, text } of refusals) {
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({ error: { message: expect.any(String) } })
  }

  const second = await durable.start()
  const { db, close } = durable.lookInside()
  const stored = new Set((await db.selectFrom('idempotency_keys').select('key').execute()).map(({ key }) => key))
  // An answer that was cut is repeated by its key.
  expect([...acknowledged].filter((key) => !stored.has(key))).toEqual([])
  expect([...stored].filter((key) => !acknowledged.has(key) && !(isCut && unanswered.has(key)))).toEqual([])
  const served = attempts.filter(({ key }) => stored.has(key))
  const repeated = await Promise.all(served.map((attempt) => send(second, attempt)))
  expect(new Set(repeated.map(({ status }) => status))).toEqual(new Set([200]))
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
