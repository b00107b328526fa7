import sharp from 'sharp'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

let api: Api
let Cookie: string
test.beforeAll(async ({ api: started }) => {
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})

type Place = { place: string; version: string; image_key: string | null; alt: string }
const read = async () => {
  const { places } = (await (await api.get('/api/admin/front-pictures', { Cookie })).json()) as { places: Place[] }
  return Object.fromEntries(places.map((stored) => [stored.place, stored]))
}
const save = async (place: string, image_key: string | null, alt: string, version?: string) =>
  api.post(
    '/api/admin/front-pictures',
    { place, image_key, alt, version: version ?? (await read())[place]?.version },
    { Cookie },
  )
const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; fields?: Record<string, string> } }).error

async function upload(color: string): Promise<string> {
  const body = await sharp({ create: { width: 960, height: 1200, channels: 3, background: color } })
    .png()
    .toBuffer()
  const headers = { 'Content-Type': 'image/png', Origin: api.base, Cookie }
  const answer = await api.call('/api/admin/pictures', { method: 'POST', body: Buffer.from(body), headers })
  return ((await answer.json()) as { image_key: string }).image_key
}

test('pictures of the landing page are shown at once, kept by the sweeper, and go again', async () => {
  expect(Object.keys(await read())).toEqual(['hero', 'quality'])
  expect(api.services.frontPictures).toEqual({})
  const key = await upload('#5a3a22')
  expect((await save('hero', key, 'Flakon na dębowym stole')).status).toBe(200)
  expect(api.services.frontPictures).toEqual({ hero: { image_key: key, alt: 'Flakon na dębowym stole' } })
  const kept = await api.db.selectFrom('used_pictures').selectAll().where('image_key', '=', key).execute()
  expect(kept).toHaveLength(1)
  expect(await api.db.selectFrom('unused_pictures').selectAll().where('image_key', '=', key).execute()).toEqual([])
  expect((await save('hero', null, '')).status).toBe(200)
  expect(api.services.frontPictures).toEqual({})
  expect(await api.db.selectFrom('unused_pictures').selectAll().where('image_key', '=', key).execute()).toHaveLength(1)
})

test('the picture of shared links is made of the owner’s words, and is the shop’s own without any', async () => {
  expect(api.services.profile.sharePicture).toBeUndefined()
  const texts = { version: 0, 'hero.title': 'Pachnij po swojemu', 'hero.eyebrow': 'Żywice i kadzidła' }
  expect((await api.post('/api/admin/own-texts', texts, { Cookie })).status).toBe(200)
  const path = api.services.profile.sharePicture ?? ''
  expect(path).toMatch(/^\/api\/share-picture\/[0-9a-f]{8}$/)
  const answer = await api.get(path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const picture = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  // The words are light on a dark ground, which has no light point elsewhere on its left.
  const lightest = async (top: number) => {
    const part = sharp(picture).extract({ left: 60, top, width: 600, height: 120 }).greyscale().raw()
    return (await part.toBuffer()).reduce((most, level) => Math.max(most, level), 0)
  }
  expect(await lightest(230)).toBeGreaterThan(220)
  expect(await lightest(500)).toBeLessThan(90)
  expect((await api.get('/api/share-picture/00000000')).status).toBe(404)
  const others = { version: 1, 'hero.title': 'Inne słowa' }
  expect((await api.post('/api/admin/own-texts', others, { Cookie })).status).toBe(200)
  expect(api.services.profile.sharePicture).not.toBe(path)
})

test('a picture needs words, must be there, and of two windows the second is refused', async () => {
  const key = await upload('#9c7430')
  expect((await errorOf(await save('quality', key, ' '))).fields).toEqual({ alt: 'Opisz, co widać na zdjęciu' })
  expect((await errorOf(await save('quality', 'f'.repeat(32), 'Flakon'))).code).toBe('picture_unavailable')
  const version = (await read()).quality?.version
  expect((await save('quality', key, 'Flakon', version)).status).toBe(200)
  expect((await errorOf(await save('quality', null, '', version))).code).toBe('changed_meanwhile')
  expect((await read()).quality).toMatchObject({ image_key: key, alt: 'Flakon' })
})
