import { randomUUID } from 'node:crypto'
import { toPanelCheckouts } from '#app/panel/orders/order-history.tsx'
import { hashConsentText } from '#domain/consents/consent-store.server.ts'
import { findOrMakeContract } from '#domain/contracts/make-contract.server.ts'
import { listCheckoutOrders } from '#domain/orders/order-queries.server.ts'
import { anonymiseOrdersBefore } from '#domain/retention/retention-store.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { findGapsOf } from '#tests/support/checks.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { cart, errorOf, orderAhead, prepaidCart, productsOnSale, toCourier } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf-text.ts'

let api: Api
let admin: string
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  api.startMail()
})

const NAMES = { firstName: 'Łucja', lastName: 'Żółć-Gęślą', city: 'Świętochłowice' }

async function place(count: number, email?: string) {
  const buyer = await api.customer(email)
  const items = await productsOnSale(api, count)
  const answer = await buyer.order(cart(items, { customerData: { ...toCourier, ...NAMES } }))
  expect(answer.status).toBe(200)
  const { checkoutId, orderIds } = (await answer.json()) as { checkoutId: string; orderIds: string[] }
  return { buyer, items, checkoutId, orderIds, orderId: orderIds[0] ?? '' }
}

const download = async (path: string, headers: Record<string, string>) => {
  const answer = await api.get(path, headers)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  return Buffer.from(await answer.arrayBuffer())
}
const linkOf = (checkoutId: string) => new URL(api.services.orderLinks.create(checkoutId)).hash.slice(1)
const zl = (grosze: number) => `${(grosze / 100).toFixed(2).replace('.', ',')} zł`

test('contract: is attached to the confirmation, with exact sums, Polish letters and the terms', async () => {
  const { buyer, checkoutId, orderIds, items } = await place(2, 'lucja@example.test')
  await eventually(async () => expect(await api.mailbox.messagesTo(buyer.email)).toHaveLength(1))
  const [mail] = await api.mailbox.messagesTo(buyer.email)
  if (!mail) throw new Error('no mail')
  expect(mail.attachments).toEqual([`umowa-${orderIds[0]?.slice(0, 8)}.pdf`, 'regulamin-2026-01-01.pdf'])
  const bytes = await api.mailbox.attachmentOf(mail)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const pages = await readPdf(bytes)
  const text = pages.join(' ')
  const orders = await api.db.selectFrom('orders').selectAll().where('checkout_id', '=', checkoutId).execute()
  const sum = (column: 'items_grosze' | 'shipping_grosze' | 'total_grosze') =>
    orders.reduce((total, order) => total + order[column], 0)
  expect(sum('total_grosze')).toBe(sum('items_grosze') + sum('shipping_grosze'))
  const { profile } = api.services
  for (const part of [
    ...orderIds.map((id) => id.slice(0, 8)),
    ...items.map(({ name }) => name),
    ...orders.map(({ items_grosze }) => zl(items_grosze)),
    ...orders.flatMap(({ gift_name, gift_pieces }) =>
      gift_name ? [`+GRATIS: ${gift_name} ${gift_pieces} × 0,00 zł`] : [],
    ),
    `Produkty ${zl(sum('items_grosze'))}`,
    `Dostawa ${zl(sum('shipping_grosze'))}`,
    `Razem ${zl(sum('total_grosze'))}`,
    'Łucja Żółć-Gęślą',
    'Świętochłowice',
    buyer.email,
    profile.sellerName,
    profile.sellerNip,
    'Za pobraniem, przy odbiorze przesyłki',
    'w wersji obowiązującej od 1 stycznia 2026',
    'Mają Państwo prawo odstąpić od niniejszej umowy w terminie 14 dni',
    'Wzór formularza odstąpienia od umowy',
    `strona ${pages.length} z ${pages.length}`,
  ]) {
    expect(text).toContain(part)
  }
  const terms = (await readPdf(await api.mailbox.attachmentOf(mail, 1))).join(' ')
  for (const part of ['§ 1. Kto prowadzi sklep', '§ 11. Postanowienia końcowe', 'Reklamację można złożyć']) {
    expect(terms).toContain(part)
  }
  // The fonts are embedded as subsets, so that every reader shows the letters.
  expect(bytes.toString('latin1')).toMatch(/\/[A-Z]{6}\+Figtree/)
  expect(bytes.length).toBeLessThan(200_000)

  for (const orderId of orderIds) {
    expect(await download(`/api/me/orders/${orderId}/contract`, { Cookie: buyer.cookie })).toEqual(bytes)
    expect(await download(`/api/admin/orders/${orderId}/contract`, { Cookie: admin })).toEqual(bytes)
  }
})

test('contract: the holder of a link gets it only with the address of the buyer', async () => {
  const { buyer, checkoutId } = await place(1)
  const ask = (token: string, email: string) => api.post('/api/order-link/contract', { token, email })
  expect(await errorOf(await ask(linkOf(checkoutId), 'ktos@example.test'))).toMatchObject({
    code: 'contract_other_email',
  })
  expect(await errorOf(await ask('zmyslony', buyer.email))).toMatchObject({ code: 'order_link_invalid' })
  const answer = await ask(linkOf(checkoutId), ` ${buyer.email.toUpperCase()} `)
  expect(answer.status).toBe(200)
  const { filename, pdf } = (await answer.json()) as { filename: string; pdf: string }
  expect(filename).toMatch(/^umowa-\d{8}\.pdf$/)
  expect((await readPdf(Buffer.from(pdf, 'base64'))).join(' ')).toContain('Łucja Żółć-Gęślą')
  const link = await (await api.post('/api/order-link', { token: linkOf(checkoutId) })).json()
  expect(link).toMatchObject({ terms: '2026-01-01', contract: true })
})

test('contract: there is none before a prepaid order is paid, and none for strangers', async () => {
  const buyer = await api.customer()
  const placed = await orderAhead(api, buyer, prepaidCart(await productsOnSale(api, 1)))
  const { orderId, checkoutId } = (await placed.json()) as { orderId: string; checkoutId: string }
  const unpaid = await api.get(`/api/me/orders/${orderId}/contract`, { Cookie: buyer.cookie })
  expect([unpaid.status, await errorOf(unpaid)]).toMatchObject([409, { code: 'contract_not_concluded' }])
  expect(await (await api.post('/api/order-link', { token: linkOf(checkoutId) })).json()).toMatchObject({
    contract: false,
  })
  const stranger = await api.customer()
  for (const id of [orderId, randomUUID(), 'nie-id']) {
    expect((await api.get(`/api/me/orders/${id}/contract`, { Cookie: stranger.cookie })).status).toBe(404)
  }
  await api.db
    .updateTable('payments')
    .set({ status: 'paid', paid_at: new Date() })
    .where('order_id', '=', orderId)
    .execute()
  const bytes = await download(`/api/me/orders/${orderId}/contract`, { Cookie: buyer.cookie })
  expect((await readPdf(bytes)).join(' ')).toContain('Z góry, opłacone online')
})

test('contract: five requests at once get the same one, which stays the same when the seller changes', async () => {
  const { checkoutId } = await place(1)
  const made = await Promise.all(Array.from({ length: 5 }, () => findOrMakeContract(api.services, checkoutId)))
  const [first] = made
  for (const contract of made) expect(contract).toEqual(first)
  const profile = { ...api.services.profile, sellerName: 'Inny Sprzedawca' }
  expect(await findOrMakeContract({ ...api.services, profile }, checkoutId)).toEqual(first)
})

test('contract: shows letters that the shop’s font lacks', async () => {
  const bytes = await api.services.pdf.write({
    title: 'Próba',
    foot: 'Próba',
    parts: [
      { kind: 'text', text: 'Олена Шевченко' },
      { kind: 'point', mark: '1.', text: 'ąćęłńóśźż ĄĆĘŁŃÓŚŹŻ' },
    ],
  })
  const [page = ''] = await readPdf(bytes)
  expect(page).toContain('Олена Шевченко')
  expect(page).toContain('ąćęłńóśźż ĄĆĘŁŃÓŚŹŻ')
})

test('contract: is deleted when the order is anonymised, and nobody is offered it', async () => {
  const { checkoutId, orderId } = await place(1)
  await findOrMakeContract(api.services, checkoutId)
  const offered = async () => {
    const { now, orderLinks } = api.services
    const state = { now: now(), paymentOn: true, additions: new Map(), orderLinks }
    const [own] = toPanelCheckouts(await listCheckoutOrders(api.db, checkoutId), state)
    const owner = await (await api.get(`/api/admin/orders/${orderId}`, { Cookie: admin })).json()
    const linked = await (await api.post('/api/order-link', { token: linkOf(checkoutId) })).json()
    return [owner.contract, linked.contract, own?.orders[0]?.hasContract]
  }
  expect(await offered()).toEqual([true, true, true])
  await api.db
    .updateTable('orders')
    .set({ created_at: new Date('2019-05-05') })
    .where('id', '=', orderId)
    .execute()
  await anonymiseOrdersBefore(api.db, 'any', new Date('2020-01-01'))
  const left = await api.db
    .selectFrom('contracts')
    .select('checkout_id')
    .where('checkout_id', '=', checkoutId)
    .execute()
  expect(left).toEqual([])
  expect(await offered()).toEqual([false, false, false])
  expect((await api.get(`/api/admin/orders/${orderId}/contract`, { Cookie: admin })).status).toBe(404)
})

test('duties: terms, contracts and consent are fulfilled in a new shop, otherwise name what is missing', async () => {
  const { services } = api
  for (const key of ['terms-in-force', 'first-terms', 'consent-log'])
    expect(await findGapsOf(services, key)).toEqual([])
  const profile = { ...services.profile, sellerName: 'Inny Sprzedawca', sellerNip: '111-111-11-11' }
  const gap = {
    about: 'Cały sklep',
    todo: expect.stringContaining('(nazwa sprzedawcy, NIP)'),
    path: '/admin/regulamin',
  }
  // Before the first real order they are published at once, so a start on https without them is refused.
  expect(services.checks.find(({ key }) => key === 'first-terms')?.law?.grave).toBe(true)
  expect(await findGapsOf({ ...services, profile }, 'first-terms')).toEqual([gap])
  expect(await findGapsOf({ ...services, profile }, 'terms-in-force')).toEqual([])
  await api.db.updateTable('checkouts').set({ on_https: true }).execute()
  expect(await findGapsOf({ ...services, profile }, 'first-terms')).toEqual([])
  expect(await findGapsOf({ ...services, profile }, 'terms-in-force')).toEqual([gap])
  await api.db.updateTable('checkouts').set({ on_https: false }).execute()
  const analytics = {
    ids: ['G-A'],
    conversion: null,
    scriptOrigin: 'https://tag.example.test',
    purposes: ['statistics'],
    consentSha256: hashConsentText(['statistics']),
  } as const
  expect(await findGapsOf({ ...services, analytics }, 'consent-log')).toEqual([])
  expect(
    await findGapsOf({ ...services, analytics: { ...analytics, consentSha256: 'x' } }, 'consent-log'),
  ).toHaveLength(1)

  const before = await findGapsOf(services, 'durable-contract')
  const { buyer, checkoutId } = await place(1)
  await eventually(async () => expect(await api.mailbox.messagesTo(buyer.email)).toHaveLength(1))
  expect(await findGapsOf(services, 'durable-contract')).toEqual(before)
  await api.db.deleteFrom('contracts').where('checkout_id', '=', checkoutId).execute()
  expect(await findGapsOf(services, 'durable-contract')).toMatchObject([
    { todo: expect.stringContaining('bez umowy w PDF: 1.') },
  ])
})
