import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createApi } from '#api/index.ts'
import type { Services } from '#domain/services.ts'
import { createAccountGateway } from '#infra/auth/better-auth-gateway.ts'
import { ensureAdmin } from '#infra/auth/create-admin.ts'
import { createSmtpTransport } from '#infra/email/smtp-transport.ts'
import { createInpostLockers } from '#infra/shipping/inpost.ts'
import { createTestDatabase } from './database.ts'
import { testProfile } from './shop-profile.ts'

export const OWNER = 'owner@perfumeria.test'

/** Nothing listens here: accounts need neither mail nor lockers. */
const NOWHERE = '127.0.0.1:9'

/** The API over a database of its own, with the owner's account; `now` may be moved by the test. */
export async function startAccountServer(options: { trustedProxy?: string[]; shopUrl?: string } = {}) {
  const database = await createTestDatabase({ demo: false })
  const owner = await ensureAdmin(database.db, OWNER)
  if (!owner.created) throw new Error('an empty database has no owner')
  const clock = { now: new Date() }
  const shopUrl = options.shopUrl ?? 'http://localhost:3000'
  const services: Services = {
    db: database.db,
    accounts: createAccountGateway({
      db: database.db,
      secret: 'a secret of the tests, long enough to sign cookies 0123456789',
      shopUrl,
      shopName: testProfile.shopName,
      adminEmail: OWNER,
    }),
    lockers: createInpostLockers({ baseUrl: `http://${NOWHERE}`, timeoutMs: 1000, now: () => clock.now }),
    mail: createSmtpTransport({ url: `smtp://${NOWHERE}`, from: { name: 'Sklep', address: 'sklep@perfumeria.test' } }),
    renderMail: () => Promise.reject(new Error('accounts send no mail')),
    jobs: { enqueue: () => Promise.reject(new Error('accounts queue no jobs')) },
    profile: { ...testProfile, shopUrl },
    adminEmail: OWNER,
    now: () => clock.now,
    limitFactor: 1,
  }
  const api = createApi(services, { trustedProxy: options.trustedProxy ?? [] })
  const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  return {
    base,
    db: database.db,
    services,
    clock,
    ownerPassword: owner.password,
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(base + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', Origin: base, ...headers },
      }),
    get: (path: string, headers: Record<string, string> = {}) => fetch(base + path, { headers }),
    async stop() {
      server.close()
      services.mail.close()
      await database.drop()
    },
  }
}

export type AccountServer = Awaited<ReturnType<typeof startAccountServer>>

/** What a browser would send back of the cookies an answer set; cleared ones are gone. */
export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
}
