import fc from 'fast-check'
import { z } from 'zod'
import { ERRORS } from '#api/errors.ts'
import { errorSchema } from '#api/openapi.ts'
import { cartProductStateSchema } from '#domain/cart/cart-state.ts'
import { brandSchema, listedProductSchema, productSchema } from '#domain/catalog/product-schema.ts'
import { productReviewsSchema } from '#domain/reviews/review-schema.ts'
import { shippingCostsSchema, shopSettingsSchema } from '#domain/settings/settings.ts'
import { parcelLockerSchema } from '#domain/shipping/parcel-locker.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'

/** Allows exactly the fields of the schema, so that no undescribed field leaves the shop. */
const exactly = (schema: z.ZodObject) => z.strictObject(schema.shape)

const answerOf = async (response: Response) => {
  expect(response.status).toBe(200)
  return response.json()
}

test('GET answers: exactly what the contract describes', async ({ api }) => {
  const brand = exactly(brandSchema.omit({ active: true }))
  const product = exactly(productSchema).extend({ brand })
  const listed = exactly(listedProductSchema).extend({ brand })
  const page = z.strictObject({ items: z.array(listed).min(1), total: z.int(), page: z.int(), pageSize: z.int() })
  const described: [path: string, z.ZodType][] = [
    ['/api/products?sort=price-asc', page],
    ['/api/products/layali-zahran', product],
    ['/api/products/layali-zahran/reviews', exactly(productReviewsSchema)],
    ['/api/brands', z.array(exactly(brandSchema)).min(1)],
    ['/api/shop-settings', exactly(shopSettingsSchema)],
    ['/api/shipping-costs', exactly(shippingCostsSchema)],
  ]
  for (const [path, schema] of described) {
    expect(schema.safeParse(await answerOf(await api.get(path))).error?.issues ?? [], path).toEqual([])
  }
})

test('POST answers: exactly what the contract describes', async ({ api }) => {
  const [product] = await productsOnSale(api, 1)
  const ids = [product?.id, 'gone']
  const states = await answerOf(await api.post('/api/cart', { ids }))
  const strict = z.array(z.union(cartProductStateSchema.options.map((option) => exactly(option)))).length(2)
  expect(strict.safeParse(states).error?.issues ?? []).toEqual([])
  const lockers = await answerOf(await api.post('/api/get-parcel-lockers', { post_code: '00-001' }))
  expect(z.array(exactly(parcelLockerSchema)).min(1).safeParse(lockers).error?.issues ?? []).toEqual([])
})

/** Spellings fixed by the specification; everywhere else it is 'e-mail'. */
const SPECIFIED_SPELLING = ['Nieprawidłowy email lub hasło.']

test('refusals: spell ‘e-mail’ with a hyphen', () => {
  const sentences = Object.values(ERRORS).flatMap(({ sentence }) => (typeof sentence === 'string' ? [sentence] : []))
  const otherwise = new Set(sentences.filter((sentence) => /(?<!e-)\be?mail/i.test(sentence)))
  expect([...otherwise]).toEqual(SPECIFIED_SPELLING)
})

/** Words of the schema library and of JavaScript that no customer should read. */
const FOREIGN =
  /\b(invalid|expected|received|required|must|should|string|number|array|object|undefined|null|NaN|too (small|big)|unrecognized|zod|nieprawidłow[ae] (typ|dane wejściowe))\b/i

const broken = fc.oneof(
  fc.constantFrom<unknown>(0, -1, 1.5, 1e300, 100, '', ' ', 'x', 'x'.repeat(600), null, true, [], {}, [[]], { a: 1 }),
  fc.jsonValue(),
)

/** A valid body with one or two of its values replaced, and sometimes an extra field. */
const brokenOrder = fc.record({
  path: fc.constantFrom(
    ['items'],
    ['items', '0', 'id'],
    ['items', '0', 'price'],
    ['items', '0', 'quantity'],
    ['items', '0', 'name'],
    ['customerData'],
    ['customerData', 'firstName'],
    ['customerData', 'phone'],
    ['customerData', 'postalCode'],
    ['customerData', 'selectedLocker'],
    ['customerData', 'shippingMethod'],
    ['shippingCost'],
    ['extra'],
  ),
  value: broken,
})

function replaced(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(body))
    return body.map((item, index) => (String(index) === name ? replaced(item, rest, value) : item))
  const record = typeof body === 'object' && body !== null ? body : {}
  return { ...record, [name]: replaced(Reflect.get(record, name), rest, value) }
}

test('refusals: have one format and no sentence of the schema library, whatever is sent', async ({ api }) => {
  const buyer = await api.customer()
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product')
  const bodies = fc.oneof(
    fc.record({ path: fc.constant('/api/cart'), body: fc.record({ ids: broken }) }),
    fc.record({ path: fc.constant('/api/get-parcel-lockers'), body: fc.record({ post_code: broken, search: broken }) }),
    fc.record({
      path: fc.constant('/api/guest-sign-in'),
      body: fc.record({ email: broken, password: broken, acceptedTerms: broken }),
    }),
    brokenOrder.map(({ path, value }) => ({
      path: '/api/create-cash-on-delivery-order',
      body: replaced(cart([product]), path, value),
    })),
    fc.record({ path: fc.constant('/api/cart'), body: broken }),
  )
  await fc.assert(
    fc.asyncProperty(bodies, async ({ path, body }) => {
      const response = await api.post(path, JSON.stringify(body ?? null), { Cookie: buyer.cookie })
      if (response.ok) return
      const { error } = errorSchema.parse(await response.json())
      for (const sentence of [error.message, ...Object.values(error.fields ?? {})]) {
        expect(sentence).not.toMatch(FOREIGN)
        expect(sentence).toMatch(/\p{L}/u)
      }
    }),
    { numRuns: 250 },
  )
})

test('POST order: a quantity of 0 is refused in words for people', async ({ api }) => {
  const buyer = await api.customer()
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product')
  const response = await buyer.order(cart([{ ...product, quantity: 0 }]))
  const { error } = errorSchema.parse(await response.json())
  expect(error).toMatchObject({
    code: 'invalid_request',
    fields: { 'items.0.quantity': 'Jednego produktu można zamówić od 1 do 99 sztuk.' },
  })
})

test('openapi.json: every error answer has the one format, with the codes of its status', async ({ api }) => {
  const document = z
    .object({
      paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.json()) }))),
    })
    .parse(await answerOf(await api.get('/api/openapi.json')))
  const answerSchema = z.object({
    content: z.object({
      'application/json': z.object({
        schema: z.object({
          allOf: z.tuple([
            z.object({ $ref: z.literal('#/components/schemas/Error') }),
            z.object({
              properties: z.object({
                error: z.object({ properties: z.object({ code: z.object({ enum: z.string().array() }) }) }),
              }),
            }),
          ]),
        }),
      }),
    }),
  })
  const codesOf = (status: number) =>
    Object.entries(ERRORS)
      .filter(([, definition]) => definition.status === status)
      .map(([reason, definition]) => ('code' in definition ? definition.code : reason))
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      const refused = Object.entries(responses).filter(([status]) => Number(status) >= 400)
      expect(
        refused.map(([status]) => status),
        `${method} ${path}`,
      ).toEqual(expect.arrayContaining(['500', '503']))
      for (const [status, response] of refused) {
        const described = answerSchema.safeParse(response)
        expect(described.error?.issues, `${method} ${path} ${status}`).toBeUndefined()
        const codes = described.data?.content['application/json'].schema.allOf[1].properties.error.properties.code.enum
        expect(codesOf(Number(status)), `${method} ${path} ${status}`).toEqual(expect.arrayContaining(codes ?? []))
      }
    }
  }
})
