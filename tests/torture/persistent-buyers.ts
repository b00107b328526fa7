import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import { ERRORS } from '#api/errors.ts'
import { errorSchema } from '#api/openapi.ts'
import type { DatabaseConnection } from '#infra/db/connect.ts'
import type { ShopProcess } from '#tests/support/shop-process.ts'
import { type Attempt, send, soldIn } from './buyers.ts'

/** Pause after which a person retries who was refused for a while, ms. */
const PACE_MS = 40

const refusalSchema = z.strictObject({ error: errorSchema.shape.error.strict() })

/**
 * Visitors who read pages, sign in and order until they are stopped, whatever happens to the shop's database. Each
 * order is repeated with its key until it is accepted. Every answer has to be a success, or a 503 in the contract's
 * shape with a time to try again. Other answers are in `wrong`.
 */
export function startVisitors(shop: ShopProcess, attempts: readonly Attempt[], buyers: number) {
  const wrong: string[] = []
  const counts = new Map<number, number>()
  const started: Attempt[] = []
  const answers = new Map<string, string>()
  let going = true

  function check(what: string, status: number, headers: Headers, text: string): void {
    counts.set(status, (counts.get(status) ?? 0) + 1)
    if (status === 200) return
    const isPage = headers.get('content-type')?.startsWith('text/html')
    const isWorded = isPage ? text.includes('</html>') : what.includes('.data') || isContract(text)
    const isRight = status === 503 && Number(headers.get('retry-after')) > 0 && isWorded
    if (!isRight) wrong.push(`${what}: ${status} ${text.slice(0, 200)}`)
  }

  async function ask(path: string, init: RequestInit = {}): Promise<void> {
    try {
      const answer = await fetch(shop.url + path, init)
      check(path, answer.status, answer.headers, await answer.text())
    } catch (error) {
      wrong.push(`${path}: ${error instanceof Error ? (error.cause ?? error) : error}`)
    }
  }

  async function order(attempt: Attempt): Promise<void> {
    started.push(attempt)
    // Continues after the others have stopped, so that every order gets an answer.
    while (!answers.has(attempt.key)) {
      const answer = await send(shop, attempt).catch((error: unknown) => {
        wrong.push(`order: ${error instanceof Error ? (error.cause ?? error) : error}`)
      })
      if (answer) check('order', answer.status, answer.headers, answer.text)
      if (answer?.status === 200) answers.set(attempt.key, answer.text)
      else if (answer && answer.status < 500) return
      await pause(PACE_MS)
    }
  }

  const waiting = [...attempts]
  async function buy(): Promise<void> {
    while (going) {
      const next = waiting.shift()
      if (!next) throw new Error('more orders were needed than were prepared')
      await order(next)
    }
  }

  async function read(): Promise<void> {
    for (let number = 1; going; number += 1) {
      for (const path of [
        '/',
        '/sklep',
        `/sklep?search=nic${number}`,
        `/sklep.data?search=nikt${number}`,
        '/api/brands',
      ]) {
        await ask(path)
      }
      await pause(PACE_MS)
    }
  }

  async function signIn(cookie: string): Promise<void> {
    while (going) {
      await ask('/api/auth/get-session', { headers: { Cookie: cookie } })
      await ask('/panel-klienta', { headers: { Cookie: cookie } })
      await ask('/api/guest-sign-in', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'visitor@example.test', password: 'sekret1', acceptedTerms: true }),
      })
      await pause(5 * PACE_MS)
    }
  }

  const done = Promise.all([...Array.from({ length: buyers }, buy), read(), read(), signIn(attempts[0]?.cookie ?? '')])
  return {
    wrong,
    counts,
    /** Number of orders the shop has accepted so far. */
    taken: () => answers.size,
    /** Ends once every order that was begun is accepted. Resolves with these orders. */
    async stop(): Promise<Attempt[]> {
      going = false
      await done
      return started
    },
  }
}

function isContract(text: string): boolean {
  const body = refusalSchema.safeParse(JSON.parse(text))
  return body.success && body.data.error.code in ERRORS
}

/** Each of these orders is stored once, with its stock and its mail, and nothing else is. */
export async function expectStoredOnce(
  { db }: DatabaseConnection,
  orders: readonly Attempt[],
  stock: number,
): Promise<void> {
  const keys = await db.selectFrom('idempotency_keys').select('key').execute()
  expect(keys.map((row) => row.key).sort()).toEqual(orders.map(({ key }) => key).sort())
  const checkouts = await db.selectFrom('checkouts').select('id').execute()
  expect(checkouts).toHaveLength(orders.length)
  const lines = orders.flatMap((order) => order.lines)
  expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(lines.length)
  // Apart from mails to the owner.
  const ofOrders = db.selectFrom('mail_outbox').where('key', 'like', 'order-confirmation:%')
  const mails = await ofOrders.select('key').execute()
  expect(mails.map(({ key }) => key).sort()).toEqual(checkouts.map(({ id }) => `order-confirmation:${id}`).sort())
  const products = await db.selectFrom('products').select(['id', 'stock_quantity']).where('active', '=', true).execute()
  expect(products.map(({ id, stock_quantity: left }) => [id, stock - (left ?? 0)])).toEqual(
    products.map(({ id }) => [id, soldIn(orders, id)]),
  )
}
