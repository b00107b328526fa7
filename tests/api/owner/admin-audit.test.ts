import type { AuditPage } from '#domain/kernel/audit/audit-queries.server.ts'
import type { AuditAction } from '#domain/kernel/audit/audit-sentences.ts'
import { insertAuditEvent, recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import purge from '#domain/retention/purge.job.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

let api: Api
let Cookie: string
test.beforeAll(async ({ api: started }) => {
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})

const read = async <Body>(path: string): Promise<Body> =>
  (await (await api.get(`/api/admin/${path}`, { Cookie })).json()) as Body

test('GET audit: lists entries newest first, by page, in words, and filters them by subject', async () => {
  await api.db.deleteFrom('audit_events').execute()
  for (let n = 0; n < 60; n++) {
    const action = n % 2 ? 'product.updated' : 'strange.thing'
    await insertAuditEvent(api.db, { user_id: null, action, subject_id: null, details: JSON.stringify({ n }) })
  }
  const first = await read<AuditPage>('audit')
  expect(first.items).toHaveLength(50)
  expect(first.items[0]).toMatchObject({ noun: 'product', sentence: 'Zmieniono produkt' })
  expect(first.items[1]).toMatchObject({ noun: 'strange', sentence: 'strange.thing (n: 58)' })
  const second = await read<AuditPage>(`audit?before=${first.next}`)
  expect([second.items.length, second.next]).toEqual([10, null])
  const ids = [...first.items, ...second.items].map(({ id }) => Number(id))
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  const products = await read<AuditPage>('audit?noun=product')
  expect([products.items.length, new Set(products.items.map(({ noun }) => noun))]).toEqual([30, new Set(['product'])])
  expect((await api.get("/api/admin/audit?before=1'", { Cookie })).status).toBe(400)
})

test('GET audit: names each change with its amounts', async () => {
  await api.db.deleteFrom('audit_events').execute()
  const product = await api.db
    .selectFrom('products')
    .select(['id', 'name', 'volume_ml'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const record = (action: AuditAction, details: Record<string, unknown>, subjectId: string | null = null) =>
    recordAudit(api.db, { userId: null, action, details, subjectId })
  await record('product.updated', { price_grosze: { from: 11900, to: 10900 } }, product.id)
  await record('product.stock_set', { from: null, to: 4 }, product.id)
  await record('product.deleted', { name: 'Stara nazwa' }, product.id)
  await record('shipment.updated', { from: 'processing', to: 'shipped' }, crypto.randomUUID())
  await record('payment_mode.changed', { from: 'test', to: 'live' })
  await record('shop_settings.changed', { hide_substitutes: true })
  const { items } = await read<AuditPage>('audit')
  expect(items.map(({ sentence }) => sentence.replaceAll('\u00a0', ' ')).toReversed()).toEqual([
    `Zmieniono produkt „${product.name}, ${product.volume_ml} ml”: cena 119,00 zł → 109,00 zł`,
    `Stan produktu „${product.name}, ${product.volume_ml} ml”: bez limitu → 4`,
    'Usunięto produkt „Stara nazwa”',
    'Przesyłka: w realizacji → wysłana',
    'Tryb płatności: testowy → produkcyjny',
    'Ukryto zamienniki w sklepie',
  ])
})

test('purge: deletes log entries after three years, runs after ninety days', async () => {
  await api.db.deleteFrom('audit_events').execute()
  const years = (n: number) => new Date(Date.now() - n * 365.25 * 24 * 60 * 60 * 1000)
  for (const age of [2.9, 3.1]) {
    await recordAudit(api.db, { userId: null, action: 'product.updated', details: { age } })
    await api.db
      .updateTable('audit_events')
      .set({ created_at: years(age) })
      .where('created_at', '>', years(1))
      .execute()
    const finished_at = years(age / 12)
    await api.db
      .insertInto('runs')
      .values({ kind: 'product-sync', mode: 'test', status: 'done', started_by: null, finished_at })
      .execute()
  }
  await purge.run(api.services, {}, { last: false })
  const left = await api.db.selectFrom('audit_events').select('details').execute()
  expect(left.map(({ details }) => details)).toEqual([{ age: 2.9 }])
  expect(await api.db.selectFrom('runs').select('id').execute()).toHaveLength(1)
})
