import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { AdminBrand } from '#domain/catalog/admin/admin-brand.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { AdminProducer, LabelSettings } from '#domain/labels/label-queries.server.ts'
import type { Api } from '#tests/support/api.ts'
import { findGapsOf } from '#tests/support/checks.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { type LabelDesk, openLabelDesk, read, refused } from '#tests/support/label-desk.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'

let api: Api
let desk: LabelDesk
test.beforeAll(async ({ api: started }) => {
  api = started
  desk = await openLabelDesk(api)
})

const settings = async () => read<LabelSettings>(await desk.send('GET', 'label-settings'))
const listProducers = async () => (await read<{ items: AdminProducer[] }>(await desk.send('GET', 'producers'))).items
const shownProduct = async (id: string) => read<Product>(await api.get(`/api/products/${id}`))

const OUTSIDE = {
  name: 'Nur Perfumes LLC',
  address: 'Deira 5, Dubai, Zjednoczone Emiraty Arabskie',
  contact: 'https://nur.example/contact',
  is_in_eu: false,
  responsible_name: 'Nur Europe GmbH',
  responsible_address: 'Hauptstraße 1, 10115 Berlin, Niemcy',
  responsible_contact: 'safety@nur.example',
}
const INSIDE = {
  name: 'Pracownia Róża',
  address: 'ul. Długa 3, 31-146 Kraków, Polska',
  contact: 'kontakt@roza.example',
  is_in_eu: true,
  responsible_name: '',
  responsible_address: '',
  responsible_contact: '',
}

test('a producer outside the EU without a responsible person is refused at the missing fields', async () => {
  const wrong = { ...OUTSIDE, responsible_name: '', responsible_contact: null, contact: '+48 600 100 200' }
  const { status, fields } = await refused(await desk.send('POST', 'producers', wrong))
  expect(status).toBe(400)
  expect(Object.keys(fields ?? {})).toEqual(
    expect.arrayContaining(['contact', 'responsible_name', 'responsible_contact']),
  )
  expect(fields?.responsible_name).toBe('Producent spoza Unii musi mieć osobę odpowiedzialną w Unii')
})

test('a product shows its own producer or the brand’s; a producer in use cannot be deleted', async () => {
  const { id: outside } = await read<{ id: string }>(await desk.send('POST', 'producers', OUTSIDE))
  const { id: inside } = await read<{ id: string }>(await desk.send('POST', 'producers', INSIDE))
  const brands = await read<{ items: AdminBrand[] }>(await desk.send('GET', 'brands?search=evarisse'))
  const [brand] = brands.items
  const { name, description, version } = brand ?? { name: '', description: '', version: '' }
  await read(await desk.send('PATCH', `brands/${desk.brandId}`, { name, description, version, producer_id: outside }))

  const { id } = await desk.addProduct({})
  expect((await shownProduct(id)).producer).toEqual({
    name: OUTSIDE.name,
    address: OUTSIDE.address,
    contact: OUTSIDE.contact,
    responsible: { name: 'Nur Europe GmbH', address: OUTSIDE.responsible_address, contact: 'safety@nur.example' },
  })
  const product = await desk.readProduct(id)
  await read(await desk.send('PATCH', `products/${id}`, { version: product.version, producer_id: inside }))
  expect((await shownProduct(id)).producer).toMatchObject({ name: 'Pracownia Róża', responsible: null })

  // A window with an older form, without producers, keeps the brand's.
  const after = await read<{ items: AdminBrand[] }>(await desk.send('GET', 'brands?search=evarisse'))
  const seen = after.items[0]?.version
  const kept = await read<AdminBrand>(
    await desk.send('PATCH', `brands/${desk.brandId}`, { name, description, version: seen }),
  )
  expect(kept.producer_id).toBe(outside)

  const used = (await listProducers()).find((producer) => producer.id === inside)
  expect(used?.used).toBe(1)
  expect(await refused(await desk.send('DELETE', `producers/${inside}`, { version: used?.version }))).toMatchObject({
    status: 409,
    code: 'producer_in_use',
  })
  const gone = { version: product.version, producer_id: randomUUID() }
  expect((await refused(await desk.send('PATCH', `products/${id}`, gone))).status).toBe(409)
})

test('of two windows that change a producer the second is refused, and products show the first change', async () => {
  const { id } = await read<{ id: string }>(await desk.send('POST', 'producers', { ...INSIDE, name: 'Przed zmianą' }))
  const version = (await listProducers()).find((producer) => producer.id === id)?.version
  const change = (name: string) => desk.send('PATCH', `producers/${id}`, { ...INSIDE, name, version })
  const { id: productId } = await desk.addProduct({ producer_id: id })
  await read(await change('Po zmianie'))
  expect((await refused(await change('Za późno'))).code).toBe('changed_meanwhile')
  expect((await shownProduct(productId)).producer?.name).toBe('Po zmianie')
  const wrong = await refused(await desk.send('PATCH', `producers/${id}`, { ...INSIDE, contact: 'x', version }))
  expect(Object.keys(wrong.fields ?? {})).toEqual(['contact'])
})

test('allergens are found in the ingredients, and an EAN with a typing error is refused', async () => {
  const label = { ingredients: 'Alcohol Denat., Parfum, LINALOOL, d-Limonene', opened_months: 24, has_old_label: true }
  const { id } = await desk.addProduct({
    ...label,
    product_code: '5901234123457',
    warnings: 'Łatwopalne.\nChroń oczy.',
  })
  expect(await shownProduct(id)).toMatchObject({
    ...label,
    allergens: ['Linalool', 'Limonene'],
    product_code: '5901234123457',
    warnings: 'Łatwopalne.\nChroń oczy.',
  })
  const { version } = await desk.readProduct(id)
  const mistyped = await refused(await desk.send('PATCH', `products/${id}`, { version, product_code: '5901234123458' }))
  expect(mistyped.fields?.product_code).toContain('ostatnia cyfra')
})

test('the shop serves the official notice byte for byte until it is removed', async () => {
  const noticeNow = async () =>
    (
      await read<{ guarantee_notice: { url: string; width: number; height: number } | null }>(
        await api.get('/api/shipping-costs'),
      )
    ).guarantee_notice
  expect(await noticeNow()).toBeNull()
  const make = (width: number) => sharp({ create: { width, height: 1675, channels: 3, background: '#003399' } })
  for (const [type, bytes] of [
    ['image/png', await make(1186).png().toBuffer()],
    ['image/jpeg', await make(1224).jpeg().toBuffer()],
  ] as const) {
    await read(await desk.upload('guarantee-notice', bytes, { type }))
    const notice = await noticeNow()
    expect(notice).toMatchObject({ width: type === 'image/png' ? 1186 : 1224, height: 1675 })
    const shown = await api.get(notice?.url ?? '')
    expect([shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      type,
      'public, max-age=31536000, immutable',
    ])
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true)
  }
  const pdf = Buffer.from('%PDF-1.7 zgoda')
  expect((await refused(await desk.upload('guarantee-notice', pdf, { type: 'application/pdf' }))).code).toBe(
    'label_file_wrong_type',
  )
  expect((await refused(await desk.upload('guarantee-notice', Buffer.from('<svg onload="x">')))).status).toBe(415)
  // The bytes do not show that the file is the official one.
  const unseen = await api.call('/api/admin/label-files/guarantee-notice?name=kot.png', {
    method: 'POST',
    body: await make(1186).png().toBuffer(),
    headers: { 'Content-Type': 'image/png', Origin: api.base, Cookie: desk.admin },
  })
  expect((await refused(unseen)).code).toBe('label_file_unconfirmed')
  await read(await desk.send('DELETE', 'label-files/guarantee-notice'))
  expect(await noticeNow()).toBeNull()
  expect((await refused(await desk.send('DELETE', 'label-files/guarantee-notice'))).status).toBe(404)
})

test('the order mail contains the notice, in HTML and in plain text', async () => {
  api.startMail()
  const customer = await api.customer()
  expect((await customer.order(cart(await productsOnSale(api, 1)))).status).toBe(200)
  await expect.poll(() => api.mailbox.messagesTo(customer.email)).not.toHaveLength(0)
  const [mail] = await api.mailbox.messagesTo(customer.email)
  for (const form of [mail?.text, mail?.html]) {
    expect(form).toContain('Gwarancja prawna: co najmniej 2 lata')
    expect(form).toContain('europa.eu/youreurope')
  }
})

test('label settings: the carrier’s consent completes its set-up step, and no window overwrites another', async () => {
  const isDone = async () => {
    const { steps } = await read<{ steps: { key: string; done: boolean }[] }>(await desk.send('GET', 'setup'))
    return steps.find(({ key }) => key === 'carrier-consent')?.done
  }
  const { version, trademarks: list } = await settings()
  const change = { carrier_consent_on: '2026-11-20', carrier_consent_note: null, accessibility_reviewed_on: null }
  await read(await desk.send('POST', 'label-settings', { ...change, trademarks: list, version }))
  // A date alone is no consent.
  expect(await isDone()).toBe(false)
  const pdf = Buffer.from('%PDF-1.7 zgoda przewoźnika')
  await read(await desk.upload('carrier-consent', pdf, { type: 'application/pdf', name: 'zgoda ąę.pdf' }))
  expect(await isDone()).toBe(true)
  const acting = Buffer.from('%PDF-1.7 1 0 obj << /S /J#61vaScript /JS (app.alert(1)) >> endobj')
  const refusal = await refused(
    await desk.upload('carrier-consent', acting, { type: 'application/pdf', name: 'zgoda.pdf' }),
  )
  expect(refusal).toMatchObject({ status: 422, code: 'label_file_active' })
  const file = await desk.send('GET', 'label-files/carrier-consent')
  expect(file.headers.get('content-security-policy')).toMatch(/sandbox$/)
  expect(file.headers.get('content-disposition')).toContain('zgoda%20%C4%85%C4%99.pdf')
  expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true)
  const late = await refused(await desk.send('POST', 'label-settings', { ...change, trademarks: [], version }))
  expect(late.code).toBe('changed_meanwhile')
})

test('duties: each says what is missing and where, and nothing once it is complete', async ({ newApi }) => {
  const clock = { now: new Date('2026-11-24T12:00:00Z') }
  const { db, services } = await newApi({ clock })
  const ofProducts = ['producer', 'product-code', 'warnings', 'ingredients', 'trademarks']
  for (const key of ofProducts) expect(await findGapsOf(services, key), key).toEqual([])
  const brand = db.selectFrom('brands').select('id').where('slug', '=', 'evarisse')
  await db.updateTable('brands').set({ producer_id: null }).where('slug', '=', 'evarisse').execute()
  const { id } = await db
    .insertInto('products')
    .values((eb) => ({
      name: 'Inspiracja Dior',
      slug: 'inspiracja',
      price_grosze: 5000,
      brand_id: eb.selectFrom('brands').select('id').where('slug', '=', 'evarisse'),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const key of ofProducts) {
    const gap = { about: 'Inspiracja Dior', todo: expect.any(String), path: `/admin/produkty?produkt=${id}` }
    expect(await findGapsOf(services, key), key).toContainEqual(gap)
  }
  expect(await db.selectFrom('products').select('id').where('brand_id', 'in', brand).execute()).toHaveLength(
    (await findGapsOf(services, 'producer')).length,
  )
  // Nobody knows yet whether the seller is exempt, so the set-up asks.
  expect(await findGapsOf(services, 'accessibility')).toEqual([])
  expect(await findGapsOf(services, 'micro-entrepreneur')).toHaveLength(1)
  const answered = (micro_entrepreneur: 'yes' | 'no') => {
    const { settings } = services
    return { ...services, settings: { ...settings, values: { ...settings.values, micro_entrepreneur } } }
  }
  expect(await findGapsOf(answered('yes'), 'accessibility')).toEqual([])
  expect(await findGapsOf(answered('no'), 'micro-entrepreneur')).toEqual([])
  expect(await findGapsOf(answered('no'), 'accessibility')).toMatchObject([{ about: 'Cały sklep' }])
  for (const key of ['guarantee-notice', 'carrier-consent', 'bdo']) {
    expect(await findGapsOf(services, key), key).toMatchObject([{ about: 'Cały sklep' }])
  }
  await db
    .updateTable('label_settings')
    .set({
      carrier_consent_on: '2026-11-20',
      carrier_consent_note: 'Segregator 3',
      accessibility_reviewed_on: '2025-11-24',
    })
    .execute()
  const picture = { key: 'a'.repeat(32), name: 'n.png', type: 'image/png', width: 1, height: 1 } as const
  await db
    .insertInto('label_files')
    .values({ ...picture, kind: 'guarantee-notice', content: Buffer.from('x') })
    .execute()
  for (const key of ['guarantee-notice', 'carrier-consent']) expect(await findGapsOf(services, key), key).toEqual([])
  // The demo sells samples that the shop fills.
  expect(await findGapsOf(services, 'sample-labels')).toMatchObject([
    { todo: expect.stringContaining('CPNP'), path: '/admin/ustawienia/sklad-i-producenci#probki' },
  ])
  await db.updateTable('label_settings').set({ sample_labels_on: '2026-11-28' }).execute()
  expect(await findGapsOf(services, 'sample-labels')).toEqual([])
  await db.updateTable('label_settings').set({ sample_labels_on: null }).execute()
  await db.updateTable('products').set({ active: false }).where('filled_by', '=', 'shop').execute()
  expect(await findGapsOf(services, 'sample-labels')).toEqual([])
  const { settings: given } = services
  const withBdo = { ...services, settings: { ...given, values: { ...given.values, seller_bdo: '000123456' } } }
  expect(await findGapsOf(withBdo, 'bdo')).toEqual([])
  // A review is valid for a year.
  expect(await findGapsOf(answered('no'), 'accessibility')).toHaveLength(1)
  await db.updateTable('label_settings').set({ accessibility_reviewed_on: '2025-11-25' }).execute()
  expect(await findGapsOf(answered('no'), 'accessibility')).toEqual([])
  for (const key of ['banned-ingredients', 'green-claims']) expect(await findGapsOf(services, key), key).toEqual([])
  const changed = { ingredients: 'Parfum, Lilial', description: 'Ekologiczny flakon.' }
  await db.updateTable('products').set(changed).where('id', '=', id).execute()
  expect(await findGapsOf(services, 'banned-ingredients')).toMatchObject([
    { todo: expect.stringContaining('Butylphenyl Methylpropional') },
  ])
  expect(await findGapsOf(services, 'green-claims')).toMatchObject([{ todo: expect.stringContaining('„Ekologiczny”') }])
  // From August 2028 on old labels are no longer allowed.
  await db.updateTable('products').set({ has_old_label: true, ingredients: 'Linalool' }).where('id', '=', id).execute()
  expect(await findGapsOf(services, 'ingredients')).toEqual([])
  clock.now = new Date('2028-07-31T22:30:00Z')
  expect(await findGapsOf(services, 'ingredients')).toMatchObject([{ about: 'Inspiracja Dior' }])
})
