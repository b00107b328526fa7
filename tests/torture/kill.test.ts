import { expect, test } from 'vitest'
import { findPostmaster } from '#infra/embedded-postgres/postmaster.ts'
import type { ShopProcess } from '#tests/support/shop-process.ts'
import { type Attempt, prepareAttempts, STOCK, send, soldIn } from './buyers.ts'
import { type DurableShop, endClaims, prepareDurableShop } from './durable-shop.ts'
import { atStrength } from './strength.ts'

const ORDERS = atStrength({ short: 40, full: 100 })
/** Killed after this many acknowledged orders, while the others are in progress. */
const ACKNOWLEDGED = ORDERS / 4

/** A machine that other tests keep busy may cut an attempt that the server has taken; it is repeated with the same id. */
const IS_ALONE = atStrength({ short: false, full: true })

test.concurrent.for([
  { killed: 'the shop', andPostgres: false },
  { killed: 'the shop and its PostgreSQL', andPostgres: true },
])(
  `kill -9 of $killed during ${ORDERS} orders loses no acknowledged one and places none twice`,
  async ({ andPostgres }, { expect, onTestFinished }) => {
    const durable = await prepareDurableShop()
    onTestFinished(() => durable.remove())
    const first = await durable.start()
    const attempts = await prepareAttempts(first, durable, ORDERS)
    const { acknowledged, deadAt } = await orderUntilKilled(first, attempts, durable, andPostgres)
    expect(acknowledged.size).toBeGreaterThanOrEqual(ACKNOWLEDGED)
    expect(acknowledged.size).toBeLessThan(ORDERS)

    const second = await durable.start()
    const look = durable.lookInside()
    const { db, close } = look
    // The full version waits until they end.
    if (!IS_ALONE) await endClaims(look, deadAt)
    const stored = await db.selectFrom('idempotency_keys').select('key').execute()
    expect(stored.map((row) => row.key)).toEqual(expect.arrayContaining([...acknowledged.keys()]))

    // Every buyer repeats the order, as browsers do: known orders get the same answer, the others are placed.
    await Promise.all(
      attempts.map(async (attempt) => {
        const answered = expect.poll(() => send(second, attempt), { timeout: 120_000, interval: 250 })
        await answered.toMatchObject({ status: 200, text: acknowledged.get(attempt.key) ?? expect.any(String) })
      }),
    )

    const keys = await db.selectFrom('idempotency_keys').select('key').execute()
    expect(keys.map((row) => row.key).sort()).toEqual(attempts.map(({ key }) => key).sort())
    const checkouts = await db.selectFrom('checkouts').select('id').execute()
    expect(checkouts).toHaveLength(attempts.length)
    const lines = attempts.flatMap((attempt) => attempt.lines)
    expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(lines.length)
    expect(await db.selectFrom('shipments').select('id').execute()).toHaveLength(lines.length)
    const products = await db
      .selectFrom('products')
      .select(['id', 'stock_quantity'])
      .where('active', '=', true)
      .execute()
    expect(products.map(({ id, stock_quantity: left }) => [id, STOCK - (left ?? 0)])).toEqual(
      products.map(({ id }) => [id, soldIn(attempts, id)]),
    )

    const waiting = () => db.selectFrom('mail_outbox').select('id').where('sent_at', 'is', null).execute()
    await expect.poll(waiting, { timeout: 120_000, interval: 250 }).toEqual([])
    const outbox = await db.selectFrom('mail_outbox').select(['id', 'key']).execute()
    await close()
    // The owner's summary is there as well if an hour ends meanwhile.
    const confirmations = outbox.map((mail) => mail.key).filter((key) => key.startsWith('order-confirmation:'))
    expect(confirmations.sort()).toEqual(checkouts.map(({ id }) => `order-confirmation:${id}`).sort())
    await expectMessages(second, new Set(outbox.map((mail) => mail.id)), deadAt)
  },
)

/** Sends all orders at once and kills while they are being answered. */
async function orderUntilKilled(
  shop: ShopProcess,
  attempts: readonly Attempt[],
  { cluster }: DurableShop,
  andPostgres: boolean,
) {
  const postmaster = findPostmaster(cluster)
  if (!postmaster) throw new Error('there is no PostgreSQL to kill')
  const acknowledged = new Map<string, string>()
  await Promise.all(
    attempts.map(async (attempt) => {
      // To a buyer, a killed shop looks like a connection that ends without an answer.
      const answer = await send(shop, attempt).catch(() => null)
      if (answer?.status !== 200) return
      acknowledged.set(attempt.key, answer.text)
      if (acknowledged.size !== ACKNOWLEDGED) return
      if (andPostgres) process.kill(postmaster.pid, 'SIGKILL')
      shop.child.kill('SIGKILL')
    }),
  )
  await shop.ended()
  return { acknowledged, deadAt: new Date() }
}

/**
 * Expects exactly these messages. A message that was being sent when the shop was killed may arrive twice with the same
 * id.
 */
async function expectMessages(shop: ShopProcess, mailIds: ReadonlySet<string>, deadAt: Date) {
  const copies = new Map<string, Date[]>()
  for (const message of await shop.mailbox.allMessages()) {
    const id = message.messageId.slice(1, message.messageId.indexOf('@'))
    copies.set(id, [...(copies.get(id) ?? []), new Date(message.receivedAt)])
  }
  expect(new Set(copies.keys())).toEqual(mailIds)
  if (!IS_ALONE) return
  for (const [id, times] of copies) {
    expect(times.length, `copies of ${id}`).toBeLessThanOrEqual(2)
    const [earliest = deadAt] = times.toSorted((a, b) => a.getTime() - b.getTime())
    if (times.length > 1) expect(earliest.getTime(), `the first copy of ${id}`).toBeLessThanOrEqual(deadAt.getTime())
  }
}
