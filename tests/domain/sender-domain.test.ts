import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMailChecks } from '#infra/doctor/check-mail.ts'
import { runChecks } from '#infra/doctor/run-checks.ts'
import { checkDkim, checkDmarc, checkSpf, findOwner } from '#infra/doctor/sender-domain.ts'
import { createNameServer, type Records } from '#tests/support/name-server.ts'

const HOST = 'smtp.poczta.pl'
const spf = async (record: string[], more: Records = {}, host: string | null = HOST) => {
  const { state, found } = await checkSpf(createNameServer({ ...more, 'sklep.pl': { txt: record } }), 'sklep.pl', host)
  return [state, found]
}

describe('SPF', () => {
  const included = { '_spf.poczta.pl': { txt: ['v=spf1 ip4:192.0.2.0/24 -all'] } }

  test.for<[string, string, Records, string | null]>([
    ['an include of the company of the mail server', 'v=spf1 include:_spf.poczta.pl -all', included, HOST],
    ['a network with its address', 'v=spf1 ip4:192.0.2.0/24 ~all', { [HOST]: { a: ['192.0.2.7'] } }, HOST],
    ['an address', 'v=spf1 ip4:192.0.2.7 -all', {}, '192.0.2.7'],
    ['its own address record', 'v=spf1 a -all', {}, 'sklep.pl'],
    ['the hosts that take its mail', 'v=spf1 mx -all', { 'sklep.pl': {}, [HOST]: { a: ['192.0.2.7'] } }, null],
    ['another record', 'v=spf1 redirect=_spf.poczta.pl', included, HOST],
    ['capital letters', 'V=SPF1 INCLUDE:_spf.poczta.pl -ALL', included, HOST],
  ])('%s lets the mail server send', async ([, record, more, host]) => {
    expect(await spf([record], more, host)).toEqual(['fine', expect.stringContaining('sklep.pl pozwala wysyłać')])
  })

  test.for<[state: string, found: string, records: string[], more?: Records]>([
    ['broken', 'nie ma rekordu SPF', ['google-site-verification=1']],
    ['broken', 'kilka rekordów SPF', ['v=spf1 -all', 'v=spf1 mx -all']],
    ['broken', 'każdemu', ['v=spf1 include:_spf.poczta.pl +all'], included],
    ['broken', 'każdemu', ['v=spf1 include:_spf.poczta.pl all'], included],
    ['broken', '_spf.poczta.pl nie ma rekordu SPF', ['v=spf1 include:_spf.poczta.pl -all']],
    ['broken', 'ponad 10 zapytań', [`v=spf1 ${'a '.repeat(11)}-all`]],
    ['broken', 'ponad 10 zapytań', ['v=spf1 include:sklep.pl -all']],
    [
      'doubtful',
      `nie wymienia serwera ${HOST}`,
      ['v=spf1 include:_spf.google.com -all'],
      { '_spf.google.com': { txt: ['v=spf1 -all'] } },
    ],
    ['doubtful', 'nic o innych nadawcach', ['v=spf1 include:_spf.poczta.pl'], included],
  ])('%s: %s', async ([state, found, records, more]) => {
    expect(await spf(records, more)).toEqual([state, expect.stringContaining(found)])
  })

  test('any content of the DNS gives a sentence', async () => {
    const term = fc.oneof(
      fc.constantFrom('a', 'mx', '-all', 'ip4:', 'ip6:::/0', 'ip4:1.2.3.4/99', 'include:'),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(term), async (terms) => {
        const [, found] = await spf([`v=spf1 ${terms.join(' ')}`])
        expect(found).toMatch(/SPF|pozwala/)
      }),
    )
  })
})

test('the domain of a host is its registrable domain', () => {
  expect(['smtp.poczta.pl', 'POCZTA.pl.', 'mail.firma.com.pl', 'firma.com.pl', 'a.b.co'].map(findOwner)).toEqual([
    'poczta.pl',
    'poczta.pl',
    'firma.com.pl',
    'firma.com.pl',
    'b.co',
  ])
})

test.for<[state: string, record: string | null]>([
  ['fine', 'v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC'],
  ['fine', 'k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC'],
  ['broken', 'v=DKIM1; p='],
  ['broken', null],
])('DKIM is %s with %s', async ([state, record]) => {
  const names = createNameServer(record === null ? {} : { 's1._domainkey.sklep.pl': { txt: [record] } })
  expect(await checkDkim(names, 'sklep.pl', 's1')).toMatchObject({ state })
  expect(await checkDkim(names, 'sklep.pl', null)).toMatchObject({ state: 'doubtful' })
})

test.for<[state: string, domain: string, records: Records]>([
  ['fine', 'sklep.pl', { '_dmarc.sklep.pl': { txt: ['v=DMARC1; p=reject; rua=mailto:a@sklep.pl'] } }],
  ['fine', 'poczta.sklep.pl', { '_dmarc.sklep.pl': { txt: ['v=DMARC1;p=none;sp=quarantine'] } }],
  ['doubtful', 'sklep.pl', { '_dmarc.sklep.pl': { txt: ['v=DMARC1; p=none; sp=reject'] } }],
  ['doubtful', 'sklep.pl', {}],
  ['broken', 'sklep.pl', { '_dmarc.sklep.pl': { txt: ['v=DMARC1; rua=mailto:a@sklep.pl'] } }],
  ['broken', 'sklep.pl', { '_dmarc.sklep.pl': { txt: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] } }],
])('DMARC is %s for %s with %j', async ([state, domain, records]) => {
  expect(await checkDmarc(createNameServer(records), domain)).toMatchObject({ state })
})

test('a missing DMARC record is reported with what to add; an unreachable name server is no fault', async () => {
  const settings = { smtpUrl: null, mailFrom: 'biuro@sklep.pl', dkimSelector: 's1' }
  const names = createNameServer({
    'sklep.pl': { txt: ['v=spf1 mx -all'], mx: [HOST] },
    's1._domainkey.sklep.pl': { txt: ['p=MIGf'] },
  })
  const results = await runChecks(createMailChecks(settings, names))
  expect(results.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'mail doubtful',
    'spf fine',
    'dkim fine',
    'dmarc doubtful',
  ])
  expect(results.at(-1)?.advice).toContain('_dmarc.sklep.pl o treści v=DMARC1; p=none')

  const unknownDomain = await runChecks(createMailChecks({ ...settings, mailFrom: 'biuro@skelp.pl' }, names))
  expect(unknownDomain.slice(1).map(({ found }) => found)).toEqual(Array(3).fill('DNS nie zna domeny skelp.pl'))

  const silent = () => Promise.reject(Object.assign(new Error('queryTxt ETIMEOUT'), { code: 'ETIMEOUT' }))
  const away = { resolveTxt: silent, resolveMx: silent, resolve4: silent, resolve6: silent }
  const unknown = (await runChecks(createMailChecks(settings, away))).slice(1)
  expect(unknown.map(({ state, found }) => `${state} ${found}`)).toEqual(
    Array(3).fill('doubtful serwer nazw (DNS) nie odpowiada (ETIMEOUT)'),
  )
})

test('domains for tests and examples are not looked up', () => {
  const checks = createMailChecks(
    { smtpUrl: null, mailFrom: 'sklep@perfumeria.test', dkimSelector: null },
    createNameServer({}),
  )
  expect(checks.map(({ name }) => name)).toEqual(['mail'])
})
