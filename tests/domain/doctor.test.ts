import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeClock } from '#infra/doctor/check-clock.ts'
import { judgeRoom } from '#infra/doctor/check-database.ts'
import { judgeEndpoints } from '#infra/doctor/check-payments.ts'
import { judgeFreeSpace, judgeNewestBackup } from '#infra/doctor/check-storage.ts'
import { broken, doubtful, fine, type Probe } from '#infra/doctor/finding.ts'
import { formatJson, formatReport, hasBroken, hideSecrets, summarize } from '#infra/doctor/report.ts'
import { runChecks } from '#infra/doctor/run-checks.ts'
import { STRIPE_EVENTS } from '#infra/payments/stripe-events.ts'

describe('Stripe', () => {
  const url = 'https://sklep.pl/api/stripe-webhook'
  const endpoint = { url, status: 'enabled', enabled_events: [...STRIPE_EVENTS] }

  test('an endpoint that sends every event to this shop is right, also with others', () => {
    const other = { url: 'https://inny.pl/hook', status: 'disabled', enabled_events: [] }
    expect(judgeEndpoints([other, endpoint], 'https://sklep.pl').state).toBe('fine')
    expect(judgeEndpoints([{ ...endpoint, enabled_events: ['*'] }], 'https://sklep.pl').state).toBe('fine')
  })

  test('an endpoint without one event is broken, and the event is named', () => {
    for (const missing of STRIPE_EVENTS) {
      const enabled_events = STRIPE_EVENTS.filter((event) => event !== missing)
      const found = judgeEndpoints([{ ...endpoint, enabled_events }], 'https://sklep.pl')
      expect([found.state, found.details]).toEqual(['broken', [missing]])
    }
  })

  test('one with another address, or switched off, is broken; on http Stripe cannot reach the shop', () => {
    expect(judgeEndpoints([endpoint], 'https://www.sklep.pl').state).toBe('broken')
    expect(judgeEndpoints([{ ...endpoint, status: 'disabled' }], 'https://sklep.pl').state).toBe('broken')
    expect(judgeEndpoints([endpoint], 'http://localhost:3000').state).toBe('doubtful')
  })
})

test('a clock more than 30 s off is reported with its direction; beyond five minutes it is broken', () => {
  expect([-30, 0, 30].map((seconds) => judgeClock(seconds, 'inpost.pl').state)).toEqual(['fine', 'fine', 'fine'])
  expect(judgeClock(31, 'inpost.pl')).toMatchObject({
    state: 'doubtful',
    found: expect.stringMatching(/^spieszy się o 31/),
  })
  expect(judgeClock(-301, 'inpost.pl')).toMatchObject({
    state: 'broken',
    found: expect.stringMatching(/^spóźnia się o 301/),
  })
})

test('disk space: too little for orders is broken', () => {
  const states = [255, 256, 1023, 1024].map((freeMib) => judgeFreeSpace({ folder: '/data', freeMib }, 256).state)
  expect(states).toEqual(['broken', 'doubtful', 'doubtful', 'fine'])
})

test('connections: the limit must suffice for this process and others', () => {
  const judge = (limit: number, used: number) => judgeRoom({ limit, used, needed: 22 }).state
  expect([judge(97, 10), judge(20, 1), judge(97, 95)]).toEqual(['fine', 'doubtful', 'doubtful'])
})

test('the newest backup is too old after two days', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const judge = (madeAt: string | null, scheduled = true) =>
    judgeNewestBackup({ madeAt: madeAt === null ? null : new Date(madeAt), title: 'backups', scheduled, now })
  expect(judge('2026-11-25T03:30:00Z').state).toBe('fine')
  expect(judge('2026-11-25T03:30:00Z', false).state).toBe('doubtful')
  expect(judge(null).state).toBe('doubtful')
  expect(judge('2026-11-22T03:30:00Z')).toMatchObject({ state: 'broken', found: expect.stringContaining('3 dni temu') })
})

test('all checks run at the same time; one that hangs or throws holds up no other', async () => {
  const { promise: never } = Promise.withResolvers<never>()
  let givenUp = false
  const hang: Probe['run'] = (signal) => {
    signal.addEventListener('abort', () => {
      givenUp = true
    })
    return never
  }
  const results = await runChecks(
    [
      { name: 'a', title: 'Wisi', run: hang },
      { name: 'b', title: 'Rzuca', run: () => Promise.reject(Object.assign(new Error('x'), { code: 'EPERM' })) },
      { name: 'c', title: 'Dobre', run: async () => fine('gra') },
    ],
    20,
  )
  expect(results.map(({ state, found }) => [state, found])).toEqual([
    ['broken', 'brak odpowiedzi przez 0.02 s'],
    ['broken', 'nie udało się sprawdzić (EPERM)'],
    ['fine', 'gra'],
  ])
  expect(givenUp).toBe(true)
})

describe('the report', () => {
  const results = [
    { name: 'a', title: 'Baza danych', ms: 3, ...fine('odpowiada') },
    { name: 'b', title: 'Stripe', ms: 4, ...doubtful('brak kluczy', 'podaj je') },
    { name: 'c', title: 'Poczta', ms: 5, ...broken('nie odpowiada', 'uruchom ją', ['connect ECONNREFUSED']) },
  ]

  test('for people: has a sentence for each check, what to do, and a summary', () => {
    expect(formatReport(results)).toBe(
      [
        'ok     Baza danych  odpowiada.',
        'uwaga  Stripe       brak kluczy: podaj je.',
        'błąd   Poczta       nie odpowiada: uruchom ją.',
        '       connect ECONNREFUSED',
        '',
        'Sprawdzono 3: 1 ok, 1 uwaga, 1 błąd. Zacznij od błędów.',
        '',
      ].join('\n'),
    )
    expect(summarize(results.slice(0, 1))).toBe('Sprawdzono 1: 1 ok. Wszystko gra.')
  })

  test('for programs: has the same, and whether something is broken', () => {
    const report = JSON.parse(formatJson(results, new Date('2026-11-25T12:00:00Z')))
    expect(report).toMatchObject({ ok: false, checkedAt: '2026-11-25T12:00:00.000Z' })
    expect(report.checks.map(({ state }: { state: string }) => state)).toEqual(['ok', 'warning', 'error'])
    expect(hasBroken(results.slice(0, 2))).toBe(false)
  })

  test('contains no secret of the settings', () => {
    const secret = fc.string({ minLength: 8, unit: fc.constantFrom('a', 'Z', '0', '$', '.', '(', '%', '&') })
    fc.assert(
      fc.property(secret, secret, fc.string(), (token, password, around) => {
        const SMTP_URL = `smtps://shop:${encodeURIComponent(password)}@poczta.pl`
        const said = `${around} ${token} x ${password} ${SMTP_URL} ${around}`
        const hidden = hideSecrets(said, { SHIPX_TOKEN: token, SMTP_URL, PATH: '/usr/bin' })
        for (const each of [token, password, encodeURIComponent(password)]) {
          fc.pre(!around.includes(each))
          expect(hidden).not.toContain(each)
        }
      }),
    )
    expect(hideSecrets('BACKUP_KEY_FILE /etc/key.txt', { BACKUP_KEY_FILE: '/etc/key.txt' })).toContain('/etc/key.txt')
  })
})
