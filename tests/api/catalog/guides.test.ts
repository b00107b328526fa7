import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { vi } from 'vitest'
import type { AdminGuide, ListedGuide } from '#domain/guides/change-guides.server.ts'
import sweepPictures from '#domain/pictures/sweep-pictures.job.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

let api: Api
let Cookie: string
test.beforeAll(async ({ api: started }) => {
  vi.spyOn(console, 'info').mockReturnValue()
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})

const json = async <Value>(answer: Response | Promise<Response>) => (await (await answer).json()) as Value
type Refused = { error: { code: string; message: string; fields?: Record<string, string> } }
const errorOf = async (answer: Response) => (await json<Refused>(answer)).error
const send = (method: string, path: string, body: object, more: Record<string, string> = {}) =>
  api.call(`/api/admin/guides${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', Origin: api.base, Cookie, ...more },
  })
const list = () => json<ListedGuide[]>(api.get('/api/admin/guides', { Cookie }))
const read = (id: string) => json<AdminGuide>(api.get(`/api/admin/guides/${id}`, { Cookie }))
const tryToAdd = (title: string, key: string = crypto.randomUUID()) =>
  send('POST', '', { title }, { 'Idempotency-Key': key })
const add = async (title: string) => read((await json<{ id: string }>(tryToAdd(title))).id)
const save = ({ id, version }: AdminGuide, changes: object) =>
  send('PATCH', `/${id}`, { version, published: false, title: 'Tytuł', description: 'Opis', blocks: [], ...changes })
const heading = { id: 'a', kind: 'heading', text: 'Nuty głowy' }

test('a draft follows its title, and keeps its address from its publication on', async () => {
  const { id, slug, published, published_at } = await add('Jak dobrać perfumy?')
  expect([slug, published, published_at]).toEqual(['jak-dobrac-perfumy', false, null])
  const second = await add('Jak dobrać perfumy')
  expect(second.slug).toBe('jak-dobrac-perfumy-2')
  expect((await add('!?')).slug).toBe('wpis')
  expect((await save(await read(id), { title: 'Zimowe zapachy' })).status).toBe(200)
  expect((await read(id)).slug).toBe('zimowe-zapachy')
  expect((await save(await read(id), { title: 'Zapachy zimy', published: true, blocks: [heading] })).status).toBe(200)
  const shown = await read(id)
  expect([shown.slug, shown.published, shown.title]).toEqual(['zapachy-zimy', true, 'Zapachy zimy'])
  expect((await save(shown, { title: 'Inny tytuł' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ slug: 'zapachy-zimy', published: false, published_at: shown.published_at })
  const { items } = await json<{ items: { sentence: string }[] }>(api.get('/api/admin/audit', { Cookie }))
  expect(items.slice(0, 2).map(({ sentence }) => sentence)).toEqual([
    'Zapisano szkic strony poradnika „Inny tytuł”',
    'Opublikowano stronę poradnika „Zapachy zimy”',
  ])
})

test('one key adds one draft', async () => {
  const before = await list()
  const key = crypto.randomUUID()
  const [first, second] = await Promise.all([tryToAdd('Raz', key), tryToAdd('Raz', key)])
  expect(await json(first)).toEqual(await json(second))
  expect(await list()).toHaveLength(before.length + 1)
})

test('an invalid value is refused at its field, and nothing is stored', async () => {
  const guide = await add('Bez zmian')
  const answer = await save(guide, {
    published: true,
    title: ' ',
    description: 'a'.repeat(161),
    blocks: [{ id: 'a', kind: 'picture', image_key: '', alt: '' }],
  })
  expect(answer.status).toBe(400)
  expect((await errorOf(answer)).fields).toEqual({
    title: 'Wpisz tytuł',
    description: 'Wpisz najwyżej 160 znaków',
    'blocks.0.image_key': 'Dodaj zdjęcie albo usuń ten element',
    'blocks.0.alt': 'Opisz, co widać na zdjęciu',
  })
  const unknown = await save(guide, {
    blocks: [{ id: 'a', kind: 'picture', image_key: 'c'.repeat(32), alt: 'Flakon' }],
  })
  expect((await errorOf(unknown)).code).toBe('picture_unavailable')
  expect(await read(guide.id)).toEqual(guide)
  expect((await save({ ...guide, id: crypto.randomUUID() }, {})).status).toBe(404)
  expect((await save({ ...guide, id: 'nie-id' }, {})).status).toBe(404)
})

test('of windows that save at the same time one succeeds; the others are refused, also after a deletion', async () => {
  const guide = await add('Trzy okna')
  const answers = await Promise.all(['Raz', 'Dwa', 'Trzy'].map((title) => save(guide, { title })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  for (const answer of answers)
    if (answer.status === 409) expect((await errorOf(answer)).code).toBe('changed_meanwhile')
  expect((await send('DELETE', `/${guide.id}`, { version: guide.version })).status).toBe(409)
  const { version } = await read(guide.id)
  expect((await send('DELETE', `/${guide.id}`, { version })).status).toBe(200)
  expect((await send('DELETE', `/${guide.id}`, { version })).status).toBe(404)
})

test('a save waits for another one in progress, and is refused after it', async () => {
  const guide = await add('Kolejka')
  let second: Promise<Response> | undefined
  await api.db.transaction().execute(async (trx) => {
    await trx.updateTable('guides').set({ title: 'Pierwsza' }).where('id', '=', guide.id).execute()
    second = save(guide, { title: 'Druga' })
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`.execute(api.db)).rows.length)
      .toBeGreaterThan(0)
  })
  expect((await second)?.status).toBe(409)
  expect((await read(guide.id)).title).toBe('Pierwsza')
})

test('the form gets the names of products on sale, and other products stay in the block', async () => {
  const { items } = await json<{ items: { id: string; name: string }[] }>(api.get('/api/products?pageSize=1'))
  const [product = { id: '', name: '' }] = items
  const guide = await add('Z produktami')
  const product_ids = [product.id, crypto.randomUUID()]
  expect((await save(guide, { blocks: [{ id: 'p', kind: 'products', product_ids }] })).status).toBe(200)
  const saved = await read(guide.id)
  expect(saved.product_names).toEqual({ [product.id]: expect.stringMatching(`^${product.name}, \\d+\\sml$`) })
  expect(saved.blocks).toEqual([{ id: 'p', kind: 'products', product_ids }])
})

test('a picture is kept while a guide shows it, and deleted afterwards', async () => {
  const upload = async (width: number) => {
    const body = await sharp({ create: { width, height: 50, channels: 3, background: '#5A3A22' } })
      .png()
      .toBuffer()
    const headers = { 'Content-Type': 'image/png', Origin: api.base, Cookie }
    const answer = api.call('/api/admin/pictures', { method: 'POST', body: new Uint8Array(body), headers })
    return (await json<{ image_key: string }>(answer)).image_key
  }
  const keys = [await upload(41), await upload(42)]
  const isStored = () => keys.map((key) => existsSync(join(api.mediaDir, 'products', key)))
  const sweep = () =>
    sweepPictures.run({ ...api.services, now: () => new Date(Date.now() + 8 * 86_400_000) }, {}, { last: false })
  const blocks = keys.map((image_key, index) => ({ id: `b${index}`, kind: 'picture', image_key, alt: 'Flakon' }))
  const guide = await add('Ze zdjęciami')
  expect((await save(guide, { blocks: [...blocks, { ...blocks[0], id: 'c' }] })).status).toBe(200)
  await sweep()
  expect(isStored()).toEqual([true, true])
  expect((await save(await read(guide.id), { blocks: blocks.slice(0, 1) })).status).toBe(200)
  await sweep()
  expect(isStored()).toEqual([true, false])
  const { version } = await read(guide.id)
  expect((await send('DELETE', `/${guide.id}`, { version })).status).toBe(200)
  await sweep()
  expect(isStored()).toEqual([false, false])
})

test('at the limit no page is added, also by simultaneous calls', async () => {
  const missing = 49 - (await list()).length
  const rows = Array.from({ length: missing }, (_, index) => ({ slug: `pelny-${index}`, title: 'Pełny' }))
  await api.db.insertInto('guides').values(rows).execute()
  const answers = await Promise.all([tryToAdd('Ostatnia'), tryToAdd('Ponad'), tryToAdd('Ponad')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused && (await errorOf(refused)).message).toBe(
    'Poradnik ma najwyżej 50 stron. Usuń którąś, aby dodać nową.',
  )
  expect(await list()).toHaveLength(50)
})
