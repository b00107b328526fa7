import { verify, X509Certificate } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { loadSecret, type StandInOptions } from '#sandbox/access.ts'
import { faultSchema } from '#sandbox/faults.ts'
import { page, setPagePolicy } from '#sandbox/page.ts'
import { failAsPlanned } from './ksef-answers.ts'
import { createKsefAuth, type KsefEnv } from './ksef-auth.ts'
import { createKsefSessions, type KsefRecord } from './ksef-sessions.ts'
import { createTestCertificate } from './test-certificates.ts'

/** The buttons of the page: the planned mode, the label, and the number of calls. */
const BUTTONS = [
  ['away', 'Przerwa: 503 przez 20 wywołań', 20],
  ['error', 'Błąd serwera (500)', 1],
  ['limit', 'Za dużo żądań (429)', 1],
  ['forbidden', 'Odebrane uprawnienie (403)', 1],
  ['revoked', 'Unieważniony certyfikat (460)', 1],
  ['cancelled', 'Następna faktura: wyślij ponownie (550)', 1],
  ['refused', 'Następna faktura: odrzucona (450)', 1],
  ['stuck', 'Następna faktura: nie kończy się przetwarzać', 1],
  ['cut_after', 'Odpowiedź ginie po przyjęciu faktury', 1],
  ['rotate', 'Nowy klucz publiczny (21470)', 1],
  ['warning', 'Ostrzeżenie w odpowiedziach', 20],
  ['new_fields', 'Nieznane pola w odpowiedziach', 100],
] as const

/** Certificates by kind, with their keyUsage. */
const KINDS: Record<string, number> = { authentication: 0x80, offline: 0x40 }
const NIP = /^\d{10}$/

/**
 * A stand-in for KSeF 2.0: signing in, sessions, invoices and receipts, the pages behind the printed codes, and test
 * certificates. Faults have buttons on the page /ksef.
 */
export function startKsef({ url, dataDir, faults, now, requireToken }: StandInOptions) {
  const [apiUrl, qrUrl] = [`${url}/ksef/v2`, `${url}/ksef/qr`]
  const auth = createKsefAuth(faults)
  const sessions = createKsefSessions({ apiUrl, faults, now })

  const api = new Hono<KsefEnv>().use(failAsPlanned(faults))
  api.route('/auth', auth.api)
  api.route('/security', sessions.publicKeys)
  api.route('/upo', sessions.links)
  api.use('/sessions/*', auth.requireAccess).route('/sessions', sessions.api)

  const given = new Map<string, string>()
  /** Certificate and key for a NIP: the same pair at each start with the same folder. */
  function loadCertificate(kind: string, nip: string): string {
    const name = `${kind}-${nip}.pem`
    const known = given.get(name)
    if (known !== undefined) return known
    const { certificatePem, keyPem } = createTestCertificate({ nip, keyUsage: KINDS[kind] ?? 0x80 })
    const pem = loadSecret(dataDir, name, certificatePem + keyPem)
    given.set(name, pem)
    return pem
  }

  const pages = new Hono()
  pages.use(setPagePolicy)
  pages.get('/qr/invoice/:nip/:day/:hash', (c) => {
    const { nip, day, hash } = c.req.param()
    const found = findByCode(sessions.records(), nip, hash)
    const isSame = found?.facts?.day === day.split('-').toReversed().join('-')
    const words = isSame
      ? html`<p class="lead">Faktura znajduje się w KSeF.</p><p>Numer KSeF: ${found.ksefNumber}</p>`
      : html`<p class="lead">Nie znaleziono faktury w KSeF.</p>`
    return c.html(page('Weryfikacja faktury (piaskownica)', html`<h1>Weryfikacja faktury</h1>${words}`))
  })
  pages.get('/qr/certificate/Nip/:context/:nip/:serial/:hash/:signature', (c) => {
    const { nip, serial, hash, signature } = c.req.param()
    const pem = NIP.test(nip) ? loadCertificate('offline', nip) : ''
    const certificate = pem === '' ? null : new X509Certificate(pem)
    const signed = c.req.url.replace(/^https?:\/\//, '').slice(0, -(signature.length + 1))
    const isKnown = certificate?.serialNumber === serial.toUpperCase()
    const isGenuine =
      isKnown &&
      verify(
        'sha256',
        Buffer.from(signed),
        { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
    const inKsef = findByCode(sessions.records(), nip, hash)
      ? 'Faktura znajduje się w KSeF.'
      : 'Faktury nie ma jeszcze w KSeF.'
    const words = isGenuine
      ? `Certyfikat wystawcy jest prawidłowy. ${inKsef}`
      : isKnown
        ? 'Podpis nie zgadza się z fakturą.'
        : 'Nie znaleziono certyfikatu wystawcy.'
    return c.html(
      page('Weryfikacja wystawcy (piaskownica)', html`<h1>Weryfikacja wystawcy</h1><p class="lead">${words}</p>`),
    )
  })
  pages.use(requireToken)
  pages.get('/', (c) => c.html(listPage(sessions.records().toReversed())))
  pages.post('/', async (c) => {
    const planned = faultSchema.safeParse({ service: 'ksef', ...readButton(await c.req.parseBody()) })
    if (planned.success) faults.set(planned.data)
    return c.redirect('/ksef', 303)
  })
  pages.get('/certyfikat', (c) => {
    const { rodzaj = '', nip = '' } = c.req.query()
    if (!(rodzaj in KINDS) || !NIP.test(nip)) return c.text('Podaj rodzaj i NIP (10 cyfr).', 400)
    c.header('Content-Disposition', `attachment; filename="${rodzaj}-${nip}.pem"`)
    return c.body(loadCertificate(rodzaj, nip), 200, { 'Content-Type': 'application/x-pem-file' })
  })

  return {
    addresses: { environment: 'sandbox' as const, apiUrl, qrUrl },
    routes: new Hono().route('/v2', api).route('/', pages),
    loadCertificate,
  }
}

const findByCode = (records: readonly KsefRecord[], nip: string, hash: string) =>
  records.find(
    (record) => record.ksefNumber?.startsWith(nip) && Buffer.from(record.hash, 'base64').toString('base64url') === hash,
  )

function readButton({ mode }: Record<string, unknown>) {
  const [, , times = 1] = BUTTONS.find(([name]) => name === mode) ?? []
  return { mode, times, ...(mode === 'cut_after' && { path: '/invoices' }) }
}

function listPage(records: readonly KsefRecord[]) {
  const buttons = BUTTONS.map(([mode, words]) => html`<button name="mode" value="${mode}">${words}</button>`)
  const entries = records.map(
    ({ facts, ksefNumber, verdict }) =>
      html`<h2>${facts?.number ?? 'Odrzucony plik'}</h2><p class="meta">${ksefNumber ?? `${verdict.code}: ${verdict.text}`}</p>`,
  )
  return page(
    'KSeF (piaskownica)',
    html`<h1>KSeF (piaskownica)</h1>
<p class="lead">Faktury stąd nie trafiają do Ministerstwa Finansów. Po ponownym uruchomieniu lista jest pusta.</p>
<form method="get" action="/ksef/certyfikat" class="bar"><input name="nip" aria-label="NIP sprzedawcy" placeholder="NIP sprzedawcy" required pattern="\\d{10}">
<button name="rodzaj" value="authentication">Certyfikat do logowania</button>
<button name="rodzaj" value="offline">Certyfikat offline</button></form>
<h2>Awarie</h2><form method="post" action="/ksef" class="bar">${buttons}</form>
<h2>Faktury</h2>${entries.length === 0 ? html`<p>Brak faktur.</p>` : entries}`,
  )
}
