import { randomUUID } from 'node:crypto'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { productChangesSchema } from '#domain/catalog/admin/product-form.ts'
import type { ProductField } from '#domain/catalog/product-field.ts'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import { toSlug } from '#domain/catalog/slug.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

let api: Api
let admin: Record<string, string>
let brands: string[]
let producer: string | undefined
let scent: string | undefined
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
  const rows = await api.db.selectFrom('brands').select('id').where('active', '=', true).orderBy('id').execute()
  brands = rows.map(({ id }) => id)
  const made = await api.db.selectFrom('producers').select('id').executeTakeFirst()
  producer = made?.id
  const first = await api.db.selectFrom('products').select('id').where('scent_id', 'is', null).executeTakeFirst()
  scent = first?.id
  const stored = [PICTURE, OTHER].map((image_key) => ({ image_key, deleting_at: null }))
  await api.db.insertInto('unused_pictures').values(stored).execute()
})

const PICTURE = 'a'.repeat(32)
const OTHER = 'b'.repeat(32)
/** New values of fields that accept neither plain text nor a number. */
const CHANGED: Partial<Record<string, () => unknown>> = {
  brand_id: () => brands[1],
  gender: () => 'men',
  price: () => 89.9,
  vat_rate: () => '8',
  reduced_price_grosze: () => '29,90',
  reduced_from: () => '2096-12-04T08:00',
  reduced_to: () => '12.12.2096 20:30',
  notes: () => ['irys', 'oud'],
  notes_pyramid: () => ({ head: ['róża'], heart: [], base: ['oud'] }),
  image_key: () => PICTURE,
  more_pictures: () => [{ image_key: PICTURE, alt: 'Pudełko' }],
  producer_id: () => producer,
  has_old_label: () => true,
  scent_id: () => scent,
  kind: () => 'set',
  filled_by: () => 'shop',
}
/** The kind of product that the shop may fill itself. */
const SAMPLE = { kind: 'sample', batch: 'P-1' }
/** A reduction that has not begun. */
const REDUCED = { reduced_price_grosze: 3990, reduced_from: '2096-12-01T00:00', reduced_to: '2096-12-31T00:00' }
/** For any other field: the first of these values that it accepts. */
const PLAIN = ['5901234123457', 'Inna treść', '77', 77]

const { version: _, trademarks_accepted: __, ...fields } = productChangesSchema.shape

function changeOf(name: string): unknown {
  const known = CHANGED[name]
  if (known) return known()
  return PLAIN.find((value) => productChangesSchema.safeParse({ version: '', [name]: value }).success)
}

async function ask(method: string, path: string, body?: object) {
  const answer = await api.call(`/api/admin/products${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: { ...(body && { 'Content-Type': 'application/json' }), Origin: api.base, ...admin },
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as AdminProduct
}

/** The value of a field in an answer. */
const said = (product: Record<string, unknown>, name: string) => product[name === 'price' ? 'current_price_pln' : name]

test.each(Object.keys(fields))('PATCH product: %s alone is stored, shown, logged and a new version', async (name) => {
  const product = { name: `Zapach ${randomUUID().slice(0, 8)}`, brand_id: brands[0], price: 49.9, ...REDUCED }
  const { id } = await ask('POST', '', { ...product, notes: ['róża', 'oud'], image_key: OTHER, ...SAMPLE })
  const before = await ask('GET', `/${id}`)
  const value = changeOf(name)
  expect(value).toBeDefined()

  await ask('PATCH', `/${id}`, { version: before.version, [name]: value })
  const after = await ask('GET', `/${id}`)
  const given = productChangesSchema.parse({ version: '', [name]: value })
  const stored = given[name as ProductField]
  expect(said(after, name)).toEqual(stored)
  expect(said(after, name)).not.toEqual(said(before, name))
  expect(after.edited_at > before.edited_at).toBe(true)
  // A window that saw the earlier version cannot overwrite it.
  const late = await api.call(`/api/admin/products/${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ version: before.version, [name]: value }),
    headers: { 'Content-Type': 'application/json', Origin: api.base, ...admin },
  })
  expect(late.status).toBe(409)

  const { column, shown, audit } = PRODUCT_FIELDS[name as ProductField]
  const event = await api.db
    .selectFrom('audit_events')
    .select('details')
    .where('subject_id', '=', id)
    .where('action', '=', 'product.updated')
    .executeTakeFirstOrThrow()
  const logged = audit === 'name' ? { also: [column] } : { [column]: { to: expect.anything() } }
  expect(event.details).toMatchObject(logged)

  const page = (await (await api.get(`/api/products/${toSlug(after.name)}`)).json()) as Record<string, unknown>
  if (shown === ('admin' as string)) expect(page).not.toHaveProperty(name)
  else expect(said(page, name)).toEqual(stored)
})

test('PATCH product: every field of the form has a test value here', () => {
  expect(Object.keys(fields).toSorted()).toEqual(Object.keys(PRODUCT_FIELDS).toSorted())
})
