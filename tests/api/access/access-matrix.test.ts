import { randomUUID } from 'node:crypto'
import { type Access, MATRIX } from '#tests/api/access/access-rows.ts'
import { type AccessWorld, ASKERS, type Asker, prepareWorld } from '#tests/api/access/access-world.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'

let api: Api
let world: AccessWorld
test.beforeAll(async ({ api: started }) => {
  api = started
  world = await prepareWorld(api)
})

test('every route has a row, and every row a route', async () => {
  const { paths } = (await (await api.get('/api/openapi.json')).json()) as { paths: Record<string, object> }
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(Object.keys(MATRIX).toSorted()).toEqual(routes.toSorted())
})

const isInvited = (asker: Asker) => asker === 'packer' || asker === 'accountant'

/** Statuses that the route may return to this caller. */
function isExpected(access: Access, asker: Asker, status: number): boolean {
  const signedIn = asker === 'customer' || asker === 'stranger' || isInvited(asker) || asker === 'admin'
  const refusedAsUnknown = !signedIn && status === 401
  if (access === 'anyone') return status < 500
  if (access === 'session') return signedIn ? status !== 401 && status !== 403 && status < 500 : refusedAsUnknown
  if (access === 'own') return asker === 'customer' ? status < 300 : refusedAsUnknown || status === 404
  const isAdmitted =
    asker === 'admin' || (access === 'packing' && asker === 'packer') || (access === 'papers' && asker === 'accountant')
  return isAdmitted ? status !== 401 && status !== 403 && status < 500 : [401, 403, 404].includes(status)
}

/** Strangers call first, because the customer's own call may delete its subject. */
const STRANGERS_FIRST = [...ASKERS.filter((asker) => asker !== 'customer'), 'customer'] as const
const ROWS = Object.entries(MATRIX).toSorted(([, a], [, b]) => Number(a.ends ?? 0) - Number(b.ends ?? 0))

test.each(ROWS)('%s answers only callers who may call it', async (route, row) => {
  const [method = '', path = ''] = route.split(' ')
  const asked = row.path?.(world) ?? path.replace(/\{\w+\}/g, randomUUID())
  const unexpected: Partial<Record<Asker, number>> = {}
  for (const asker of STRANGERS_FIRST) {
    const headers = { ...(world.cookies[asker] && { Cookie: world.cookies[asker] }), 'Idempotency-Key': randomUUID() }
    const body = row.body?.(world) ?? {}
    const answer =
      method === 'GET'
        ? await api.get(asked, headers)
        : await api.call(asked, {
            method,
            body: JSON.stringify(body),
            headers: { 'Content-Type': 'application/json', Origin: api.base, ...headers },
          })
    if (!isExpected(row.access, asker, answer.status)) unexpected[asker] = answer.status
    // An invited person gets an answer about the parcel or paper, not that of an unknown address.
    const isOwn =
      (row.access === 'packing' && asker === 'packer') || (row.access === 'papers' && asker === 'accountant')
    if (isOwn && answer.status === 404) {
      expect((await errorOf(answer)).code).not.toBe('not_found')
    }
  }
  expect(unexpected).toEqual({})
})
