// The private keys of KSeF's certificates stay in the shop: in no answer, no log, no dump and no call of KSeF.
import { createPrivateKey } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import issueInvoices from '#domain/papers/invoices/issue-invoices.job.server.ts'
import sendInvoices from '#domain/papers/ksef/send-invoices.job.server.ts'
import { dumpDatabase } from '#infra/backup/dump-database.ts'
import { MATRIX } from '#tests/api/access/access-rows.ts'
import { cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { KSEF_SELLER } from '#tests/support/ksef-shop.ts'
import { cart, productsOnSale, TYPED_COMPANY, toCourier } from '#tests/support/orders.ts'

const NIP = KSEF_SELLER.seller_nip
const PASSWORD = 'haslo-klucza-ktorego-nikt-nie-zobaczy'

/** Every form in which a key or its password could be written down. */
function formsOf(keyPem: string): string[] {
  const key = createPrivateKey(keyPem)
  const { d = '' } = key.export({ format: 'jwk' })
  const der = key.export({ type: 'pkcs8', format: 'der' })
  const secret = Buffer.from(d, 'base64url')
  const lines = keyPem.split('\n').filter((line) => line.length > 30 && !line.includes('---'))
  return [PASSWORD, d, secret.toString('base64'), secret.toString('hex'), der.toString('base64'), ...lines]
}

test('keys and passwords are in no answer of the API, no line of the log, no dump and no call of KSeF', async ({
  api,
  database,
}) => {
  const seen: string[] = []
  for (const level of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...said) => void seen.push(said.join(' ')))
  }
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const note = async (answer: Response) => {
    seen.push(JSON.stringify([...answer.headers]), await answer.text())
    return answer.status
  }
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    if (String(address).includes('/ksef/v2/'))
      seen.push(String(address), String(init?.body), JSON.stringify(init?.headers))
    return fetch(address, init)
  })
  const headers = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
  const { version } = await (await api.get('/api/admin/shop-profile', headers)).json()
  const seller = { seller_nip: NIP, seller_name: 'Anna Nowak', seller_address: 'ul. Długa 3, 31-146 Kraków' }
  expect((await api.post('/api/admin/shop-profile', { version, ...seller }, headers)).status).toBe(200)

  const forms: string[] = []
  for (const kind of ['authentication', 'offline']) {
    const pem = api.sandbox.loadKsefCertificate(kind, NIP)
    const [certificate = '', plainKey = ''] = pem.split(/(?=-----BEGIN PRIVATE)/)
    forms.push(...formsOf(plainKey))
    const key = createPrivateKey(plainKey)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSWORD })
      .toString()
    const upload = (password: string, given = certificate) =>
      api.post('/api/admin/ksef/certificates', { kind, certificate: given, key, password }, headers)
    // Refusals may repeat nothing of what was sent.
    expect(await note(await upload(''))).toBe(422)
    expect(await note(await upload(`${PASSWORD}!`))).toBe(422)
    expect(await note(await upload(PASSWORD, 'nic'))).toBe(422)
    expect(await note(await upload(PASSWORD))).toBe(200)
  }

  const buyer = await api.customer()
  const items = await productsOnSale(api, 1)
  const placed = await (await buyer.order(cart(items, { customerData: { ...toCourier, ...TYPED_COMPANY } }))).json()
  const event = { subject: 'shipment', from_status: 'created', to_status: 'shipped', actor: 'admin' } as const
  await api.db
    .insertInto('order_events')
    .values({ order_id: placed.orderId, ...event })
    .execute()
  await issueInvoices.run(api.services, {}, { last: false })
  for (const mode of ['error', 'revoked', 'forbidden'] as const) {
    await api.mailbox.planFault({ service: 'ksef', mode, times: 1 })
    await sendInvoices.run(api.services, {}, { last: false })
    await api.db
      .updateTable('ksef_invoices')
      .set({ next_at: new Date(0) })
      .execute()
    await api.mailbox.clearFaults()
  }
  await sendInvoices.run(api.services, {}, { last: false })
  const [invoice] = (await (await api.get('/api/admin/invoices', headers)).json()).items
  expect(invoice.ksef).toBe('accepted')

  for (const route of Object.keys(MATRIX)) {
    const [method, path = ''] = route.split(' ')
    if (method !== 'GET' || !path.startsWith('/api/admin/')) continue
    const id = path.includes('invoices') ? invoice.id : placed.orderId
    await note(await fetch(api.base + path.replace('{id}', id), { headers }))
  }

  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for await (const { bytes } of dumpDatabase(client, () => {})) seen.push(toText(bytes))
  await client.end()

  const all = seen.join('\n')
  // The search finds what is there: the shop's certificate, the number in KSeF, and what was said of failures.
  for (const found of ['Perfumeria (piaskownica)', invoice.ksef_number, 'ksef_unavailable'])
    expect(all).toContain(found)
  const leaks = forms.filter((form) => all.includes(form))
  expect(leaks.map((leak) => all.slice(all.indexOf(leak) - 200, all.indexOf(leak) + 80))).toEqual([])
})

const toText = (bytes: Uint8Array) =>
  (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : Buffer.from(bytes)).toString()
