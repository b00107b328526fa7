import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Kysely } from 'kysely'
import { createApi } from '#api/index.ts'
import type { Database } from '#domain/database.ts'
import type { Services } from '#domain/services.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'

/** The catalogue answers everyone alike and reaches for the database alone; anything else it touched would fail here. */
function unused(): never {
  throw new Error('not a matter of the catalogue')
}

/** The whole API over HTTP on a free port, on this database. */
export async function serveCatalogue(db: Kysely<Database>) {
  const services: Services = {
    db,
    accounts: {
      userOf: unused,
      currentSession: unused,
      signIn: unused,
      signUp: unused,
      signOut: unused,
      handle: unused,
    },
    lockers: { find: unused, get: unused },
    mail: { send: unused, close: unused },
    renderMail: unused,
    jobs: { enqueue: unused },
    profile: { shopName: 'Perfumeria', shopUrl: 'http://127.0.0.1' } as ShopProfile,
    adminEmail: 'owner@perfumeria.test',
    now: () => new Date(),
  }
  const server = serve({ fetch: createApi(services, { trustedProxy: [] }).fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    get: (path: string) => fetch(`http://127.0.0.1:${port}${path}`),
    async stop() {
      server.close()
      await once(server, 'close')
    },
  }
}
