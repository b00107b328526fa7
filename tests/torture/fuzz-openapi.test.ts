import { vi } from 'vitest'
import { log } from '#domain/kernel/log.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { createRandom } from './random.ts'
import { atStrength, printFigure } from './strength.ts'

const SECONDS = atStrength({ short: 8, full: 60 })
const AT_ONCE = 8
/** Sessions end and products sell out, so that all callers are renewed after this many calls. */
const CALLS_OF_A_ROUND = 400
/** Calls left out, because they delete products and people that other calls need. */
const LEFT_OUT = ['POST /api/admin/remove-demo', 'POST /api/admin/start-clean']

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  format?: string
}
type Operation = {
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }

/** Values that no field expects. */
const HOSTILE = [
  null,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202e\uffff\ufeff',
  'Łódź',
  "'; drop table orders; --",
  '%',
  '\\',
  '{"a":1}',
  '../../etc/passwd',
  '-1',
  '0',
  '1e999',
  '99999999999999999999',
  '2026-02-30',
  '+275760-09-13T00:00:00Z',
  'x'.repeat(5000),
  -1,
  0,
  0.1,
  1e21,
  Number.MAX_SAFE_INTEGER,
  -2_147_483_649,
  true,
  [],
  {},
  [[[[[[[[]]]]]]]],
  { __proto__: null, constructor: 1 },
] as const

test('no input to any operation causes an internal error or reveals internals', async ({ newApi }) => {
  const seed = Date.now() % 2 ** 31
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const failed = vi.spyOn(log, 'error')
  const api = await newApi({ limitFactor: 100_000 })
  const document = (await (await api.get('/api/openapi.json')).json()) as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
      .filter((found) => !LEFT_OUT.includes(`${found.method} ${found.path}`)),
  )
  let known: unknown[] = []
  let askers: Record<string, string>[] = []

  async function comeAnew(): Promise<void> {
    const [product] = await productsOnSale(api, 1)
    const customer = await api.customer()
    const placed = product && ((await (await customer.order(cart([product]))).json()) as { orderIds?: string[] })
    askers = [{}, { Cookie: customer.cookie }, { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }]
    known = [product?.id, ...(placed?.orderIds ?? []), customer.email, crypto.randomUUID(), ...(await listIds(api))]
  }

  function invent(schema: Schema | undefined, depth = 0): unknown {
    const chance = random()
    if (!schema || depth > 6 || chance < 0.12) return pick(HOSTILE)
    if (chance < 0.2) return pick(known)
    if (schema.$ref) return invent(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''], depth + 1)
    const among = schema.anyOf ?? schema.oneOf
    if (among) return invent(pick(among), depth + 1)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => invent(part, depth + 1)))
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return pick(schema.enum)
    const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type
    if (type === 'object' || schema.properties) {
      const fields = Object.entries(schema.properties ?? {}).filter(() => random() > 0.08)
      const made = fields.map(([name, field]) => [name, invent(field, depth + 1)])
      if (random() < 0.05) made.push([pick(['x', '', '__proto__', 'a\u0000']), pick(HOSTILE)])
      return Object.fromEntries(made)
    }
    if (type === 'array') return Array.from({ length: Math.floor(random() * 4) }, () => invent(schema.items, depth + 1))
    if (type === 'integer' || type === 'number') return pick([0, 1, 2, 10, 100, 999_999, -5, 1.5, 12.345])
    if (type === 'boolean') return random() < 0.5
    if (schema.format === 'uuid') return pick(known)
    return pick(['Anna', 'anna@example.test', '600 100 200', '90-001', '2026-11-24', 'sekret1', ...known])
  }

  async function askSomething(): Promise<string | null> {
    const { method, path, operation } = pick(operations)
    const parameters = operation.parameters ?? []
    const filled = path.replaceAll(/\{(\w+)\}/g, () => encodeLoosely(random() < 0.6 ? pick(known) : pick(HOSTILE)))
    const query = parameters
      .filter(({ in: place }) => place === 'query')
      .filter(() => random() < 0.7)
      .flatMap(({ name, schema }) => {
        const pair = `${name}=${encodeLoosely(invent(schema))}`
        return random() < 0.05 ? [pair, `${name}=${encodeLoosely(pick(HOSTILE))}`] : [pair]
      })
    const schema = operation.requestBody?.content?.['application/json']?.schema
    const json = JSON.stringify(invent(schema)) ?? ''
    const body = random() < 0.03 ? json.slice(0, Math.floor(random() * json.length)) : json
    const headers = {
      Origin: api.base,
      'Content-Type': random() < 0.03 ? 'text/plain' : 'application/json',
      ...(random() < 0.2 && { 'Idempotency-Key': pick(['12345678', 'x', 'y'.repeat(300)]) }),
      ...pick(askers),
    }
    const address = `${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
    const answer = await fetch(api.base + address, { method, headers, ...(method !== 'GET' && { body }) })
    const text = await answer.text()
    const isFailure = answer.status === 500 || /\bat .+:\d+:\d+|node_modules|SQLSTATE|syntax error/.test(text)
    return isFailure ? `${answer.status} ${method} ${address} ${body.slice(0, 400)} -> ${text.slice(0, 200)}` : null
  }

  let calls = 0
  const failures: string[] = []
  const until = performance.now() + SECONDS * 1000
  while (performance.now() < until) {
    await comeAnew()
    for (let n = 0; n < CALLS_OF_A_ROUND && performance.now() < until; n += AT_ONCE) {
      const found = await Promise.all(Array.from({ length: AT_ONCE }, askSomething))
      failures.push(...found.filter((failure) => failure !== null))
      calls += AT_ONCE
    }
  }
  printFigure(
    `${calls} calls of ${operations.length} operations in ${SECONDS} s, seed ${seed}: ${failures.length} failed`,
  )
  expect(failures.slice(0, 20)).toEqual([])
  expect(failed.mock.calls).toEqual([])
})

/** Encodes a value for an address. An unpaired surrogate cannot be encoded. */
function encodeLoosely(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

async function listIds({ db }: Api): Promise<string[]> {
  const [brands, reviews] = await Promise.all(
    (['brands', 'reviews'] as const).map((table) => db.selectFrom(table).select('id').limit(3).execute()),
  )
  return [...(brands ?? []), ...(reviews ?? [])].map(({ id }) => id)
}
