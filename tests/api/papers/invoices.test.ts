// Invoices from the sale to the buyer's mailbox: who gets one, when, what it says, and who may read it.

import { cancelOrder } from '#domain/flows/orders/cancel-order.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { issueInvoice } from '#domain/papers/invoices/issue-invoice.server.ts'
import issueInvoices from '#domain/papers/invoices/issue-invoices.job.server.ts'
import { buildFa3 } from '#domain/papers/ksef/fa3.ts'
import { anonymiseOrdersBefore } from '#domain/retention/retention-store.server.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { type CartItem, cart, errorOf, productsOnSale, TYPED_COMPANY, toCourier } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import { openReturns } from '#tests/support/returns.ts'

const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock }))

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let items: CartItem[]
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  orders = await openAdminOrders(api)
  items = await productsOnSale(api, 2)
})

const PERSON = { name: 'Łucja Nowak', street: 'Krótka 2', postal_code: '31-146', city: 'Kraków' }

const asOwner = (path: string) => api.get(path, { Cookie: orders.admin })
const run = () => issueInvoices.run(api.services, {}, { last: false })
const papersOf = (checkoutId: string) =>
  api.db.selectFrom('invoices').selectAll().where('checkout_id', '=', checkoutId).orderBy('issued_at').execute()

/** Orders both products on delivery, and sends the parcel. */
async function sell(more: object, isSent = true) {
  const buyer = await api.customer()
  const placed = await (await buyer.order(cart(items, { customerData: { ...toCourier, ...more } }))).json()
  if (isSent) await markSent(placed.orderIds)
  return { ...placed, buyer } as { checkoutId: string; orderIds: string[]; buyer: typeof buyer }
}
async function markSent(orderIds: readonly string[]) {
  for (const order_id of orderIds) {
    await api.db.updateTable('shipments').set({ status: 'shipped' }).where('order_id', '=', order_id).execute()
    const event = {
      order_id,
      subject: 'shipment',
      from_status: 'created',
      to_status: 'shipped',
      actor: 'admin',
    } as const
    await api.db.insertInto('order_events').values(event).execute()
  }
}
async function readPaper(path: string, Cookie: string) {
  const answer = await api.get(path, { Cookie })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).join(' ')
}

test('on delivery: the company gets its invoice when the parcel is sent, by mail, in the panel and on the list', async () => {
  const sale = await sell(TYPED_COMPANY, false)
  await run()
  expect(await papersOf(sale.checkoutId)).toEqual([])
  await markSent(sale.orderIds)
  await run()
  await run()
  const [paper, ...others] = await papersOf(sale.checkoutId)
  expect(others).toEqual([])
  expect(paper?.number).toMatch(/^FV\/20\d\d\/\d{6}$/)

  const subject = `Faktura ${paper?.number}`
  await expect
    .poll(async () => (await api.mailbox.messagesTo(sale.buyer.email)).map((mail) => mail.subject))
    .toContain(subject)
  const mail = (await api.mailbox.messagesTo(sale.buyer.email)).find((each) => each.subject === subject)
  expect(mail?.attachments).toEqual([`faktura-${paper?.number.replaceAll('/', '-')}.pdf`])

  const own = await (await api.get(`/api/me/orders/${sale.orderIds[0]}/invoices`, { Cookie: sale.buyer.cookie })).json()
  expect(own).toEqual({ invoices: [{ id: paper?.id, number: paper?.number }], may_ask: false })
  const text = await readPaper(`/api/me/invoices/${paper?.id}`, sale.buyer.cookie)
  for (const part of [
    subject,
    'Gabinet „Róża” Sp. z o.o.',
    'NIP 774-000-14-54',
    'ul. Długa 1/2',
    'Stawka 23%',
    'Za pobraniem',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Faktura do paragonu')

  const stranger = await api.customer()
  expect((await api.get(`/api/me/invoices/${paper?.id}`, { Cookie: stranger.cookie })).status).toBe(404)
  expect(await readPaper(`/api/admin/invoices/${paper?.id}`, orders.admin)).toBe(text)
  for (const search of [paper?.number ?? '', '774-000-14-54', 'róża', sale.orderIds[0]?.slice(0, 8) ?? '']) {
    const found = await (await asOwner(`/api/admin/invoices?${new URLSearchParams({ search })}`)).json()
    expect(
      found.items.map(({ id }: { id: string }) => id),
      search,
    ).toContain(paper?.id)
  }
  const file = await (await asOwner('/api/admin/exports/invoices?kind=invoice')).text()
  expect(file).toContain(`${paper?.number};`)
  expect((await (await asOwner('/api/admin/invoices?kind=correction')).json()).items).toEqual([])
})

test('a unit that buys under the company’s NIP is on the invoice and on its correction', async () => {
  const unit = { unit_name: 'Szkoła nr 1', unit_street: 'Szkolna 5', unit_postal_code: '90-002', unit_city: 'Łódź' }
  const sale = await sell({ ...TYPED_COMPANY, ...unit, unit_kind: 'local_government' })
  await run()
  const [order_id = ''] = sale.orderIds
  await api.db.insertInto('transfers').values({ order_id, amount_grosze: 1_000, reason: 'rabat' }).execute()
  await run()
  const papers = await papersOf(sale.checkoutId)
  expect(papers.map(({ corrects_id }) => corrects_id)).toEqual([null, papers[0]?.id])
  for (const { id } of papers) {
    const text = await readPaper(`/api/admin/invoices/${id}`, orders.admin)
    expect(text).toContain('Odbiorca Szkoła nr 1 Szkolna 5 90-002 Łódź jednostka samorządu terytorialnego')
    expect(text).toMatch(/NIP 774-000-14-54.*Odbiorca/)
  }
})

test('a correction follows the money that goes back, in part and then wholly, and says why', async () => {
  const sale = await sell(TYPED_COMPANY)
  await run()
  const [order_id = ''] = sale.orderIds
  const before = (await papersOf(sale.checkoutId))[0]
  await api.db.insertInto('transfers').values({ order_id, amount_grosze: 1_000, reason: 'rabat' }).execute()
  await run()
  const [, lowered] = await papersOf(sale.checkoutId)
  expect(lowered).toMatchObject({ gross_grosze: -1_000, corrects_id: before?.id })
  expect(lowered?.number).toMatch(/^FK\//)
  const text = await readPaper(`/api/admin/invoices/${lowered?.id}`, orders.admin)
  for (const part of [
    'Faktura korygująca',
    before?.number ?? '',
    'Obniżenie ceny',
    'Przed korektą',
    'Po korekcie',
    '10,00 zł',
  ])
    expect(text).toContain(part)
  const left = await api.db
    .selectFrom('orders')
    .select(['id', 'total_grosze'])
    .where('checkout_id', '=', sale.checkoutId)
    .execute()
  const transfers = left.map(({ id, total_grosze }) => ({
    order_id: id,
    amount_grosze: total_grosze - (id === order_id ? 1_000 : 0),
    reason: 'zwrot',
  }))
  await api.db.insertInto('transfers').values(transfers).execute()
  await run()
  const [, , whole] = await papersOf(sale.checkoutId)
  const kept = transfers.reduce((sum, { amount_grosze }) => sum + amount_grosze, 0)
  expect(whole).toMatchObject({ gross_grosze: -kept, content: { lines: [] } })
})

test('a person asks within three months after the month of the sale, and gets an invoice in place of the receipt', async () => {
  const sale = await sell({})
  await run()
  expect(await papersOf(sale.checkoutId)).toEqual([])
  const path = `/api/me/orders/${sale.orderIds[0]}/invoices`
  const headers = { Cookie: sale.buyer.cookie }
  expect(await (await api.get(path, headers)).json()).toEqual({ invoices: [], may_ask: true })
  expect((await errorOf(await api.post(path, { ...PERSON, postal_code: '1' }, headers))).code).toBe('invalid_request')
  const presses = await Promise.all([1, 2, 3].map(() => api.post(path, PERSON, headers)))
  expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const [paper, ...others] = await papersOf(sale.checkoutId)
  expect(others).toEqual([])
  const text = await readPaper(`/api/me/invoices/${paper?.id}`, sale.buyer.cookie)
  for (const part of ['Łucja Nowak', 'Krótka 2', '31-146 Kraków']) expect(text).toContain(part)
  expect(text.match(/NIP/g)).toHaveLength(1)
  expect(text).not.toContain('paragon')
  // The receipt was not printed yet: none is due any more.
  const receipt = { number: '7', gross_grosze: paper?.gross_grosze ?? 0 }
  const printed = await api.post(`/api/admin/till/${sale.checkoutId}/printed`, receipt, { Cookie: orders.admin })
  expect((await errorOf(printed)).code).toBe('receipt_invoiced')
  const { items } = await (await asOwner('/api/admin/till')).json()
  expect(items.map(({ checkout_id }: { checkout_id: string }) => checkout_id)).not.toContain(sale.checkoutId)
})

test('an invoice to a printed receipt names it, its correction too; while it may be printing the invoice waits', async () => {
  const sale = await sell({})
  const { total } = await api.db
    .selectFrom('orders')
    .select(({ fn }) => fn.sum<number>('total_grosze').as('total'))
    .where('checkout_id', '=', sale.checkoutId)
    .executeTakeFirstOrThrow()
  const press = (act: string, body: object) =>
    api.post(`/api/admin/till/${sale.checkoutId}/${act}`, body, { Cookie: orders.admin })
  const printing = { state: 'printing', claim: crypto.randomUUID(), claimed_at: clock.now } as const
  const lines = JSON.stringify([])
  await api.db
    .updateTable('receipts')
    .set({ ...printing, lines, gross_grosze: Number(total) })
    .where('checkout_id', '=', sale.checkoutId)
    .execute()
  const headers = { Cookie: sale.buyer.cookie }
  expect((await api.post(`/api/me/orders/${sale.orderIds[0]}/invoices`, PERSON, headers)).status).toBe(200)
  expect(await papersOf(sale.checkoutId)).toEqual([])
  await api.db
    .updateTable('receipts')
    .set({ state: 'printed', number: '123/2026', printed_at: clock.now })
    .where('checkout_id', '=', sale.checkoutId)
    .execute()
  await run()
  const [order_id = ''] = sale.orderIds
  await api.db.insertInto('transfers').values({ order_id, amount_grosze: 500, reason: 'rabat' }).execute()
  await run()
  const papers = await papersOf(sale.checkoutId)
  expect(papers).toHaveLength(2)
  for (const { id, content } of papers) {
    expect(await readPaper(`/api/admin/invoices/${id}`, orders.admin)).toContain('Faktura do paragonu nr 123/2026.')
    expect(buildFa3(content, clock.now)).toContain(
      '<FP>1</FP><DodatkowyOpis><Klucz>Numer paragonu</Klucz><Wartosc>123/2026</Wartosc></DodatkowyOpis>',
    )
  }
  expect((await errorOf(await press('reopen', {}))).code).toBe('receipt_on_invoice')
})

test('a person may ask until the last day of the third month, also by the link of the order, and not later', async () => {
  const sale = await sell({})
  const late = await sell({})
  const token = (checkoutId: string) => openReturns(api, orders.admin).tokenOf(checkoutId)
  const ask = ({ checkoutId, buyer: { email } }: typeof sale) =>
    api.post('/api/order-link/invoice', { token: token(checkoutId), email, ...PERSON })
  const today = clock.now
  try {
    const [year = 0, month = 0] = readWarsawClock(today).day.split('-').map(Number)
    clock.now = new Date(Date.UTC(year, month + 3, 0, 12))
    // Somebody who has only the link cannot use up the one invoice.
    const stranger = { ...sale, buyer: { ...sale.buyer, email: 'ktos@example.test' } }
    expect((await errorOf(await ask(stranger))).code).toBe('contract_other_email')
    expect((await ask(sale)).status).toBe(200)
    expect(await papersOf(sale.checkoutId)).toHaveLength(1)
    const linked = await (await api.post('/api/order-link', { token: token(sale.checkoutId) })).json()
    const [{ id }] = linked.invoices
    const download = (checkoutId: string, email: string) =>
      api.post('/api/order-link/invoice-file', { token: token(checkoutId), email, id })
    // A link may have been passed on, and leads to the papers of its own order alone.
    expect((await errorOf(await download(sale.checkoutId, 'ktos@example.test'))).code).toBe('contract_other_email')
    expect((await errorOf(await download(late.checkoutId, late.buyer.email))).code).toBe('invoice_not_found')
    const { filename, pdf } = await (await download(sale.checkoutId, ` ${sale.buyer.email.toUpperCase()}`)).json()
    expect(filename).toMatch(/^faktura-FV-\d{4}-\d{6}\.pdf$/)
    expect((await readPdf(Buffer.from(pdf, 'base64'))).join(' ')).toContain(PERSON.name)
    clock.now = new Date(clock.now.getTime() + 86_400_000)
    expect((await errorOf(await ask(late))).code).toBe('invoice_not_now')
    expect(await papersOf(late.checkoutId)).toEqual([])
  } finally {
    clock.now = today
  }
  const unsent = await sell({}, false)
  expect((await errorOf(await ask(unsent))).code).toBe('invoice_not_now')
  expect((await errorOf(await ask(sale))).code).toBe('invoice_exists')
  const company = await sell(TYPED_COMPANY)
  expect((await errorOf(await ask(company))).code).toBe('invoice_exists')
})

test('simultaneous processes issue one invoice; when its parcel comes back it is corrected to zero', async () => {
  const sale = await sell(TYPED_COMPANY)
  await Promise.all([1, 2, 3, 4].map(() => issueInvoice(api.services, sale.checkoutId)))
  expect(await papersOf(sale.checkoutId)).toHaveLength(1)
  const { id: actorId } = await api.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  for (const id of sale.orderIds) {
    expect(await cancelOrder(api.services, id, { actor: 'admin', actorId, reason: 'nieodebrana' })).toMatchObject({
      ok: true,
    })
  }
  await run()
  const papers = await papersOf(sale.checkoutId)
  expect(papers.reduce((sum, { gross_grosze }) => sum + gross_grosze, 0)).toBe(0)
})

test('on delivery each product is an order: what was cancelled of a parcel is on no invoice, or is corrected away', async () => {
  const { id: actorId } = await api.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const cancel = (id: string) => cancelOrder(api.services, id, { actor: 'admin', actorId, reason: 'brak' })
  const linesOf = async (orderId: string) => {
    const lines = await api.db.selectFrom('sale_lines').selectAll().where('order_id', '=', orderId).execute()
    return lines.map(({ name, quantity, gross_grosze }) => ({ name, quantity, gross_grosze }))
  }
  const sale = await sell(TYPED_COMPANY, false)
  const [sent = '', gone = ''] = sale.orderIds
  expect((await cancel(gone)).ok).toBe(true)
  await markSent([sent])
  await run()
  const left = await linesOf(sent)
  expect((await papersOf(sale.checkoutId)).map(({ content }) => content.lines)).toMatchObject([left])

  const later = await sell(TYPED_COMPANY)
  await run()
  const [kept = '', back = ''] = later.orderIds
  expect((await cancel(back)).ok).toBe(true)
  await run()
  const [invoice, correction] = await papersOf(later.checkoutId)
  expect(invoice?.content.lines).toHaveLength(3)
  expect(correction?.content).toMatchObject({
    lines: await linesOf(kept),
    corrected: { reason: 'Nieodebrana paczka' },
  })
})

test('the list of invoices does not exist for a customer', async () => {
  const buyer = await api.customer()
  expect((await api.get('/api/admin/invoices', { Cookie: buyer.cookie })).status).toBe(404)
})

test('the buyer’s export has the invoices; they are deleted with the personal data of the order', async () => {
  const sale = await sell({})
  const headers = { Cookie: sale.buyer.cookie }
  expect((await api.post(`/api/me/orders/${sale.orderIds[0]}/invoices`, PERSON, headers)).status).toBe(200)
  const [paper] = await papersOf(sale.checkoutId)
  const copy = (await (await api.get('/api/me/export', headers)).json()) as { invoices: object[] }
  expect(copy.invoices).toMatchObject([{ number: paper?.number, buyer: PERSON }])
  await anonymiseOrdersBefore(api.db, 'any', new Date(Date.now() + 60_000))
  expect(await papersOf(sale.checkoutId)).toEqual([])
  const { invoice_person } = await api.db
    .selectFrom('checkouts')
    .select('invoice_person')
    .where('id', '=', sale.checkoutId)
    .executeTakeFirstOrThrow()
  expect(invoice_person).toBeNull()
})
