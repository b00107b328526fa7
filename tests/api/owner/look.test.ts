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

type Archive = {
  version: number
  accent: string | null
  dark: string | null
  logo: string | null
  versions: { number: number; logo: string | null }[]
}
const read = async () => (await (await api.get('/api/admin/look', { Cookie })).json()) as Archive
const publish = (version: number, accent: string | null, dark: string | null, logo: string | null = null) =>
  api.post('/api/admin/look', { version, accent, dark, logo }, { Cookie })

const NIGHT = '#171310'
/** A mark on a canvas with transparent edges. */
const draw = (width: number, height: number, color = NIGHT) =>
  sharp({ create: { width, height, channels: 4, background: color } })
    .extend({ top: 30, bottom: 10, left: 20, right: 50, background: '#ffffff00' })
    .png()
    .toBuffer()
const upload = (bytes: Uint8Array, type = 'image/png') =>
  api.call('/api/admin/logos', {
    method: 'POST',
    body: Buffer.from(bytes),
    headers: { 'Content-Type': type, Origin: api.base, Cookie },
  })
const refusal = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { code: string; message: string } }
  return [answer.status, error.code]
}
const uploaded = async (bytes: Uint8Array) => {
  const answer = await upload(bytes)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { logo: string }).logo
}

test('colours are published in versions, shown at once, and go back to the shop’s', async () => {
  expect(await read()).toEqual({ version: 0, accent: null, dark: null, logo: null, versions: [] })
  expect((await publish(0, '#2F5D50', null)).status).toBe(200)
  expect(api.services.look).toEqual({ accent: '#2f5d50', dark: null, logo: null })
  expect(await read()).toMatchObject({
    version: 1,
    accent: '#2f5d50',
    dark: null,
    versions: [{ number: 1, published_by: api.admin.email }],
  })
  const { items } = (await (await api.get('/api/admin/audit', { Cookie })).json()) as { items: { sentence: string }[] }
  expect(items[0]?.sentence).toBe('Opublikowano wygląd sklepu, wersja 1: akcent #2f5d50, ciemny domyślny, bez logo')
  // The same again makes no version.
  expect((await publish(1, '#2f5d50', null)).status).toBe(200)
  expect((await publish(1, null, null)).status).toBe(200)
  expect(api.services.look).toEqual({ accent: null, dark: null, logo: null })
  expect((await read()).versions.map(({ number }) => number)).toEqual([2, 1])
})

test('too little contrast is refused at the field with a colour that can be used, and nothing is stored', async () => {
  const before = await read()
  const answer = await publish(before.version, '#ffcc00', '#777777')
  expect(answer.status).toBe(400)
  const { error } = (await answer.json()) as { error: { fields: Record<string, string> } }
  expect(Object.keys(error.fields).sort()).toEqual(['accent', 'dark'])
  const [proposed = ''] = /#[0-9a-f]{6}$/.exec(error.fields.accent ?? '') ?? []
  expect(await read()).toEqual(before)
  expect((await publish(before.version, proposed, null)).status).toBe(200)
})

test('of windows that publish at the same time one succeeds, and the others are refused', async () => {
  const { version } = await read()
  const colors = ['#112233', '#223311', '#331122']
  const answers = await Promise.all(colors.map((dark) => publish(version, null, dark)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const now = await read()
  expect(now.version).toBe(version + 1)
  expect(api.services.look).toEqual({ accent: null, dark: now.dark, logo: null })
  // Also where nothing would change, and of a version that there is not yet.
  for (const seen of [version, 99]) expect((await publish(seen, null, now.dark)).status).toBe(409)
})

test('a logo loses its empty edges, keeps proportions and transparency, and is shown from its own address', async () => {
  const { version } = await read()
  const logo = await uploaded(await draw(1000, 250))
  expect(await read()).toMatchObject({ version, logo: null })
  expect((await publish(version, null, null, logo)).status).toBe(200)
  const src = `/api/logo/${logo}`
  expect(api.services.look.logo).toEqual({ src, width: 160, height: 40 })
  const answer = await api.get(src)
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 384, height: 96 })

  // A ring keeps what is empty within it; the widest one is as wide as the header lets it be.
  const ring = await sharp(
    await sharp({ create: { width: 800, height: 60, channels: 4, background: '#ffffff00' } })
      .png()
      .toBuffer(),
  )
    .extend({ top: 20, bottom: 20, left: 20, right: 20, background: NIGHT })
    .png()
    .toBuffer()
  const clear = await uploaded(ring)
  expect((await publish(version + 1, null, null, clear)).status).toBe(200)
  expect(api.services.look.logo).toMatchObject({ width: 240, height: 29 })
  const shown = sharp(Buffer.from(await (await api.get(`/api/logo/${clear}`)).arrayBuffer()))
  expect((await shown.stats()).channels[3]).toMatchObject({ min: 0, max: 255 })

  // The same logo again makes no version. It can be removed, and the logo of an earlier version can be published again.
  expect((await publish(version + 2, null, null, clear)).status).toBe(200)
  expect((await publish(version + 2, null, null)).status).toBe(200)
  expect(api.services.look.logo).toBeNull()
  expect((await publish(version + 3, null, null, logo)).status).toBe(200)
  expect((await read()).versions.slice(0, 4).map((one) => one.logo)).toEqual([logo, null, clear, logo])
  const { items } = (await (await api.get('/api/admin/audit', { Cookie })).json()) as { items: { sentence: string }[] }
  expect(items[0]?.sentence).toMatch(/ z logo$/)
})

test('each kind of unusable logo is refused with its own sentence, and nothing is stored', async () => {
  const count = () => api.db.selectFrom('logos').select('key').execute()
  const before = await count()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await refusal(await upload(svg, 'image/svg+xml'))).toEqual([415, 'logo_wrong_type'])
  expect(await refusal(await upload(svg))).toEqual([415, 'logo_wrong_type'])
  const whole = await draw(400, 200)
  expect(await refusal(await upload(whole.subarray(0, whole.length / 2)))).toEqual([422, 'picture_broken'])
  expect(await refusal(await upload(Buffer.alloc(5_242_881)))).toEqual([413, 'picture_too_large'])
  const huge = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: NIGHT } })
    .png()
    .toBuffer()
  expect(await refusal(await upload(huge))).toEqual([422, 'picture_too_many_pixels'])
  for (const [width, height] of [
    [1100, 100],
    [100, 210],
  ] as const) {
    expect(await refusal(await upload(await draw(width, height)))).toEqual([422, 'logo_wrong_shape'])
  }
  expect(await refusal(await upload(await draw(200, 40)))).toEqual([422, 'logo_too_small'])
  expect(await refusal(await upload(await draw(400, 100, '#ffffff')))).toEqual([422, 'logo_too_pale'])
  const empty = sharp({ create: { width: 400, height: 100, channels: 4, background: '#00000000' } })
  expect(await refusal(await upload(await empty.png().toBuffer()))).toEqual([422, 'logo_too_pale'])
  expect(await count()).toEqual(before)
  const { version } = await read()
  expect(await refusal(await publish(version, null, null, 'f'.repeat(32)))).toEqual([409, 'logo_unavailable'])
  expect((await publish(version, null, null, '../x')).status).toBe(400)
  expect((await api.get(`/api/logo/${'f'.repeat(32)}`)).status).toBe(404)
})

test('a later upload deletes a logo that was not published, and keeps a published one', async () => {
  const { version } = await read()
  const [published, unused] = [await uploaded(await draw(300, 100)), await uploaded(await draw(310, 100))]
  expect((await publish(version, null, null, published)).status).toBe(200)
  expect((await publish(version + 1, null, null)).status).toBe(200)
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000)
  await api.db.updateTable('logos').set({ uploaded_at: old }).execute()
  await uploaded(await draw(320, 100))
  expect((await api.get(`/api/logo/${published}`)).status).toBe(200)
  expect((await api.get(`/api/logo/${unused}`)).status).toBe(404)
  expect((await publish(version + 2, null, null, unused)).status).toBe(409)
})
