import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '#domain/kernel/log.ts'

let lines: string[]

beforeEach(() => {
  lines = []
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line))
  }
})
afterEach(() => {
  vi.restoreAllMocks()
})

const written = () => JSON.parse(lines.at(-1) ?? '')

test('log: a line is one JSON object with time, level and event', () => {
  log.warn('No lockers', { tries: 3, from: new Date(0) })
  expect(written()).toEqual({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    level: 'warn',
    event: 'No lockers',
    tries: 3,
    from: '1970-01-01T00:00:00.000Z',
  })
})

test('log: a field cannot overwrite the level or the event', () => {
  // The type forbids these fields, but parsed data has no type.
  log.info('real', JSON.parse('{ "level": "error", "event": "made up", "time": "never" }'))
  expect(written()).toMatchObject({ level: 'info', event: 'real', time: expect.stringMatching(/Z$/) })
})

test.for([
  'write to anna.kowalska+x@poczta.example.pl now',
  'anna%40poczta.example.pl',
  'żółć@łódź.pl',
  'postgres://shop:hunter2secret@db:5432/shop is away',
  'smtps://anna@poczta.pl:hunter2secret@mail.example:465',
  'Cookie: shop.session_token=hunter2secret; other=hunter2secret',
  'Authorization: Bearer hunter2secret',
  '{"password":"hunter2secret"}',
  "{ password: 'hunter2secret' }",
  '/?token=hunter2secret&page=2',
  'AUTH_SECRET=hunter2secret',
  'Password  aB3dE5fG7hJ9kM2nP4qR',
])('log: removes the secret of %j', (text) => {
  log.error(text, { text, error: new Error(text, { cause: new Error(text) }), nested: { list: [text] } })
  expect(lines.at(-1)).not.toMatch(/hunter2secret|anna|kowalska|żółć|aB3dE5fG7hJ9kM2nP4qR/)
  expect(written().event).toMatch(/\[(secret|e-mail|credentials)\]/)
})

test('log: a field named after a secret is not written, whatever it holds', () => {
  log.info('signed in', { email: 'x', sessionToken: 'x', headers: { cookie: 'x', accept: 'y' } })
  expect(written()).toMatchObject({
    email: '[secret]',
    sessionToken: '[secret]',
    headers: { cookie: '[secret]', accept: 'y' },
  })
})

test('log: ids, paths and plain sentences stay readable', () => {
  const text = 'GET /api/products/12345678-9abc-4def-8012-345612345678 failed in node_modules/@hono/node-server/dist'
  log.info(text)
  expect(written().event).toBe(text)
})

test('log: control characters, line ends and marks that reverse the direction of text are replaced', () => {
  log.info('a\r\nb\u0000c\u001b[31md\u0085e\u2028f\u202eg\ud800h')
  expect(written().event).toBe('a b c [31md e f g h')
})

test('log: long texts, lists and nesting are cut, and a line stays below 8 KB', () => {
  const deep: Record<string, unknown> = {}
  deep.self = deep
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, 'ż'.repeat(1000)]))
  log.error('x'.repeat(100_000), { deep, list: Array.from({ length: 1000 }, () => 'y') })
  expect(written().event).toHaveLength(200)
  expect(written().list).toHaveLength(20)
  log.error('wide', wide)
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThan(8192)
})

test('log: an error shows name, message, code and cause; a stack only at level error', () => {
  const error = Object.assign(new Error('away', { cause: new TypeError('deeper') }), { code: 'ECONNREFUSED' })
  log.warn('database', { error })
  const described = { name: 'Error', message: 'away', code: 'ECONNREFUSED', cause: { name: 'TypeError' } }
  expect(written().error).toMatchObject(described)
  expect(lines.at(-1)).not.toContain('log.test.ts')
  log.error('database', { error })
  expect(written().error).toMatchObject(described)
  expect(written().error.stack.length).toBeLessThanOrEqual(6)
  expect(written().error.stack[0]).toContain('log.test.ts')
})

test('log: leaves out rows and values that the database quotes', () => {
  const quoting = { detail: 'Kowalska', where: 'Kowalska', parameters: ['Kowalska'], internalQuery: 'Kowalska' }
  const error = new Error('invalid input syntax for type uuid: "Kowalska"')
  log.error('refused', { error: Object.assign(error, quoting, { code: '22P02', table: 'orders' }) })
  expect(lines.at(-1)).not.toContain('Kowalska')
  expect(written().error).toMatchObject({ code: '22P02', table: 'orders' })
})
