import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startSandbox } from '#sandbox/start-sandbox.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import type { ShopProcess } from '#tests/support/shop-process.ts'
import { type Attempt, prepareAttempts, send, toBuyers } from './buyers.ts'
import { endClaims, prepareDurableShop } from './durable-shop.ts'
import { atStrength, printFigure } from './strength.ts'

/** Mails that are sent in parallel. */
const AT_ONCE = 16
const ORDERS = atStrength({ short: 20, full: 200 })
/**
 * The outage lasts until two probes were this far apart, ms. At full strength, until the pause has reached its maximum.
 */
const PAUSE_BETWEEN_PROBES_MS = atStrength({ short: 1_500, full: 14_000 })
/** Whether the claims of the killed shop end by themselves. */
const WAITS = atStrength({ short: false, full: true })
const RELEASED_WITHIN_MS = 60_000

test('after an outage of the mail server during orders and a kill -9, all mails are sent once within a minute', async ({
  onTestFinished,
}) => {
  const smtpPort = await freePort()
  const away = await refuseMail(smtpPort)
  const durable = await prepareDurableShop({ SMTP_URL: `smtp://127.0.0.1:${smtpPort}` })
  onTestFinished(() => durable.remove())

  const first = await durable.start()
  const attempts = await prepareAttempts(first, durable, ORDERS)
  await orderAll(first, attempts.slice(0, ORDERS / 2))
  await first.kill()
  const killedAt = new Date()
  const second = await durable.start()
  const look = durable.lookInside()
  const { db, close } = look
  // The full version waits until they end.
  if (!WAITS) await endClaims(look, killedAt)
  await orderAll(second, attempts.slice(ORDERS / 2))

  // The owner is mailed about orders meanwhile, too.
  const outbox = () =>
    db
      .selectFrom('mail_outbox')
      .select(['id', 'attempts', 'sent_at', 'failed_at'])
      .where('key', 'like', 'order-confirmation:%')
      .execute()
  await expect.poll(() => away.longestPause(), { timeout: 300_000 }).toBeGreaterThan(PAUSE_BETWEEN_PROBES_MS)
  const waiting = await outbox()
  expect(waiting).toHaveLength(ORDERS)
  expect(waiting.every(({ attempts, sent_at, failed_at }) => attempts === 0 && !sent_at && !failed_at)).toBe(true)
  // Each process notices the outage by sixteen parallel mails, then probes with one mail at a time.
  expect(away.connections()).toBeLessThan(ORDERS + 2 * AT_ONCE)

  await away.close()
  const server = await startSandbox({ port: 0, smtpPort })
  onTestFinished(() => server.close())
  const backAt = performance.now()
  const unsent = async () => (await outbox()).filter(({ sent_at }) => sent_at === null).length
  await expect.poll(unsent, { timeout: RELEASED_WITHIN_MS, interval: 50 }).toBe(0)
  const seconds = ((performance.now() - backAt) / 1_000).toFixed(1)
  await close()
  printFigure(
    `${ORDERS} mails waited; ${seconds} s after the mail server was back all were out (${away.connections()} ` +
      'connections tried before)',
  )

  const ids = toBuyers(await openMailbox(server).allMessages()).map(({ messageId }) => messageId.slice(1).split('@')[0])
  expect(ids.toSorted()).toEqual(waiting.map(({ id }) => id).toSorted())
})

async function orderAll(shop: ShopProcess, attempts: readonly Attempt[]): Promise<void> {
  const answers = await Promise.all(attempts.map((attempt) => send(shop, attempt)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
}

/** A port that cuts every connection at once, and records when. */
async function refuseMail(port: number) {
  const connectedAt: number[] = []
  const server = createServer((socket) => {
    connectedAt.push(performance.now())
    socket.destroy()
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    connections: () => connectedAt.length,
    longestPause: () => Math.max(0, ...connectedAt.slice(1).map((at, index) => at - (connectedAt[index] ?? 0))),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
