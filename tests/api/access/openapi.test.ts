import { createApi } from '#api/index.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

type Schema = {
  $ref?: string
  allOf?: Schema[]
  type?: string
  enum?: string[]
  required?: string[]
  properties?: Record<string, Schema>
}
type Content = Record<string, { schema?: Schema }>
type Operation = {
  tags?: string[]
  security?: Record<string, string[]>[]
  responses: Record<string, { description?: string; content?: Content }>
  requestBody?: object
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> }
}

let api: Api
let document: Document
test.beforeAll(async ({ api: started }) => {
  api = started
  document = (await (await api.get('/api/openapi.json')).json()) as Document
})

/** Routes described by Better Auth, the catch-all and the document itself. */
const UNDESCRIBED = ['/api/auth/*', '/api/*', '/api/openapi.json']

test('every route of the API is described', () => {
  const routes = createApi(api.services, { trustedProxy: [] })
    .routes.filter(({ path, method }) => method !== 'ALL' && !UNDESCRIBED.includes(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.toSorted()).toEqual([...new Set(routes)].toSorted())
  expect(described).toEqual(expect.arrayContaining(['POST /api/create-cash-on-delivery-order', 'GET /api/products']))
})

test('the document has the format of OpenAPI 3.1, and every reference resolves', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.info).toMatchObject({ title: 'Perfumeria', version: '1' })
  for (const [path, operations] of Object.entries(document.paths)) {
    expect(path).toMatch(/^\/api\//)
    for (const { responses, security = [] } of Object.values(operations)) {
      for (const scheme of security.flatMap(Object.keys))
        expect(document.components.securitySchemes).toHaveProperty(scheme)
      expect(Object.keys(responses)).not.toEqual([])
      for (const [status, response] of Object.entries(responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/)
        expect(response.description).toEqual(expect.any(String))
      }
    }
  }
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)
  const kinds = document.components as Record<string, Record<string, unknown>>
  for (const [, kind = '', name = ''] of references) expect(kinds[kind]).toHaveProperty(name)
})

test('every answer says what it is and in which form; its fields, unless the admin or the accountant alone reads it', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
  )
  const isUndescribed = ({ responses }: Operation) =>
    Object.values(responses['200']?.content ?? {}).some(({ schema }) => Object.keys(schema ?? {}).length === 0)
  const undescribed = operations.filter(isUndescribed)
  expect(
    undescribed.filter(({ tags }) => !tags?.some((tag) => tag === 'admin' || tag === 'papers')).map(({ name }) => name),
  ).toEqual([])
  expect(undescribed.map(({ name }) => name)).toContain('get /api/admin/orders/{id}')
  for (const { name, responses } of operations.filter(({ responses }) => responses['200'])) {
    expect(responses['200']?.description, name).toMatch(/\p{L}/u)
    expect(Object.keys(responses['200']?.content ?? {}), name).not.toEqual([])
  }
})

/** The calls of a purchase, whose field names come from the first contract. */
const PURCHASE =
  /^(OrderBody|PrepaidOrderBody|OrderReceipt|CheckoutSession|StartedPayment|PaymentStatus|\/api\/(create-.*|confirm-order|guest-sign-in|payment-sign-in))$/
/** Calls whose field names come from the account library. */
const ACCOUNT = /^\/api\/(auth\/.*|me\/password|reset-password)$/
/** The fields of the receiver's form, and the size of a page. */
const FORM = /^(firstName|lastName|houseNumber|postalCode|receiverEmail|selectedLocker|shippingMethod|pageSize)$/

test('fields of the shop’s own calls are in snake_case', () => {
  const places = [...Object.entries(document.components.schemas), ...Object.entries(document.paths)]
  const listFields = (value: unknown): string[] => {
    if (typeof value !== 'object' || value === null) return []
    const own = 'properties' in value ? Object.keys(value.properties as object) : []
    return [...own, ...Object.values(value).flatMap(listFields)]
  }
  const wrong = places
    .filter(([place]) => !PURCHASE.test(place) && !ACCOUNT.test(place))
    .flatMap(([place, described]) => listFields(described).map((field) => `${place} ${field}`))
    .filter((name) => /[A-Z]/.test(name.split(' ')[1] ?? '') && !FORM.test(name.split(' ')[1] ?? ''))
  expect(wrong).toEqual([])
})

/** The shape of every error. A route narrows `code` and `details` and adds nothing. */
const ONE_SHAPE = { type: 'object', required: ['error'], properties: { error: { type: 'object' } } }
const ERROR_FIELDS = ['code', 'message', 'fields', 'details']

test('the error schema requires a code for programs and a sentence for people', () => {
  const { properties, required } = document.components.schemas.Error?.properties?.error ?? {}
  expect(document.components.schemas.Error).toMatchObject(ONE_SHAPE)
  expect(Object.keys(properties ?? {})).toEqual(ERROR_FIELDS)
  expect(properties).toMatchObject({
    code: { type: 'string' },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    details: { type: 'object' },
  })
  expect(required).toEqual(['code', 'message'])
})

test('every error answer of every route has the one format, with the route’s own codes', () => {
  const wrong: string[] = []
  let checked = 0
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (Number(status) < 400) continue
        checked += 1
        if (!hasOneShape(content)) wrong.push(`${method.toUpperCase()} ${path} ${status}: ${JSON.stringify(content)}`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(100)
})

test('every route describes its answers 503 and 500, and every call with a body its refusals', () => {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { responses, requestBody }] of Object.entries(operations)) {
      // BaseLinker is refused 200, in the form of its protocol.
      const isContract = path !== '/api/baselinker'
      const statuses = requestBody && isContract ? ['400', '403', '413', '500', '503'] : ['500', '503']
      expect(Object.keys(responses), `${method} ${path}`).toEqual(expect.arrayContaining(statuses))
    }
  }
})

/** Whether the answer is JSON only, with the shared schema alone or combined with one that narrows it. */
function hasOneShape(content: Content | undefined): boolean {
  const schema = content?.['application/json']?.schema
  if (!schema || Object.keys(content ?? {}).length !== 1) return false
  const parts = schema.allOf ?? [schema]
  const [narrowing, ...more] = parts.filter(({ $ref }) => $ref !== '#/components/schemas/Error')
  if (more.length > 0 || parts.every((part) => part === narrowing)) return false
  if (narrowing === undefined) return true
  const { properties = {}, required = [] } = narrowing.properties?.error ?? {}
  const known = Object.keys(properties).every((name) => ERROR_FIELDS.includes(name))
  return known && required.includes('code') && Boolean(properties.code?.enum?.length)
}
