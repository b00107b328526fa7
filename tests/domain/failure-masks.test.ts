import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findBrowserFamily, isOwnFailure, splitError, type UncaughtFailure } from '#domain/failures/failure.ts'
import { maskFailure } from '#domain/failures/mask-failure.ts'

const SERVER = { source: 'server', browser: null, requestId: null } as const
const mask = (failure: Partial<UncaughtFailure>) =>
  maskFailure({ ...SERVER, name: 'Error', message: '', stack: '', place: '/sklep', ...failure })

const letters = (most: number) => fc.stringMatching(new RegExp(`^[a-ząęłó]{3,${most}}$`))
const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`))

/** Personal data that a message may quote, and every mask has to remove. */
const SECRETS = {
  'e-mail': fc
    .tuple(letters(12), letters(12), letters(8))
    .map(([first, last, host]) => [`${first}.${last}@${host}.pl`, `${first}.${last}`] as const),
  'e-mail in an address': fc
    .tuple(letters(9), letters(9))
    .map(([a, b]) => [`${a}.${b}%40poczta.pl`, `${a}.${b}`] as const),
  phone: fc.tuple(digits(3), digits(3), digits(3)).map((p) => [`+48 ${p.join(' ')}`, p.join(' ')] as const),
  'order number': digits(6).map((n) => [`ZAM-2026-${n}`, n] as const),
  'id of a row': fc.uuid().map((id) => [id, id.slice(24)] as const),
  token: fc
    .stringMatching(/^[A-Za-z0-9_-]{24,60}$/)
    .filter((token) => !/^[-_]*$/.test(token))
    .map((token) => [`token ${token}`, token] as const),
  'query of an address': fc
    .stringMatching(/^[a-zł]{9,14}$/)
    .map((word) => [`https://sklep.example/s?q=${word}`, word] as const),
  'quoted text': fc
    .tuple(letters(9), letters(9), fc.constantFrom('""', "''", '„”', '``', '«»'))
    .map(([a, b, [open, close]]) => [`${open}${a} ${b}${close}`, `${a} ${b}`] as const),
}

/** Words around it, up to more than is examined. */
const surroundings = fc.array(fc.constantFrom('cannot', 'read', 'the', 'row,', "can't", 'of:', 'nie', '(a)'), {
  maxLength: 120,
})

test.for(Object.entries(SECRETS))('%s: survives in no text of a failure, wherever it stands', ([, secret]) => {
  fc.assert(
    fc.property(secret, surroundings, surroundings, ([written, told], before, after) => {
      const message = [...before, written, ...after].join(' ')
      const stack = `Error: ${message}\n    at placeOrder (file:///srv/build/server/assets/server-1a2b3c4d.js:10:5)`
      const { kind, ...masked } = mask({ message, stack, place: `GET ${message}` })
      expect(JSON.stringify(masked) + kind).not.toContain(told)
      expect(masked.frames).toEqual(['placeOrder (server-1a2b3c4d.js:10:5)'])
    }),
    { numRuns: 500 },
  )
})

test('failures that differ in numbers, quoted texts and builds are one kind; others are not', () => {
  const stack = (hash: string, line: number) => `Error\n    at placeOrder (/srv/server-${hash}.js:${line}:5)`
  const first = mask({ message: 'order 17 of "Anna" failed', stack: stack('1a2b3c4d', 10) })
  const again = mask({ message: 'order 18 of "Ola" failed', stack: stack('9z8y7x6w', 99) })
  expect(again.kind).toBe(first.kind)
  expect(first.message).toBe('order # of "…" failed')
  for (const other of [{ message: 'mail 17 of "Anna" failed' }, { name: 'TypeError' }, { stack: '' }])
    expect(mask({ message: 'order 17 of "Anna" failed', stack: stack('1a2b3c4d', 10), ...other }).kind).not.toBe(
      first.kind,
    )
})

test('an error with a code is distinguished by its place, not by the frames of its driver', () => {
  const [first, again] = ['sendQuery', 'sendLater'].map((call) =>
    mask({ code: '42P01', stack: `Error\n    at ${call} (/srv/pg.js:1:1)`, place: 'GET /sklep' }),
  )
  expect(first?.name).toBe('Error 42P01')
  expect(again?.kind).toBe(first?.kind)
  expect(mask({ code: '42P01', place: 'GET /admin' }).kind).not.toBe(first?.kind)
})

test('stack frames of all browsers are read; packages, Node and extensions are left out', () => {
  const stack = [
    'TypeError: x',
    '    at Cart (https://sklep.example/assets/shell-1a2b3c4.js?v=tajne:1:200)',
    'addItem@https://sklep.example/assets/cart-1a2b3c4.js:2:30',
    '@https://sklep.example/assets/cart-1a2b3c4.js:3:40',
    '    at async Promise.all (index 0)',
    '    at node:internal/process/task_queues:105:5',
    '    at query (/srv/node_modules/pg/lib/client.js:1:1)',
    '    at inject (chrome-extension://abcdefgh/content.js:1:1)',
    '    at https://sklep.example/zamowienie?token=tajne:1:1',
  ].join('\n')
  expect(mask({ stack }).frames).toEqual([
    'Cart (shell-1a2b3c4.js:1:200)',
    'addItem (cart-1a2b3c4.js:2:30)',
    'cart-1a2b3c4.js:3:40',
  ])
})

test('the number of a React error is kept, because it identifies the message', () => {
  expect(mask({ message: 'Minified React error #418; visit https://react.dev/errors/418?args[]=Anna' }).message).toBe(
    'Minified React error #418; visit [adres]',
  )
})

const REPORT = { error: 'TypeError: x is undefined', stack: 'f@https://a/assets/x.js:1:1', page: '/', build: 'b1' }

test.for([
  { error: 'AbortError: The user aborted a request.' },
  { error: 'TypeError: Failed to fetch' },
  { error: 'TypeError: Load failed' },
  { error: 'TypeError: NetworkError when attempting to fetch resource.' },
  { error: 'TypeError: error loading dynamically imported module: https://a/assets/x.js' },
  { error: 'TypeError: Importing a module script failed.' },
  { stack: 'f@moz-extension://x/a.js:1:1\nf@https://a/assets/x.js:1:1' },
  { stack: 'f@https://tags.example/x.js:1:1' },
])('failures not caused by the shop are left out: %j', (other) => {
  expect(isOwnFailure(REPORT, 'https://a')).toBe(true)
  expect(isOwnFailure({ ...REPORT, ...other }, 'https://a')).toBe(false)
})

test.for([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Mobile/15E Instagram 350.0', 'Instagram'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 (KHTML, like Gecko) Chrome/140.0 Safari/537 Edg/140.0', 'Edge'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537',
    'Samsung Internet',
  ],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605 (KHTML, like Gecko) Version/18.0 Safari/605', 'Safari'],
  ['', 'inna przeglądarka'],
] as const)('of a browser only its family is kept: %s', ([userAgent, family]) => {
  expect(findBrowserFamily(userAgent)).toBe(family)
})

test.for([
  ['TypeError: x: is "a: b"', { name: 'TypeError', message: 'x: is "a: b"' }],
  ['RangeError', { name: 'RangeError', message: '' }],
  ['[object Object]', { name: 'Error', message: '[object Object]' }],
  ['', { name: 'Error', message: '' }],
] as const)('a logged error has a name and a message: %s', ([written, parts]) => {
  expect(splitError(written)).toEqual(parts)
})
