import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { type LabelDesk, openLabelDesk, read, refused } from '#tests/support/label-desk.ts'

let api: Api
let desk: LabelDesk
test.beforeAll(async ({ api: started }) => {
  api = started
  desk = await openLabelDesk(api)
})

test('a text with a trademark is saved only after the warning, once for each mark, and the log says so', async () => {
  const brand = { name: 'Marka Spokojna', description: 'Zapachy w stylu Chanel' }
  expect(await refused(await desk.send('POST', 'brands', brand))).toMatchObject({
    status: 409,
    code: 'trademarks_found',
    details: { trademarks: ['Chanel'] },
  })
  await read(await desk.send('POST', 'brands', { ...brand, trademarks_accepted: true }))

  const { id } = await desk.addProduct({ description: 'Spokojny zapach' })
  const { version } = await desk.readProduct(id)
  const change = { version, description: 'Dla tych, którzy lubią DIOR i Sauvage' }
  const warned = await refused(await desk.send('PATCH', `products/${id}`, change))
  expect(warned.message).toContain('„Dior” i „Sauvage”')
  expect(warned.message).toContain('C-487/07')
  expect((await desk.readProduct(id)).description).toBe('Spokojny zapach')

  const saved = await read<AdminProduct>(
    await desk.send('PATCH', `products/${id}`, { ...change, trademarks_accepted: true }),
  )
  const event = await api.db
    .selectFrom('audit_events')
    .select('details')
    .where('subject_id', '=', id)
    .where('action', '=', 'product.trademarks_accepted')
    .executeTakeFirstOrThrow()
  expect(event.details).toEqual({ trademarks: ['Dior', 'Sauvage'] })
  // Accepted trademarks are not asked about again; a new one is.
  const again = { version: saved.version, description: 'Jak Dior, ale taniej', notes: ['oud'] }
  const changed = await read<AdminProduct>(await desk.send('PATCH', `products/${id}`, again))
  const more = await refused(await desk.send('PATCH', `products/${id}`, { version: changed.version, notes: ['Creed'] }))
  expect(more.details).toEqual({ trademarks: ['Creed'] })

  const sheet = await desk.send('POST', 'products/import', {
    csv: `ID;Opis;Skład (INCI);Stara etykieta\n${id};Jak Gucci;Parfum, Citral;tak`,
    token: null,
  })
  const { lines } = await read<{ lines: { changes: unknown[]; problems: string[] }[] }>(sheet)
  expect(lines[0]?.problems[0]).toContain('„Gucci”')
  expect(lines[0]?.changes).toHaveLength(3)
})

test('a review that names a trademark is published only after the warning', async () => {
  const { id } = await desk.addProduct({})
  const review = { product_id: id, rating: 5, comment: 'Pachnie zupełnie jak Baccarat Rouge!' }
  const customer = await api.customer()
  await read(await api.post('/api/reviews', review, { Cookie: customer.cookie }))
  const { items } = await read<{ items: { id: string; version: string; comment: string }[] }>(
    await desk.send('GET', 'reviews'),
  )
  const waiting = items.find(({ comment }) => comment === review.comment)
  const approve = (body: object) =>
    desk.send('POST', `reviews/${waiting?.id}/approve`, { version: waiting?.version, ...body })
  expect((await refused(await approve({}))).code).toBe('trademarks_found')
  const listed = async () => (await (await api.get(`/api/products/${id}/reviews`)).text()).includes('Baccarat')
  expect(await listed()).toBe(false)
  await read(await approve({ trademarks_accepted: true }))
  expect(await listed()).toBe(true)
})
