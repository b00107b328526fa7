import { createApi } from '#api/index.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

type Operation = {
  security?: Record<string, string[]>[]
  responses: Record<string, { description?: string; content?: object }>
  requestBody?: object
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

let api: Api
let document: Document
test.beforeAll(async ({ api: started }) => {
  api = started
  document = (await (await api.get('/api/openapi.json')).json()) as Document
})

/** Described by Better Auth, and the catch-all and the description itself. */
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

test('the document is OpenAPI 3.1 in shape, and every reference leads somewhere', () => {
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

test('errors have one shape everywhere', () => {
  expect(document.components.schemas.Error).toMatchObject({
    properties: { error: { required: ['code', 'message'], properties: { fields: { type: 'object' } } } },
  })
})
