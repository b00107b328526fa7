import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createApi } from '#api/index.ts'
import { groszeToZl } from '#domain/money.ts'
import type { Services } from '#domain/services.ts'
import { createAccountGateway } from '#infra/auth/better-auth-gateway.ts'
import { createMailRenderer } from '#infra/email/render-mail.ts'
import { createSmtpTransport } from '#infra/email/smtp-transport.ts'
import { createJobQueue } from '#infra/jobs/pg-boss-queue.ts'
import { createInpostLockers } from '#infra/shipping/inpost.ts'
import { startSandbox } from '#sandbox/start-sandbox.ts'
import { createTestDatabase } from './database.ts'
import { testProfile } from './shop-profile.ts'

/** The shop's API on real parts: PostgreSQL, Better Auth, pg-boss, and the sandbox's InPost and mailbox. */
export async function startShop() {
  const database = await createTestDatabase()
  const { db } = database
  const sandbox = await startSandbox({ port: 0 })
  const troubles: Error[] = []
  let stopped = false
  const jobs = await createJobQueue({
    databaseUrl: database.url,
    // Connections it is just closing are cut when the database is dropped.
    onError: (message, cause) => stopped || troubles.push(new Error(message, { cause })),
  })
  const services: Services = {
    db,
    jobs,
    accounts: createAccountGateway({
      db,
      secret: 'a secret of the tests, long enough to sign cookies 0123456789',
      shopUrl: testProfile.shopUrl,
      shopName: testProfile.shopName,
      adminEmail: 'owner@perfumeria.test',
    }),
    lockers: createInpostLockers({ baseUrl: sandbox.inpostUrl, timeoutMs: 1000, now: () => new Date() }),
    mail: createSmtpTransport({
      url: sandbox.smtpUrl,
      from: { name: testProfile.shopName, address: 'sklep@perfumeria.test' },
    }),
    renderMail: createMailRenderer({ db, profile: testProfile }),
    profile: testProfile,
    adminEmail: 'owner@perfumeria.test',
    now: () => new Date(),
    limitFactor: 1,
  }
  const server = serve({ fetch: createApi(services, { trustedProxy: [] }).fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(base + path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', Origin: base, ...headers },
    })

  return {
    base,
    db,
    sandbox,
    services,
    post,
    get: (path: string, headers: Record<string, string> = {}) => fetch(base + path, { headers }),
    startMail: () => jobs.startWorkers(services),

    /** A customer with a session of their own. */
    async customer(): Promise<Customer> {
      const email = `buyer-${randomUUID()}@example.test`
      const answer = await post('/api/guest-sign-in', { email, password: 'sekret1', acceptedTerms: true })
      if (!answer.ok) throw new Error(`sign-in: ${await answer.text()}`)
      const cookie = answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      return {
        email,
        cookie,
        order: (body, key = randomUUID()) =>
          post('/api/create-cash-on-delivery-order', body, { Cookie: cookie, 'Idempotency-Key': key }),
      }
    },

    /** Products on sale as their cart items, with plenty of stock unless told otherwise. */
    async products(count: number, stock: number | null = 1000): Promise<CartItem[]> {
      const rows = await db
        .selectFrom('products')
        .select(['id', 'name', 'price_grosze'])
        .where('active', '=', true)
        .orderBy('id')
        .limit(count)
        .execute()
      const ids = rows.map((row) => row.id)
      await db
        .updateTable('products')
        .set({ stock_quantity: stock, out_of_stock: stock === 0 })
        .where('id', 'in', ids)
        .execute()
      return rows.map(({ id, name, price_grosze }) => ({ id, name, price: groszeToZl(price_grosze), quantity: 1 }))
    },

    /** Everything an order touches; two equal snapshots mean that nothing was stored in between. */
    async stored() {
      const counted = await sql<Counts>`select
        (select count(*) from checkouts) as checkouts, (select count(*) from orders) as orders,
        (select count(*) from order_items) as order_items, (select count(*) from shipments) as shipments,
        (select count(*) from mail_outbox) as mails, (select count(*) from pgboss.job) as jobs`.execute(db)
      const stock = await db
        .selectFrom('products')
        .select(['id', 'stock_quantity', 'out_of_stock'])
        .orderBy('id')
        .execute()
      const [counts] = counted.rows
      if (!counts) throw new Error('nothing was counted')
      return { ...counts, stock }
    },

    async stop() {
      server.close()
      await jobs.stop()
      stopped = true
      services.mail.close()
      await sandbox.close()
      await database.drop()
      if (troubles[0]) throw troubles[0]
    },
  }
}

type Counts = Record<'checkouts' | 'orders' | 'order_items' | 'shipments' | 'mails' | 'jobs', number>

export type Shop = Awaited<ReturnType<typeof startShop>>
export type CartItem = { id: string; name: string; price: number; quantity: number }
export type Customer = { email: string; cookie: string; order(body: unknown, key?: string): Promise<Response> }

/** What courier delivery costs in the demo shop, zł. */
export const COURIER = 19.99
export const LOCKER = 16.99

const person = { firstName: 'Anna', lastName: 'Kowalska', phone: '600 100 200' }

export const toCourier = {
  ...person,
  street: 'Prosta',
  houseNumber: '1/2',
  city: 'Łódź',
  postalCode: '90-001',
  shippingMethod: 'cash_on_delivery_courier',
}

export const toLocker = {
  ...person,
  selectedLocker: 'DEMO-WAW-001',
  receiverEmail: 'odbiorca@example.test',
  shippingMethod: 'cash_on_delivery_locker',
}

export const cart = (items: readonly CartItem[], more: object = {}) => ({
  items,
  customerData: toCourier,
  shippingCost: COURIER,
  ...more,
})

export async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as {
    error: { code: string; message: string; fields?: Record<string, string>; details?: Record<string, unknown> }
  }
  return { status: answer.status, ...error }
}

/** Sends an order that must not go through, and checks that it left nothing behind. */
export async function refusal(shop: Shop, buyer: Customer, body: unknown, key?: string) {
  const before = await shop.stored()
  const error = await errorOf(await buyer.order(body, key))
  expect(error.status).toBeGreaterThanOrEqual(400)
  expect(await shop.stored()).toEqual(before)
  return error
}
