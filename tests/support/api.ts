import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Definition } from '#api/error-definition.ts'
import { ERRORS } from '#api/errors.ts'
import { createApi } from '#api/index.ts'
import { errorSchema } from '#api/openapi.ts'
import { insertCustomer } from '#domain/accounts/identity-store.server.ts'
import { acceptCurrentTerms } from '#domain/accounts/update-account.server.ts'
import { type MailDelivery, startMailDelivery } from '#domain/mails/mail-delivery.server.ts'
import type { PaymentProviders } from '#domain/payments/payment-provider.ts'
import { ensureAdmin } from '#infra/auth/create-admin.ts'
import { hashPassword, type PasswordCost } from '#infra/auth/password.ts'
import { createServices } from '#infra/create-services.ts'
import { readEnv } from '#infra/env.ts'
import { createJobQueue } from '#infra/jobs/pg-boss-queue.ts'
import { createKsefGateway } from '#infra/ksef/ksef-gateway.ts'
import { createInpostLockers } from '#infra/shipping/inpost.ts'
import { createDiskPictures } from '#infra/storage/disk-pictures.ts'
import { createDiskFilms } from '#infra/storage/film-storage.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { toCookie } from './cookie.ts'
import type { TestDatabase } from './database.ts'
import { openMailbox } from './mailbox.ts'

export type ApiOptions = {
  /** The time of the shop, which only the test moves. Without it the machine's time is used. */
  clock?: { now: Date }
  trustedProxy?: string[]
  shopUrl?: string
  /** Multiplies every limit, for tests in which one address or account does more than a person. */
  limitFactor?: number
  /** The hashing cost of a real shop, for tests that depend on its time. */
  passwordCost?: PasswordCost
  /** Replaces the sandbox's Stripe. */
  payments?: PaymentProviders
  /** Replaces the sandbox's Google; null: the shop has none. */
  google?: Sandbox['google'] | null
  /** Replaces the sandbox's ShipX; null: the shop has none. */
  shipx?: Sandbox['shipx'] | null
}

export type Api = Awaited<ReturnType<typeof startApi>>
export type Customer = { email: string; cookie: string; order(body: unknown, key?: string): Promise<Response> }

const AUTH_SECRET = 'a secret of the tests, long enough to sign cookies 0123456789'
export const PASSWORD = 'sekret1'
/** As long as the shop keeps an idle connection: a busy worker may pause for longer than Node's five seconds, ms. */
const KEEP_ALIVE_MS = 65_000

const passwordHash = hashPassword(PASSWORD, 'least')

/**
 * The shop's API in this process with real parts: PostgreSQL, Better Auth, pg-boss, and the sandbox's InPost and
 * mailbox.
 */
export async function startApi(
  database: TestDatabase,
  sandbox: Sandbox,
  {
    clock,
    trustedProxy = [],
    shopUrl,
    limitFactor = 1,
    passwordCost = 'least',
    payments,
    google = sandbox.google,
    shipx = sandbox.shipx,
  }: ApiOptions = {},
) {
  const { db } = database
  const env = readEnv({ SHOP_URL: shopUrl, PASSWORD_COST: passwordCost })
  const failures: Error[] = []
  const deliveries: MailDelivery[] = []
  let stopped = false
  const jobs = await createJobQueue({
    databaseUrl: database.url,
    // Closing connections are cut when the database is dropped.
    onError: (message, cause) => stopped || failures.push(new Error(message, { cause })),
  })
  const now = () => clock?.now ?? new Date()
  const mediaDir = mkdtempSync(join(tmpdir(), 'perfumeria-media-'))
  const created = createServices(env, {
    db,
    publicDb: db,
    jobs,
    authSecret: AUTH_SECRET,
    external: { ...sandbox, google, shipx },
  })
  // Not a copy, because a copy would keep the present profile.
  const services = Object.assign(created, {
    now,
    limitFactor,
    ...(payments && { payments }),
    pictureStorage: createDiskPictures(mediaDir),
    filmStorage: createDiskFilms(mediaDir),
    // Shorter times than the shop's.
    ksef: createKsefGateway({ ...sandbox.ksef, secret: AUTH_SECRET, now, pollMs: 20 }),
    lockers: createInpostLockers({ baseUrl: sandbox.inpostUrl, timeoutMs: 3000, now }),
  })
  const admin = await ensureAdmin(db, env.adminEmail, env.passwordCost)
  if (!admin.created) throw new Error('a new database has no admin')
  const { fetch: answer } = createApi(services, { trustedProxy })
  const serverOptions = { keepAliveTimeout: KEEP_ALIVE_MS }
  const server = serve({ fetch: answer, hostname: '127.0.0.1', port: 0, serverOptions })
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const webhookUrl = `${base}/api/stripe-webhook`
  sandbox.addWebhookEndpoint(webhookUrl)
  if (clock) sandbox.setClock(now)

  /** Calls the API. An error answer in another shape than the contract's fails the test. */
  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(base + path, init)
    if (answer.status >= 400) await expectErrorShape(answer.clone(), `${init.method ?? 'GET'} ${path}`)
    return answer
  }

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', Origin: base, ...headers },
    })

  return {
    base,
    db,
    sandbox,
    mailbox: openMailbox(sandbox),
    services,
    mediaDir,
    admin: { email: env.adminEmail, password: admin.password },
    call,
    post,
    get: (path: string, headers: Record<string, string> = {}) => call(path, { headers }),
    /** Starts processing jobs. */
    startJobs: () => jobs.startWorkers(services),
    startMail: () => void deliveries.push(startMailDelivery(services)),

    /**
     * A customer with a new session, as after a login link. A new one has the password PASSWORD, which is not hashed
     * each time.
     */
    async customer(email = `buyer-${randomUUID()}@example.test`): Promise<Customer> {
      const terms = await acceptCurrentTerms(services)
      const password = await passwordHash
      await db.transaction().execute(async (trx) => {
        const user = await insertCustomer(trx, { email, firstName: null, lastName: null, terms })
        if (!user) return
        const identity = { user_id: user.id, account_id: user.id, provider_id: 'credential', password }
        await trx.insertInto('identities').values(identity).execute()
      })
      const { id: userId } = await db
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const opened = await services.accounts.openSession(userId, { headers: new Headers(), clientAddress: '127.0.0.1' })
      if (!opened.ok) throw new Error(`no session: ${opened.failure.reason}`)
      const cookie = toCookie(opened.value.cookies)
      return {
        email,
        cookie,
        order: (body, key = randomUUID()) =>
          post('/api/create-cash-on-delivery-order', body, { Cookie: cookie, 'Idempotency-Key': key }),
      }
    },

    async stop() {
      sandbox.removeWebhookEndpoint(webhookUrl)
      server.close()
      for (const delivery of deliveries) await delivery.stop()
      await jobs.stop()
      stopped = true
      services.mail.close()
      rmSync(mediaDir, { recursive: true })
      if (failures[0]) throw failures[0]
    },
  }
}

/** Makes all calls at once. Repeats those that a busy shop refused, for which nothing happened, until each has an answer. */
export async function askAll(asks: readonly (() => Promise<Response>)[]): Promise<Response[]> {
  const answers: Response[] = []
  let left = asks.map((ask, index) => ({ ask, index }))
  while (left.length > 0) {
    const round = await Promise.all(left.map(async ({ ask, index }) => ({ ask, index, answer: await ask() })))
    left = round.filter(({ answer }) => answer.status === 503)
    for (const { index, answer } of round) answers[index] = answer
  }
  return answers
}

/**
 * Checks the shape of errors: nothing besides `error`, a code of the table with its status, a sentence, details as
 * described.
 */
async function expectErrorShape(answer: Response, call: string): Promise<void> {
  expect(answer.headers.get('content-type'), call).toMatch(/^application\/json/)
  const body = z.strictObject({ error: errorSchema.shape.error.strict() }).parse(await answer.json())
  const { code, message, details } = body.error
  const definitions: Definition[] = Object.entries<Definition>(ERRORS)
    .filter(([reason, definition]) => (definition.code ?? reason) === code && definition.status === answer.status)
    .map(([, definition]) => definition)
  expect(definitions, `${call}: ${answer.status} ${code} is not in the table of errors`).not.toEqual([])
  expect(message.trim(), call).not.toBe('')
  if (details === undefined) return
  const described = definitions.some((definition) => definition.details?.safeParse(details).success)
  expect(described, `${call}: details of ${code} as described`).toBe(true)
}

/** The cookies that a browser would send back after an answer. Cleared ones are left out. */
export function cookieOf(response: Response): string {
  return toCookie(response.headers.getSetCookie())
}
