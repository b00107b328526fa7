import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { vi } from 'vitest'
import type { MovedPictures } from '#domain/catalog/moving-in/moving-in-queries.server.ts'
import type { MovingInReport } from '#domain/flows/moving-in/move-in.server.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import continueRun from '#domain/kernel/runs/continue-run.job.server.ts'
import type { Run } from '#domain/kernel/runs/run.ts'
import type { FetchedPicture } from '#domain/pictures/picture.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { LIST, SHOPIFY, WOOCOMMERCE } from '#tests/support/former-shops.ts'

let api: Api
let Cookie: string
/** How often each address was asked for, and what it answers. */
const asked = new Map<string, number>()
let answer: (url: string) => FetchedPicture

test.beforeAll(async ({ api: started }) => {
  api = started
  api.services.productLimit = 2000
  api.services.pictureFetcher = {
    fetch(url) {
      asked.set(url, (asked.get(url) ?? 0) + 1)
      return answer(url)
    },
  }
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})
test.beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue()
  asked.clear()
  answer = async (url) => ok(await pictureOf(url))
})

/** A different picture for each address. */
const pictureOf = (url: string) =>
  sharp({ create: { width: 40 + (url.length % 50), height: 50, channels: 3, background: '#9C7430' } })
    .png()
    .toBuffer()

type Sent = Partial<
  Record<'brand_id' | 'existing' | 'unknown_stock' | 'shop_address', string> & {
    columns: unknown
    left_out: number[]
    token: string | null
  }
>
const send = (file: string, sent: Sent = {}) =>
  api.post(
    '/api/admin/moving-in',
    { file, columns: null, brand_id: null, left_out: [], token: null, ...sent },
    { Cookie },
  )

async function check(file: string, sent: Sent = {}): Promise<MovingInReport> {
  const answer = await send(file, sent)
  expect(answer.status).toBe(200)
  return (await answer.json()) as MovingInReport
}
const tokenOf = ({ report }: MovingInReport) => report?.token ?? null
async function apply(file: string, sent: Sent = {}): Promise<MovingInReport> {
  return check(file, { ...sent, token: tokenOf(await check(file, sent)) })
}
/** The file with other names, codes, handles and addresses, so that no test meets the products of another. */
function renew(file: string): string {
  const mark = randomUUID().slice(0, 8)
  return file
    .replaceAll(
      /(Noc nad Nilem|Rosa Zahra|Oud Dawny|Mgła poranna|oud-dawny|mgla|noc-nad-nilem|rosa-stara)/g,
      `$1-${mark}`,
    )
    .replaceAll(/\b(NOC|ROS|OUD)\b/g, `$1-${mark}`)
    .replaceAll('5901234123457', '')
    .replaceAll('https://stary.example/', `https://stary.example/${mark}/`)
}
const find = (name: RegExp) =>
  api.db
    .selectFrom('products')
    .selectAll()
    .orderBy('volume_ml')
    .execute()
    .then((products) => products.filter((product) => name.test(product.name)))
const countRows = async () => {
  const tables = ['products', 'picture_sources', 'moved_addresses', 'runs', 'audit_events'] as const
  return Promise.all(
    tables.map(
      async (table) =>
        (
          await api.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('n'))
            .execute()
        )[0]?.n,
    ),
  )
}
const refusal = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { code: string; message: string } }
  return [answer.status, error.code, error.message]
}

test('a preview says what becomes of every line and column, and writes nothing', async () => {
  const before = await countRows()
  const report = await check(WOOCOMMERCE)
  expect(report).toMatchObject({ shop: 'woocommerce', missing_brands: [], pictures: 4, addresses: 2 })
  expect(report.columns).toContainEqual({ head: 'Regular price', examples: ['89.9', '139'], is: 'price' })
  expect(report.left_out.map(({ line }) => line)).toEqual([2, 5])
  expect(report.report).toMatchObject({ added: 3, wrong: 0, applied: false })
  expect(report.report?.lines[1]?.changes).toContainEqual({ column: 'Ten sam zapach co', from: '', to: 'wiersz 3' })
  expect(await countRows()).toEqual(before)
})

test('a file sent twice at once is applied once, with sizes, waiting pictures and former addresses', async () => {
  const file = renew(WOOCOMMERCE)
  const token = tokenOf(await check(file))
  const answers = await Promise.all([send(file, { token }), send(file, { token })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  for (const each of answers) expect(await each.json()).toMatchObject({ report: { added: 3, applied: true } })
  const name = /Noc nad Nilem-(\w+)/.exec(file)?.[0] ?? ''
  const [small, large, another] = await find(new RegExp(name))
  expect(another).toBeUndefined()
  expect(small).toMatchObject({ volume_ml: 50, price_grosze: 8990, stock_quantity: 4, gender: 'men', scent_id: null })
  expect(large).toMatchObject({ volume_ml: 100, price_grosze: 13_900, out_of_stock: true, scent_id: small?.id })
  const sources = api.db
    .selectFrom('picture_sources')
    .select(['position', 'state'])
    .where('product_id', '=', small?.id ?? '')
  expect(await sources.orderBy('position').execute()).toEqual([
    { position: 1, state: 'waiting' },
    { position: 2, state: 'waiting' },
  ])
  const paths = await api.db
    .selectFrom('moved_addresses')
    .select('path')
    .where('product_id', '=', small?.id ?? '')
    .execute()
  expect(paths.map(({ path }) => path).toSorted()).toEqual([
    expect.stringMatching(/^\/\*\/noc-nad-nilem-\w+$/),
    expect.stringMatching(/\/sklep\/noc-nad-nilem-\w+$/),
  ])

  // The same file again: all of it is known, by the code and by name and volume, and can be changed.
  const again = await check(file)
  expect(again.report).toMatchObject({ wrong: 3 })
  expect((await check(file, { existing: 'update' })).report).toMatchObject({ added: 0, changed: 0, wrong: 0 })
  // Products that were deleted leave their addresses to those that are moved after them.
  const ids = [small?.id ?? '', large?.id ?? '']
  await api.db.updateTable('products').set({ active: false }).where('id', 'in', ids).execute()
  expect((await apply(file, { left_out: [6] })).report).toMatchObject({ added: 2, applied: true })
  const [moved] = (await find(new RegExp(name))).filter(({ active }) => active)
  const leads = api.db
    .selectFrom('moved_addresses')
    .select('product_id')
    .where('path', 'like', `%${name.slice(-8)}`)
  expect((await leads.execute()).map(({ product_id }) => product_id)).toContain(moved?.id)
  // Another file under the token is refused.
  expect((await refusal(await send(`${file} `, { token }))).slice(0, 2)).toEqual([409, 'import_outdated'])
})

test('missing and wrong values are reported, and stop the import until they are corrected or left out', async () => {
  const file = LIST
  const arabic = await api.db.selectFrom('brands').select('id').where('is_arabic', '=', true).executeTakeFirstOrThrow()
  const report = await check(file)
  expect(report).toMatchObject({ shop: 'list', missing_brands: ['Nieznana Marka'], report: { wrong: 2 } })
  expect(report.report?.lines.map(({ problems }) => problems)).toEqual([
    ['Stan nieznany: 0 czy bez limitu?'],
    ['Cena jest w innej walucie (EUR). Sklep sprzedaje w złotych.', 'Stan nieznany: 0 czy bez limitu?'],
  ])
  expect((await refusal(await send(file, { token: tokenOf(report) }))).slice(0, 2)).toEqual([409, 'import_outdated'])
  // The column of brands is not moved, and one brand is chosen for all; the line in euro stays behind.
  const columns = report.columns.map(({ is }) => (is === 'brand' ? null : is))
  const answered = await check(file, { unknown_stock: 'zero' })
  expect(answered.report?.lines.map(({ problems }) => problems)).toEqual([
    ['Marka: nie ma marki „Nieznana Marka”. Dodaj ją najpierw w zakładce Marki.'],
    ['Cena jest w innej walucie (EUR). Sklep sprzedaje w złotych.'],
  ])
  const corrected = await check(file, { columns, brand_id: arabic.id, left_out: [3], unknown_stock: 'zero' })
  expect(corrected.report?.lines[0]?.changes).toContainEqual({ column: 'Stan', from: '', to: '0 szt.' })
  expect(corrected).toMatchObject({ missing_brands: [], report: { added: 1, wrong: 0 } })
  expect(await check(file, { columns: columns.map(() => null) })).toMatchObject({ report: null })
})

test('500 products are imported at once; 501 are refused, and so is a file that is no table', async () => {
  const rows = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `Setka ${at} 50 ml;Perfumy Arabskie;${at + 1},99;https://s.example/${at}.jpg`,
    )
  const file = ['Nazwa;Marka;Cena;Zdjęcie', ...rows(500)].join('\n')
  expect(await check(file)).toMatchObject({ unknown_stock: 500, report: { wrong: 500 } })
  expect((await apply(file, { unknown_stock: 'unlimited' })).report).toMatchObject({ added: 500, applied: true })
  expect(await find(/^Setka \d+ 50 ml$/)).toHaveLength(500)
  expect(await refusal(await send([file, ...rows(1)].join('\n')))).toEqual([
    422,
    'csv_unreadable',
    expect.stringContaining('501 produktów, a naraz przenosimy najwyżej 500'),
  ])
  // Counted before any of them is translated.
  const short = ['Nazwa;Cena', ...Array.from({ length: 50_000 }, (_, at) => `Oud ${at};1,99`)].join('\n')
  expect((await refusal(await send(short)))[2]).toContain('Plik ma więcej niż 5000 wierszy.')
  expect((await refusal(await send('Nazwa;Cena\n"Oud;10')))[1]).toBe('csv_unreadable')
  expect((await refusal(await send('')))[1]).toBe('csv_unreadable')
  expect((await send('Nazwa', { left_out: Array(20_001).fill(1) })).status).toBe(400)
  await api.db.deleteFrom('picture_sources').execute()
  await api.db.deleteFrom('runs').execute()
})

async function readPictures(): Promise<{ counts: MovedPictures; run: Run }> {
  const counts = (await (await api.get('/api/admin/moved-pictures', { Cookie })).json()) as MovedPictures
  const run = (await (await api.get(`/api/admin/runs/${counts.run_id}`, { Cookie })).json()) as Run
  return { counts, run }
}

test('pictures: a killed run continues where it stopped; failures are reported and can be retried', async () => {
  await api.db.deleteFrom('picture_sources').execute()
  const file = renew(SHOPIFY)
  await apply(file)
  const name = /Oud Dawny-\w+/.exec(file)?.[0] ?? ''
  const [small, large] = await find(new RegExp(name))
  const { run } = await readPictures()
  expect(run).toMatchObject({ status: 'running', total: 2, done: 0 })

  // A process that never gets the second picture, and dies.
  answer = (url) => (url.endsWith('bok.jpg') ? new Promise(() => {}) : pictureOf(url).then(ok))
  void continueRun.run(api.services, { runId: run.id }, { last: false })
  await eventually(async () => expect([...asked.values()]).toEqual([2, 2]))
  const [first = '', second = ''] = asked.keys()
  expect(second).toMatch(/bok\.jpg$/)

  // The next one does not fetch the first one again; the second one is gone.
  asked.clear()
  answer = async () => fail({ reason: 'picture_not_found' })
  await api.startJobs()
  await eventually(async () => expect((await readPictures()).run.status).toBe('done'))
  expect(asked.get(first)).toBeUndefined()
  const ended = await readPictures()
  expect(ended.counts).toMatchObject({ running: false, open: 2 })
  expect(ended.run.errors.map((error) => error.message)).toEqual(
    Array(2).fill(`Nie pobrano zdjęcia: pod tym adresem nie ma zdjęcia (${second}).`),
  )
  const picturesOf = async (id = '') => {
    const more = await api.db.selectFrom('product_pictures').select('image_key').where('product_id', '=', id).execute()
    const { image_key } = await api.db
      .selectFrom('products')
      .select('image_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [image_key, ...more.map((picture) => picture.image_key)]
  }
  expect(await picturesOf(small?.id)).toEqual([expect.stringMatching(/^[\da-f]{32}$/)])

  answer = async (url) => ok(await pictureOf(url))
  expect((await api.post('/api/admin/moved-pictures', {}, { Cookie })).status).toBe(200)
  await eventually(async () => expect((await readPictures()).counts).toMatchObject({ running: false, open: 0 }))
  expect((await picturesOf(small?.id)).length).toBe(2)
  expect(await picturesOf(large?.id)).toEqual(await picturesOf(small?.id))
  expect(new Set(await picturesOf(small?.id)).size).toBe(2)
  // Nothing is left to fetch: no run begins.
  const { counts } = await readPictures()
  await api.post('/api/admin/moved-pictures', {}, { Cookie })
  expect((await readPictures()).counts.run_id).toBe(counts.run_id)
})

test('products beyond the limit of the shop are named once, and the others can be moved', async () => {
  const { active } = await api.db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  api.services.productLimit = Number(active) + 1
  const rows = [1, 2, 3].map((at) => `Granica ${at};Perfumy Arabskie;${at},99;5`)
  const file = ['Nazwa;Marka;Cena;Stan', ...rows].join('\n')
  const full = await check(file)
  expect(full.report).toMatchObject({ wrong: 0, over_limit: { limit: api.services.productLimit, lines: [3, 4] } })
  expect(full.report?.lines.flatMap(({ problems }) => problems)).toEqual([])
  expect((await refusal(await send(file, { token: tokenOf(full) }))).slice(0, 2)).toEqual([409, 'import_outdated'])
  expect((await apply(file, { left_out: [3, 4] })).report).toMatchObject({ added: 1, applied: true, over_limit: null })
  api.services.productLimit = 2000
})

test('pictures without a host take the address of the other shop, a wrong one is refused with a sentence', async () => {
  const file = 'Nazwa;Marka;Cena;Stan;Zdjęcia\nObrazkowe;Perfumy Arabskie;9,99;1;/img/a.jpg'
  expect(await check(file)).toMatchObject({ pictures: 0, relative_pictures: 1, addresses: 0 })
  expect((await check(file)).address_advice).toContain('Plik nie podaje dawnych adresów (wiersze: 1)')
  expect(await check(file, { shop_address: 'stary.example' })).toMatchObject({ pictures: 1, relative_pictures: 0 })
  expect((await refusal(await send(file, { shop_address: 'javascript:1' })))[2]).toContain(
    'Adres tamtego sklepu wygląda',
  )
})
