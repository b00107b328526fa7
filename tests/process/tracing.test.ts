import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { cookieOf } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { type Shop, startShop } from '#tests/support/shop-process.ts'

const value = z.object({ stringValue: z.string().optional(), intValue: z.union([z.string(), z.number()]).optional() })
const spanSchema = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(z.object({ key: z.string(), value })),
  status: z.object({ code: z.int() }),
})
const sentSchema = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })),
})
type Span = z.output<typeof spanSchema>

/** A collector of OpenTelemetry as far as the shop knows it. */
async function openCollector() {
  const spans: Span[] = []
  const server = createServer(async (request, response) => {
    const sent = sentSchema.parse(await json(request))
    spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    spans,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: a fixture's first parameter has to be a pattern
  .extend('collector', { scope: 'file' }, async ({}, { onCleanup }) => {
    const collector = await openCollector()
    onCleanup(() => collector.close())
    return collector
  })
  .extend('shop', { scope: 'file' }, async ({ database, collector }, { onCleanup }) => {
    const shop = await startShop(database, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    onCleanup(async () => {
      if (shop.child.exitCode === null) await shop.stop()
    })
    return shop
  })

const EMAIL = 'anna.kowalska@poczta.example'

function post(shop: Shop, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(shop.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

const account = { email: EMAIL, password: 'sekret1', acceptedTerms: true }

async function order(shop: Shop): Promise<Response> {
  const cookie = cookieOf(await post(shop, '/api/guest-sign-in', account))
  return post(shop, '/api/create-cash-on-delivery-order', cart(await productsOnSale(shop.database, 1)), {
    Cookie: cookie,
    'Idempotency-Key': randomUUID(),
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  })
}

const idOf = (answer: Response) => answer.headers.get('x-request-id') ?? 'none'
const attributeOf = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value

test('a trace shows a request, its statements, and the job and the mail that it caused', async ({
  shop,
  collector,
}) => {
  const ordered = await order(shop)
  expect(ordered.status).toBe(200)
  const recovered = await post(shop, '/api/recover', { email: EMAIL })
  expect(recovered.status).toBe(200)

  const namesOf = (id: string) => {
    const roots = collector.spans.filter((span) => attributeOf(span, 'shop.request_id')?.stringValue === id)
    expect(new Set(roots.map(({ traceId }) => traceId)).size).toBeLessThanOrEqual(1)
    return roots.map(({ name }) => name).toSorted()
  }
  await eventually(async () => {
    expect(namesOf(idOf(ordered))).toEqual(['POST /api/create-cash-on-delivery-order', 'send mail'])
    expect(namesOf(idOf(recovered))).toEqual(['POST /api/recover', 'job mail-link', 'send mail'])
  })

  const request = collector.spans.find(({ name }) => name.endsWith('cash-on-delivery-order'))
  if (!request) throw new Error('the order has no span')
  expect(attributeOf(request, 'http.response.status_code')).toEqual({ intValue: 200 })
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['select', 'update', 'commit']))
  for (const statement of statements) {
    expect(statement.traceId).toBe(request.traceId)
    expect(BigInt(statement.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(statement.endTimeUnixNano))
  }
  expect(collector.spans.filter(({ status }) => status.code === 2)).toEqual([])
  expect(JSON.stringify(collector.spans)).not.toMatch(/kowalska|Prosta|600 ?100 ?200|0af7651916cd43dd8448eb211c80319c/i)
})

test('a mail that is given up is logged under the id of the order that caused it', async ({ shop, database }) => {
  await shop.mailbox.planFault({ service: 'smtp', mode: 'refuse' })
  const ordered = await order(shop)
  const given = () =>
    shop
      .output()
      .split('\n')
      .find((line) => line.includes('mail given up')) ?? '{}'
  await expect.poll(() => JSON.parse(given()).request).toBe(idOf(ordered))
  const { data } = await database.db
    .selectFrom('mail_outbox')
    .select('data')
    .where('failed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(data).toEqual({ checkoutId: expect.any(String), requestId: idOf(ordered) })
})

test('an unreachable collector delays neither orders nor an orderly stop', async ({ shop, collector }) => {
  collector.close()
  expect((await order(shop)).status).toBe(200)
  await expect.poll(() => shop.output()).toContain('Traces could not be sent')
  expect(await shop.stop()).toBe(0)
  expect(shop.output()).not.toMatch(/took too long|Stopping .* failed/)
})
