import type { FeedReport } from '#domain/feeds/read-feed-rows.server.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { type LabelDesk, openLabelDesk, read } from '#tests/support/label-desk.ts'

let api: Api
let desk: LabelDesk
test.beforeAll(async ({ api: started }) => {
  api = started
  desk = await openLabelDesk(api)
})

const readReport = async () => read<FeedReport>(await desk.send('GET', 'feeds'))

test('the admin reads the addresses of the files, and the products that marketplaces would refuse', async () => {
  const before = await readReport()
  expect(before.files.map(({ url }) => new URL(url).pathname)).toEqual([
    '/feed/google.xml',
    '/feed/ceneo.xml',
    '/feed/products.tsv',
  ])
  const onSale = await api.db.selectFrom('products').select('id').where('active', '=', true).execute()
  expect([before.products, before.refused]).toEqual([onSale.length, 0])
  const { id } = await api.db
    .updateTable('products')
    .set({ image_key: null, description: '' })
    .where('slug', '=', 'layali-zahran')
    .returning('id')
    .executeTakeFirstOrThrow()
  const { refused, items } = await readReport()
  expect([refused, items[0]?.key, items[0]?.problems.slice(0, 2)]).toEqual([
    1,
    id,
    [
      { refused_by: 'Google, Meta, Ceneo', todo: 'Dodaj zdjęcie.', path: `/admin/produkty?produkt=${id}` },
      { refused_by: 'Google, Meta', todo: 'Dodaj opis.', path: `/admin/produkty?produkt=${id}` },
    ],
  ])
})
