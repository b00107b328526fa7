// Duties of papers: invoices in KSeF, its certificates, the till. The owner sees what is missing, and is mailed in time.
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchPath } from 'react-router'
import routes from '#app/routes.ts'
import issueInvoices from '#domain/papers/invoices/issue-invoices.job.server.ts'
import type { KsefCertificateKind } from '#domain/papers/ksef/ksef-certificate.ts'
import warnOfCertificates from '#domain/papers/ksef/warn-of-certificates.job.server.ts'
import { createTestCertificate } from '#sandbox/ksef/test-certificates.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { findGapsOf } from '#tests/support/checks.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { KSEF_SELLER } from '#tests/support/ksef-shop.ts'
import { cart, productsOnSale, TYPED_COMPANY, toCourier } from '#tests/support/orders.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const started = new Date()
const clock = { now: started }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock }))
const later = (ms: number) => {
  clock.now = new Date(started.getTime() + ms)
}
/** Certificates end by the day, so their tests run at noon, far from the change of the day. */
const noonOf = (days: number) => new Date(new Date(started).setUTCHours(11, 0, 0, 0) + days * DAY_MS)
const onDay = (days: number) => {
  clock.now = noonOf(days)
}
const NIP = KSEF_SELLER.seller_nip

/** The addresses of all pages. */
const listPages = (entries: RouteConfigEntry[], parent = ''): string[] =>
  entries.flatMap(({ path, children = [] }) => {
    const page = path === undefined ? parent : `${parent}/${path}`
    return [page, ...listPages(children, page)]
  })
const PAGES = listPages(routes).filter((page) => page !== '/*')

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let headers: { Cookie: string }
test.beforeAll(async ({ api: opened }) => {
  api = opened
  api.startMail()
  orders = await openAdminOrders(api)
  headers = { Cookie: orders.admin }
  const { version } = await (await api.get('/api/admin/shop-profile', headers)).json()
  const seller = { seller_nip: NIP, seller_name: 'Anna Nowak Zapachy', seller_address: 'ul. Długa 3, 31-146 Kraków' }
  expect((await api.post('/api/admin/shop-profile', { version, ...seller }, headers)).status).toBe(200)
})
test.beforeEach(async () => {
  later(0)
  await api.db.deleteFrom('ksef_certificates').execute()
})

/** What is missing for a duty, and where, as the owner's file has it. */
async function gapsOf(title: string): Promise<string[][]> {
  const file = await (await api.get('/api/admin/exports/duties', headers)).text()
  const gaps = file.split('\r\n').flatMap((line) => {
    const [state, duty, , todo = '', url = ''] = line.split(';')
    return state?.endsWith('brakuje') && duty === title ? [[todo, url.replace(api.services.profile.shopUrl, '')]] : []
  })
  for (const [, path = ''] of gaps) expect(PAGES.some((page) => matchPath(page, path))).toBe(true)
  return gaps
}
const upload = async (kind: KsefCertificateKind, days: number) => {
  const keyUsage = kind === 'offline' ? 0x40 : 0x80
  const { certificatePem, keyPem } = createTestCertificate({ nip: NIP, keyUsage, until: noonOf(days) })
  const body = { kind, certificate: certificatePem, key: keyPem, password: '' }
  expect((await api.post('/api/admin/ksef/certificates', body, headers)).status).toBe(200)
}

async function order(company: object): Promise<string> {
  const customerData = { ...toCourier, ...company }
  const placed = await (await api.customer()).order(cart(await productsOnSale(api, 1), { customerData }))
  return (await placed.json()).orderId
}
/** It is sold once it is sent. */
async function sell(company: object): Promise<string> {
  const orderId = await order(company)
  await orders.setShipment(orderId, { status: 'shipped' })
  return orderId
}

test('KSeF is a duty of shops that invoice companies, and of every shop from 2027 on', async () => {
  const { ksef } = api.services
  if (!ksef) throw new Error('there is no KSeF')
  const judge = async (moment: string, environment: typeof ksef.environment) =>
    (await findGapsOf({ ...api.services, now: () => new Date(moment), ksef: { ...ksef, environment } }, 'ksef')).map(
      ({ todo }) => todo,
    )
  // Half an hour later it is 2027 in Poland.
  expect(await judge('2026-12-31T22:30:00Z', 'production')).toEqual([])
  expect(await judge('2026-12-31T23:30:00Z', 'production')).toEqual([expect.stringMatching(/^Wgraj certyfikat/)])
  expect(await judge('2026-12-31T23:30:00Z', 'sandbox')).toEqual([expect.stringMatching(/^Podłącz prawdziwy KSeF/)])

  await sell(TYPED_COMPANY)
  await issueInvoices.run(api.services, {}, { last: false })
  expect(await judge('2026-12-31T22:30:00Z', 'production')).toEqual([expect.stringContaining('Do 31.12.2026 wolno')])

  await upload('authentication', 100)
  expect(await judge(noonOf(99).toISOString(), 'production')).toEqual([])
  expect(await judge(noonOf(101).toISOString(), 'production')).toEqual([
    expect.stringMatching(/^Certyfikat do logowania był ważny do/),
  ])
})

test('a sale to a company without an invoice for an hour is a gap that leads to its order, until it is invoiced', async () => {
  const orderId = await sell(TYPED_COMPANY)
  await order(TYPED_COMPANY)
  await sell({})
  const listed = async () =>
    (await gapsOf('Faktury na firmę w KSeF')).map(([, path]) => path).filter((path) => path?.startsWith('/admin/zamo'))
  later(HOUR_MS / 2)
  expect(await listed()).toEqual([])
  later(HOUR_MS * 1.1)
  expect(await listed()).toEqual([`/admin/zamowienia/${orderId}#faktura`])
  await issueInvoices.run(api.services, {}, { last: false })
  expect(await listed()).toEqual([])
})

test('an invoice without its number for a day is a gap, and one that KSeF refused', async () => {
  await upload('authentication', 100)
  await sell(TYPED_COMPANY)
  await issueInvoices.run(api.services, {}, { last: false })
  const waits = [expect.stringMatching(/^Faktury bez numeru KSeF dłużej niż dobę: 1\./), '/admin/ustawienia/ksef']
  const refused = [expect.stringMatching(/^Faktury odrzucone przez KSeF: 1\./), '/admin/faktury']
  expect(await gapsOf('Faktury na firmę w KSeF')).not.toContainEqual(waits)
  later(DAY_MS + HOUR_MS)
  expect(await gapsOf('Faktury na firmę w KSeF')).toContainEqual(waits)
  await api.db.updateTable('ksef_invoices').set({ state: 'refused', problem: '450: błąd' }).execute()
  const gaps = await gapsOf('Faktury na firmę w KSeF')
  expect(gaps).toContainEqual(refused)
  expect(gaps).not.toContainEqual(waits)
})

test('certificates: the second one is missing, both end, both have ended', async () => {
  const gaps = async () => (await gapsOf('Certyfikaty KSeF')).map(([todo]) => todo)
  expect(await gaps()).toEqual([])
  await upload('authentication', 100)
  expect(await gaps()).toEqual([expect.stringMatching(/^Wgraj certyfikat do kodów/)])
  await upload('offline', 100)
  onDay(39)
  expect(await gaps()).toEqual([])
  onDay(40)
  const day = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'long', timeZone: 'Europe/Warsaw' })
  const until = day.format(noonOf(100))
  expect(await gaps()).toEqual([
    `Certyfikat do logowania jest ważny do ${until}, zostało dni: 60. Pobierz nowy i wgraj go.`,
    `Certyfikat do kodów jest ważny do ${until}, zostało dni: 60. Pobierz nowy i wgraj go.`,
  ])
  onDay(100.1)
  expect(await gaps()).toEqual([
    expect.stringMatching(/^Certyfikat do logowania był ważny do/),
    expect.stringMatching(/^Certyfikat do kodów był ważny do/),
  ])
})

test('receipts: one that waits for a day and one that is unclear are gaps that lead to the till', async () => {
  await api.db.deleteFrom('receipts').execute()
  await orders.paidAhead()
  const { checkoutId } = await orders.paidAhead()
  expect(await gapsOf('Paragony z kasy')).toEqual([])
  later(DAY_MS + HOUR_MS)
  expect(await gapsOf('Paragony z kasy')).toEqual([
    [expect.stringMatching(/^Paragony, które czekają dłużej niż dobę: 2\./), '/admin/kasa'],
  ])
  later(0)
  const taken = { state: 'printing', claim: crypto.randomUUID(), lines: '[]', gross_grosze: 100 } as const
  const claimed_at = clock.now
  await api.db
    .updateTable('receipts')
    .set({ ...taken, claimed_at })
    .where('checkout_id', '=', checkoutId)
    .execute()
  expect(await gapsOf('Paragony z kasy')).toEqual([])
  later(HOUR_MS)
  expect(await gapsOf('Paragony z kasy')).toEqual([
    [expect.stringMatching(/^Paragony, które mogły się nie wydrukować: 1\./), '/admin/kasa'],
  ])
})

test('the seller: a NIP with a wrong check digit is missing', async () => {
  const { settings } = api.services
  const paths = async (seller_nip: string) =>
    (
      await findGapsOf(
        { ...api.services, settings: { ...settings, values: { ...settings.values, seller_nip } } },
        'seller',
      )
    ).map(({ path }) => path)
  expect(await paths(NIP)).not.toContain('/admin/ustawienia/sprzedawca#seller_nip')
  for (const wrong of ['6761020308', '0000000000', '']) {
    expect(await paths(wrong)).toContain('/admin/ustawienia/sprzedawca#seller_nip')
  }
})

test('the owner is mailed once 60, 30 and 7 days before a certificate ends and once after, also when days were skipped', async () => {
  let seen = 0
  /** Runs the job on this day as often as it may run; returns the new mails. */
  const mailsOn = async (days: number) => {
    onDay(days)
    const run = () => warnOfCertificates.run(api.services, {}, { last: false })
    await Promise.all([run(), run()])
    await run()
    const unsent = api.db.selectFrom('mail_outbox').select('id').where('template', '=', 'ksef-certificate')
    await expect.poll(() => unsent.where('sent_at', 'is', null).execute()).toEqual([])
    const subjects = (await api.mailbox.messagesTo(api.admin.email)).map(({ subject }) => subject)
    const ours = subjects.filter((subject) => subject.startsWith('KSeF:')).toReversed()
    const came = ours.slice(seen)
    seen = ours.length
    return came
  }
  const ends = [expect.stringMatching(/^KSeF: certyfikat do logowania jest ważny do \d+ \S+ \d{4}$/)]
  const ended = [expect.stringMatching(/^KSeF: certyfikat do logowania stracił ważność \d+ \S+ \d{4}$/)]
  await upload('authentication', 100)
  await upload('offline', 700)
  expect(await mailsOn(39)).toEqual([])
  expect(await mailsOn(40)).toEqual(ends)
  expect(await mailsOn(41)).toEqual([])
  expect(await mailsOn(69)).toEqual([])
  // The shop was off on the day on which 30 days were left.
  expect(await mailsOn(72)).toEqual(ends)
  expect(await mailsOn(92)).toEqual([])
  expect(await mailsOn(93)).toEqual(ends)
  expect(await mailsOn(100.1)).toEqual(ended)
  expect(await mailsOn(110)).toEqual([])
  // The outbox forgets what was sent long ago. The owner is not mailed again.
  await api.db.deleteFrom('mail_outbox').execute()
  expect(await mailsOn(191)).toEqual([])
  // The new certificate of the same kind has its own days.
  later(0)
  await upload('authentication', 249)
  expect(await mailsOn(191)).toEqual(ends)
  expect(await mailsOn(192)).toEqual([])
})
