import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

let api: Api
let Cookie: string
test.beforeAll(async ({ api: started }) => {
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})

type Archive = { version: number; accent: string | null; dark: string | null; versions: { number: number }[] }
const read = async () => (await (await api.get('/api/admin/look', { Cookie })).json()) as Archive
const publish = (version: number, accent: string | null, dark: string | null) =>
  api.post('/api/admin/look', { version, accent, dark }, { Cookie })

test('colours are published in versions, shown at once, and go back to the shop’s', async () => {
  expect(await read()).toEqual({ version: 0, accent: null, dark: null, versions: [] })
  expect((await publish(0, '#2F5D50', null)).status).toBe(200)
  expect(api.services.look).toEqual({ accent: '#2f5d50', dark: null })
  expect(await read()).toMatchObject({
    version: 1,
    accent: '#2f5d50',
    dark: null,
    versions: [{ number: 1, published_by: api.admin.email }],
  })
  const { items } = (await (await api.get('/api/admin/audit', { Cookie })).json()) as { items: { sentence: string }[] }
  expect(items[0]?.sentence).toBe('Opublikowano kolory sklepu, wersja 1: akcent #2f5d50, ciemny domyślny')
  // The same again makes no version.
  expect((await publish(1, '#2f5d50', null)).status).toBe(200)
  expect((await publish(1, null, null)).status).toBe(200)
  expect(api.services.look).toEqual({ accent: null, dark: null })
  expect((await read()).versions.map(({ number }) => number)).toEqual([2, 1])
})

test('too little contrast is refused at the field with a colour that can be used, and nothing is kept', async () => {
  const before = await read()
  const answer = await publish(before.version, '#ffcc00', '#777777')
  expect(answer.status).toBe(400)
  const { error } = (await answer.json()) as { error: { fields: Record<string, string> } }
  expect(Object.keys(error.fields).sort()).toEqual(['accent', 'dark'])
  const [proposed = ''] = /#[0-9a-f]{6}$/.exec(error.fields.accent ?? '') ?? []
  expect(await read()).toEqual(before)
  expect((await publish(before.version, proposed, null)).status).toBe(200)
})

test('of windows that publish at one moment one wins, and the others are told', async () => {
  const { version } = await read()
  const colors = ['#112233', '#223311', '#331122']
  const answers = await Promise.all(colors.map((dark) => publish(version, null, dark)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const now = await read()
  expect(now.version).toBe(version + 1)
  expect(api.services.look).toEqual({ accent: null, dark: now.dark })
  // Also where nothing would change, and of a version that there is not yet.
  for (const seen of [version, 99]) expect((await publish(seen, null, now.dark)).status).toBe(409)
})
