import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { listShownFilms } from '#domain/films/films-queries.server.ts'
import sweepPictures from '#domain/pictures/sweep-pictures.job.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, { clock })

const DAY_MS = 24 * 60 * 60 * 1000
const MP4 = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom', 'latin1'), Buffer.alloc(5000, 7)])
const LINK = 'https://www.tiktok.com/@sklep/video/1'

let api: Api
let Cookie: string
let image_key: string
test.beforeAll(async ({ api: started }) => {
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})
test.beforeEach(async () => {
  await api.db.deleteFrom('landing_films').execute()
  clock.now = new Date()
  image_key = await uploadPoster()
})

let posters = 0
async function uploadPoster(): Promise<string> {
  const background = { r: ++posters, g: 90, b: 60 }
  const picture = sharp({ create: { width: 480, height: 600, channels: 3, background } })
  const headers = { Cookie, Origin: api.base, 'Content-Type': 'image/png' }
  const body = new Uint8Array(await picture.png().toBuffer())
  const answer = await api.call('/api/admin/pictures', { method: 'POST', headers, body })
  return ((await answer.json()) as { image_key: string }).image_key
}
const add = (film: object) =>
  api.post('/api/admin/films', { title: 'Film', image_key, link: null, ...film }, { Cookie })
const addedId = async (film: object) => ((await (await add(film)).json()) as { id: string }).id
const upload = (id: string, body: Buffer, headers = {}) =>
  api.call(`/api/admin/films/${id}/file`, {
    method: 'POST',
    headers: { Cookie, Origin: api.base, 'Content-Type': 'video/mp4', ...headers },
    body: new Uint8Array(body),
  })
const remove = (id: string) =>
  api.call(`/api/admin/films/${id}`, { method: 'DELETE', headers: { Cookie, Origin: api.base } })
const shown = () => listShownFilms(api.db)
const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code

test('a film is shown once its file is complete, and disappears with it', async () => {
  const id = await addedId({ title: 'Oud o zmierzchu' })
  expect(await shown()).toEqual([])
  expect((await upload(id, MP4)).status).toBe(200)
  const [film] = await shown()
  expect(film).toMatchObject({ title: 'Oud o zmierzchu', image_key, link: null })
  const file = join(api.mediaDir, 'films', film?.file ?? '')
  expect(readFileSync(file).equals(MP4)).toBe(true)
  expect(await codeOf(await upload(id, MP4))).toBe('film_not_found')
  expect((await remove(id)).status).toBe(200)
  expect([await shown(), existsSync(file)]).toEqual([[], false])
  expect(await codeOf(await remove(id))).toBe('film_not_found')
})

test('an invalid or too large film is refused, and a better file can be sent', async () => {
  const id = await addedId({})
  const html = await upload(id, Buffer.from('<script>alert(1)</script> and more'))
  expect([html.status, await codeOf(html)]).toEqual([415, 'film_wrong_type'])
  expect(await codeOf(await upload(id, MP4, { 'Content-Type': 'text/plain' }))).toBe('film_wrong_type')
  const large = await upload(id, Buffer.concat([MP4, Buffer.alloc(20 * 1024 * 1024)]))
  expect([large.status, await codeOf(large)]).toEqual([413, 'film_too_large'])
  expect((await upload(id, MP4, { Origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await upload(id, MP4, { Cookie: '' })).status).toBe(404)
  expect(await shown()).toEqual([])
  expect((await upload(id, MP4)).status).toBe(200)
})

test.each([
  'http://www.tiktok.com/a',
  'https://tiktok.com.evil.example/a',
  'https://eviltiktok.com/a',
  'https://user@www.youtube.com/a',
  'javascript:alert(1)//youtube.com',
  'https://example.com/film.mp4',
])('a link leads to one of three places alone: not %s', async (link) => {
  const answer = await add({ link })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { fields: { link: expect.stringContaining('TikToka') } } })
})

test('at most three films are shown, in the order in which they were added', async () => {
  for (const title of ['Pierwszy', 'Drugi', 'Trzeci']) expect((await add({ title, link: LINK })).status).toBe(200)
  expect((await shown()).map(({ title }) => title)).toEqual(['Pierwszy', 'Drugi', 'Trzeci'])
  expect(await codeOf(await add({ link: LINK }))).toBe('film_limit_reached')
})

test('a poster must be a stored picture, and is kept as long as a film shows it', async () => {
  expect(await codeOf(await add({ image_key: '0'.repeat(32), link: LINK }))).toBe('picture_unavailable')
  const id = await addedId({ link: LINK })
  const poster = join(api.mediaDir, 'products', image_key)
  const sweep = async () => {
    clock.now = new Date(clock.now.getTime() + 8 * DAY_MS)
    await sweepPictures.run(api.services, {}, { last: false })
  }
  await sweep()
  expect(existsSync(poster)).toBe(true)
  await remove(id)
  await sweep()
  expect(existsSync(poster)).toBe(false)
})

test('adding and deleting a film invalidate cached pages and are audited', async ({ database }) => {
  const heard: (string | undefined)[] = []
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  client.on('notification', ({ payload }) => heard.push(payload))
  await client.query('listen catalog_changed')
  await remove(await addedId({ title: 'Róża', link: LINK }))
  await expect.poll(() => heard).toEqual(['all', 'all'])
  await client.end()
  const audit = await (await api.get('/api/admin/audit?noun=film', { Cookie })).json()
  const { items } = audit as { items: { sentence: string }[] }
  expect(items.slice(0, 2).map(({ sentence }) => sentence)).toEqual([
    'Usunięto film „Róża” ze strony głównej',
    'Dodano film „Róża” na stronę główną',
  ])
})
