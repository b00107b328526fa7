import { sql } from 'kysely'
import { composeShopTexts } from '#app/shop-texts.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

/* What the owner writes in place of the shop's texts. Pages read it from `services.ownTexts`, and so does this file. */

const test = base.extend('demo', { scope: 'file' }, false)

let api: Api
let Cookie: string
test.beforeAll(async ({ api: started }) => {
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})

type Archive = {
  version: number
  texts: Record<string, unknown>
  versions: { number: number; changed: string[]; published_by: string | null; published_at: string }[]
}
const read = async () => (await (await api.get('/api/admin/own-texts', { Cookie })).json()) as Archive
const publish = async (texts: object, version?: number) =>
  api.post('/api/admin/own-texts', { version: version ?? (await read()).version, ...texts }, { Cookie })
const restore = async (number: number, version?: number) =>
  api.post('/api/admin/own-texts/restore', { version: version ?? (await read()).version, number }, { Cookie })
const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; fields?: Record<string, string> } }).error
const shown = () => composeShopTexts(api.services.ownTexts)

test('published texts are shown at once, others stay the shop’s, and the version says who changed what', async () => {
  const before = shown()
  const answer = await publish({
    'hero.title': '  Zapach   na miarę ',
    'quality.paragraphs': 'Pierwszy akapit.\r\n\r\n\r\nDrugi <b>akapit</b>.\nTrzeci.',
    'footer.text': ' ',
  })
  expect(answer.status).toBe(200)
  expect(shown()).toEqual({
    ...before,
    hero: { ...before.hero, title: 'Zapach na miarę' },
    quality: { ...before.quality, paragraphs: ['Pierwszy akapit.', 'Drugi <b>akapit</b>.', 'Trzeci.'] },
  })
  const { version, texts, versions } = await read()
  expect(Object.keys(texts).sort()).toEqual(['hero.title', 'quality.paragraphs'])
  expect(versions).toEqual([
    {
      number: version,
      changed: ['hero.title', 'quality.paragraphs'],
      published_by: api.admin.email,
      published_at: expect.any(String),
    },
  ])
  const { items } = (await (await api.get('/api/admin/audit', { Cookie })).json()) as { items: { sentence: string }[] }
  expect(items[0]?.sentence).toBe(
    'Opublikowano teksty sklepu, wersja 1: Strona główna: początek, Hasło; Strona główna: jakość zamienników, Tekst',
  )
})

test('publishing the same texts again makes no new version', async () => {
  const { version, texts } = await read()
  expect((await publish(texts)).status).toBe(200)
  expect((await read()).version).toBe(version)
})

test('too long texts, control characters, half a question and duplicates are refused at the field', async () => {
  const before = await read()
  const answer = await publish({
    'hero.title': 'a'.repeat(46),
    'about.title': 'Kim\u0007 jesteśmy',
    'contact.text': 'od\u202Etyłu',
    faq: 'Czy?\nTak.\n\nKiedy?\n \n\nIle?\nDwa.',
  })
  expect(answer.status).toBe(400)
  expect((await errorOf(answer)).fields).toEqual({
    faq: 'Dopisz odpowiedź w linii pod pytaniem „Kiedy?”',
    'hero.title': 'Wpisz najwyżej 45 znaków',
    'about.title': 'Usuń niedozwolone znaki',
    'contact.text': 'Usuń niedozwolone znaki',
  })
  const mistakeOf = async (faq: string) => (await errorOf(await publish({ faq }))).fields?.faq
  expect(await mistakeOf('Czy?\nTak.\n\nCzy?\nNie.')).toBe('To pytanie jest dwa razy: „Czy?”')
  const many = Array.from({ length: 21 }, (_, index) => `Pytanie ${index}?\nTak.`).join('\n\n')
  expect(await mistakeOf(many)).toBe('Najwyżej 20 pytań')
  for (const texts of [
    // A text that the law prescribes, and unknown slots.
    { 'terms.title': 'Regulamin' },
    { 'about.points.3.title': 'Czwarty' },
    { 'hero.points.3': 'Czwarta obietnica' },
    { 'hero.points': 'Jedna' },
    { __proto__: { 'hero.text': 'x' }, 'constructor.name': 'x' },
  ]) {
    expect((await publish(texts)).status).toBe(400)
  }
  expect(await read()).toEqual(before)
})

test('of two windows one publishes and the other is refused, also at the same time', async () => {
  const { version } = await read()
  const answers = await Promise.all(
    ['Pierwsze', 'Drugie', 'Trzecie'].map((word) => publish({ 'hero.title': word }, version)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  for (const answer of answers.filter(({ status }) => status === 409))
    expect((await errorOf(answer)).code).toBe('changed_meanwhile')
  const after = await read()
  expect(after.version).toBe(version + 1)
  expect(shown().hero.title).toBe(after.texts['hero.title'])
  expect((await restore(0, version)).status).toBe(409)
})

test('a version that another window is storing at this moment makes this one wait, and refuses it', async () => {
  const { version } = await read()
  let second: Promise<Response> | undefined
  await api.db.transaction().execute(async (trx) => {
    const stored = { number: version + 1, texts: '{}', changed: [], published_by: 'a' }
    await trx.insertInto('own_texts').values(stored).execute()
    second = publish({ 'hero.title': 'Za późno' }, version)
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`.execute(api.db)).rows.length)
      .toBeGreaterThan(0)
  })
  expect((await second)?.status).toBe(409)
})

test('restoring an earlier version makes a new one, and version 0 restores the shop’s texts', async () => {
  expect((await publish({ 'contact.title': 'Zadzwoń' })).status).toBe(200)
  const { version } = await read()
  expect((await publish({ 'contact.title': 'Napisz' })).status).toBe(200)
  expect((await restore(version)).status).toBe(200)
  expect(shown().contact.title).toBe('Zadzwoń')
  expect((await read()).version).toBe(version + 2)
  expect((await errorOf(await restore(99))).code).toBe('text_version_not_found')
  expect((await restore(0)).status).toBe(200)
  expect(shown()).toEqual(composeShopTexts({}))
  expect((await read()).texts).toEqual({})
})

test('own questions replace the shop’s, except the one about gifts, which follows the rule', async () => {
  const faq = 'Czy pakujecie na prezent?\nTak, <em>za darmo</em>.\nZ liścikiem.\n\n\nKiedy?\nZawsze.'
  expect((await publish({ faq })).status).toBe(200)
  const [first, second, ...rest] = shown().faq
  expect(first).toEqual({
    question: 'Czy pakujecie na prezent?',
    answer: 'Tak, <em>za darmo</em>. Z liścikiem.',
  })
  expect(second).toEqual({ question: 'Kiedy?', answer: 'Zawsze.' })
  expect(rest.map(({ about }) => about)).toEqual(['gift'])
  expect((await publish({ faq: '\n' })).status).toBe(200)
  expect(shown().faq).toEqual(composeShopTexts({}).faq)
})
