// Who is on an invoice, mended before it is issued and after: the papers, the list, the month and the mails.
import type { BuyerState } from '#domain/papers/buyers/invoice-buyer.ts'
import issueInvoices from '#domain/papers/invoices/issue-invoices.job.server.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { type CartItem, cart, errorOf, productsOnSale, TYPED_COMPANY, toCourier } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf-text.ts'

const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock, limitFactor: 1000 }))

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let items: CartItem[]
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  orders = await openAdminOrders(api)
  items = await productsOnSale(api, 2)
})

const OTHER_NIP = '5213017228'
const PERSON = { name: 'Łucja Nowak', street: 'Krótka 2', postal_code: '31-146', city: 'Kraków' }
const run = () => issueInvoices.run(api.services, {}, { last: false })
const papersOf = (checkoutId: string) =>
  api.db
    .selectFrom('invoices')
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()

type Sale = { checkoutId: string; orderIds: string[]; buyer: Awaited<ReturnType<Api['customer']>> }

async function order(more: object = TYPED_COMPANY): Promise<Sale> {
  const buyer = await api.customer()
  const placed = await (await buyer.order(cart(items, { customerData: { ...toCourier, ...more } }))).json()
  return { ...placed, buyer }
}
async function send({ orderIds }: Sale) {
  for (const order_id of orderIds) {
    const event = { subject: 'shipment', from_status: 'created', to_status: 'shipped', actor: 'admin' } as const
    await api.db.updateTable('shipments').set({ status: 'shipped' }).where('order_id', '=', order_id).execute()
    await api.db
      .insertInto('order_events')
      .values({ order_id, ...event })
      .execute()
  }
  await run()
}
const ofOwner = ({ orderIds: [id] }: Sale) => [`/api/admin/orders/${id}/buyer`, { Cookie: orders.admin }] as const
const ofBuyer = ({ orderIds: [id], buyer }: Sale) => [`/api/me/orders/${id}/buyer`, { Cookie: buyer.cookie }] as const
type Door = readonly [path: string, headers: { Cookie: string }]

const read = async ([path, headers]: Door): Promise<BuyerState> => (await api.get(path, headers)).json()
const mend = async (door: Door, act: string, typed: object = {}, version?: string) =>
  api.post(door[0], { version: version ?? (await read(door)).version, act, ...typed }, door[1])
const paperText = async (id = '') => {
  const answer = await api.get(`/api/admin/invoices/${id}`, { Cookie: orders.admin })
  return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).join(' ')
}
const subjectsTo = async ({ buyer }: Sale) => (await api.mailbox.messagesTo(buyer.email)).map(({ subject }) => subject)
const giveBack = async ({ orderIds: [order_id = ''] }: Sale, amount_grosze: number) => {
  await api.db.insertInto('transfers').values({ order_id, amount_grosze, reason: 'rabat' }).execute()
  await run()
}

for (const [who, doorOf] of [
  ['owner', ofOwner],
  ['buyer', ofBuyer],
] as const) {
  test(`before the invoice the ${who} mends the company: once, told by mail and in the diary, on the invoice`, async () => {
    const sale = await order()
    const door = doorOf(sale)
    const seen = await read(door)
    expect([seen.acts, seen.invoice]).toEqual([['change', 'remove'], null])
    const right = { ...TYPED_COMPANY, company_nip: '521-301-72-28', company_name: 'Gabinet Maj' }
    for (const _ of ['press', 'press again']) expect((await mend(door, 'change', right, seen.version)).status).toBe(200)
    const stale = await mend(door, 'change', { ...right, company_city: 'Kutno' }, seen.version)
    expect((await errorOf(stale)).code).toBe('changed_meanwhile')
    const wrong = await mend(door, 'change', { ...right, company_nip: '1234567890' })
    expect((await errorOf(wrong)).fields).toEqual({ company_nip: expect.stringContaining('NIP') })

    const page = await (await api.get(`/api/admin/orders/${sale.orderIds[0]}`, { Cookie: orders.admin })).json()
    expect(page.company).toMatchObject({ nip: OTHER_NIP, name: 'Gabinet Maj' })
    const told = JSON.stringify(page.diary)
    expect(told.match(/Zmieniono dane do faktury z/g)).toHaveLength(1)
    await expect.poll(() => subjectsTo(sale)).toContainEqual(expect.stringContaining('Zmiana zamówienia'))
    await send(sale)
    const [paper] = await papersOf(sale.checkoutId)
    expect(paper?.content.buyer).toMatchObject({ nip: OTHER_NIP, name: 'Gabinet Maj' })
  })
}

test('a removed company gets a receipt, also after the sale, and cannot come back then', async () => {
  const sale = await order()
  expect((await mend(ofBuyer(sale), 'remove')).status).toBe(200)
  // Not sold yet: it may be added.
  expect((await mend(ofOwner(sale), 'change', TYPED_COMPANY)).status).toBe(200)
  expect((await mend(ofOwner(sale), 'remove')).status).toBe(200)
  await send(sale)
  expect(await papersOf(sale.checkoutId)).toEqual([])
  const waits = await api.db.selectFrom('receipts').select('state').where('checkout_id', '=', sale.checkoutId).execute()
  expect(waits).toEqual([{ state: 'waiting' }])
  for (const door of [ofOwner(sale), ofBuyer(sale)]) {
    const { acts, note } = await read(door)
    expect([acts, note]).toEqual([[], expect.stringContaining('art. 106b ust. 5')])
    const late = await errorOf(await mend(door, 'change', TYPED_COMPANY))
    expect([late.code, late.message]).toEqual(['buyer_not_mendable', note])
  }
})

test('behind the mailed link the buyer is shown and mended only to who knows the e-mail', async () => {
  const sale = await order()
  const token = api.services.orderLinks.create(sale.checkoutId).split('#')[1] ?? ''
  const stranger = await api.post('/api/order-link/buyer', { token, email: 'kto@example.com' })
  expect((await errorOf(stranger)).code).toBe('contract_other_email')
  const proof = { token, email: sale.buyer.email }
  const seen: BuyerState = await (await api.post('/api/order-link/buyer', proof)).json()
  expect(seen.company?.name).toBe(TYPED_COMPANY.company_name)
  const change = { ...TYPED_COMPANY, company_city: 'Kutno', version: seen.version, act: 'change' }
  const refused = await api.post('/api/order-link/change-buyer', { ...change, token, email: 'kto@example.com' })
  expect((await errorOf(refused)).code).toBe('contract_other_email')
  expect((await api.post('/api/order-link/change-buyer', { ...change, ...proof })).status).toBe(200)
  expect((await read(ofOwner(sale))).company?.city).toBe('Kutno')
})

test('after the invoice only the owner corrects name and address: a correction with both buyers and no sum', async () => {
  const sale = await order()
  await send(sale)
  expect(await read(ofBuyer(sale))).toMatchObject({ acts: [], note: expect.stringContaining('tylko sprzedawca') })
  const moved = { ...TYPED_COMPANY, company_city: 'Kutno' }
  for (const act of ['change', 'correct', 'remove'])
    expect((await errorOf(await mend(ofBuyer(sale), act, moved))).code).toBe('buyer_not_mendable')

  const door = ofOwner(sale)
  expect((await read(door)).acts).toEqual(['correct', 'other_nip'])
  const right = { ...TYPED_COMPANY, company_name: 'Gabinet Maj', company_street: 'Krótka 9' }
  const otherNip = await mend(door, 'correct', { ...right, company_nip: OTHER_NIP })
  expect((await errorOf(otherNip)).fields?.company_nip).toContain('Inny NIP')
  expect((await mend(door, 'correct', right)).status).toBe(200)
  await run()
  const [invoice, correction, ...more] = await papersOf(sale.checkoutId)
  expect(more).toEqual([])
  expect(correction).toMatchObject({ corrects_id: invoice?.id, gross_grosze: 0 })
  expect(correction?.content).toMatchObject({ buyer: { name: 'Gabinet Maj' }, lines: invoice?.content.lines, sums: [] })
  const text = await paperText(correction?.id)
  expect(text).toMatch(/Nabywca przed korektą Gabinet „Róża”.*Nabywca po korekcie Gabinet Maj Krótka 9/)
  expect(text).toContain('Poprawa danych nabywcy')

  await giveBack(sale, 500)
  const last = (await papersOf(sale.checkoutId)).at(-1)
  expect(last?.content).toMatchObject({ buyer: { name: 'Gabinet Maj' }, corrected: { number: invoice?.number } })
})

test('another NIP: the invoice is corrected to zero, another one replaces it, and a later correction names that one', async () => {
  const sale = await order()
  await send(sale)
  await giveBack(sale, 500)
  const door = ofOwner(sale)
  const { version } = await read(door)
  const right = { ...TYPED_COMPANY, company_nip: OTHER_NIP, company_name: 'Gabinet Maj' }
  const sameNip = await mend(door, 'other_nip', { ...right, company_nip: TYPED_COMPANY.company_nip })
  expect((await errorOf(sameNip)).fields?.company_nip).toContain('Popraw dane nabywcy')
  const pressed = await Promise.all(['one', 'two'].map(() => mend(door, 'other_nip', right, version)))
  expect(pressed.map(({ status }) => status)).toEqual([200, 200])
  await run()
  const [wrong, lowered, zero, fresh, ...more] = await papersOf(sale.checkoutId)
  expect(more).toEqual([])
  expect(zero).toMatchObject({ corrects_id: wrong?.id, content: { lines: [], buyer: wrong?.content.buyer } })
  expect(fresh).toMatchObject({ corrects_id: null, replaces_id: wrong?.id, content: { corrected: null } })
  expect(fresh?.content).toMatchObject({
    lines: lowered?.content.lines,
    buyer: { nip: OTHER_NIP },
    sold_on: wrong?.content.sold_on,
  })
  const paper = await paperText(zero?.id)
  expect(paper).toContain('Zmniejszenie (brutto)')
  expect(paper).not.toContain('zwrot')
  const sum = (papers: readonly { gross_grosze: number }[]) =>
    papers.reduce((all, { gross_grosze }) => all + gross_grosze, 0)
  expect(sum([wrong, lowered, zero].filter((paper) => paper !== undefined))).toBe(0)

  await giveBack(sale, 700)
  const last = (await papersOf(sale.checkoutId)).at(-1)
  expect(last).toMatchObject({ corrects_id: fresh?.id, gross_grosze: -700 })
  expect(last?.content).toMatchObject({ buyer: { nip: OTHER_NIP }, corrected: { number: fresh?.number } })
  for (const number of [wrong, zero, fresh].map((paper) => paper?.number ?? '')) {
    await expect.poll(() => subjectsTo(sale)).toContainEqual(expect.stringContaining(number))
  }
  const mails = (await api.mailbox.messagesTo(sale.buyer.email)).map(({ text }) => text).join()
  expect(mails).toContain(`Koryguje ${wrong?.number}. Przyczyna: Błędny NIP nabywcy.`)
  // Once more: one living invoice each time.
  expect((await mend(door, 'other_nip', { ...right, company_nip: '7010416384' })).status).toBe(200)
  const again = await papersOf(sale.checkoutId)
  expect(again.filter(({ replaces_id }) => replaces_id === fresh?.id)).toHaveLength(1)
  expect(sum(again)).toBe(sum(last ? [fresh, last].filter((paper) => paper !== undefined) : []))
})

test('a cancelled order of the parcel stays cancelled when the buyer is mended, and its correction names the right NIP', async () => {
  const sale = await order()
  await send(sale)
  const cancelled = sale.orderIds[1] ?? ''
  expect((await orders.setShipment(cancelled, { status: 'cancelled' })).status).toBe(200)
  const kept = async () => {
    const rows = await api.db
      .selectFrom('kept_orders')
      .select(['order_id', 'kept_grosze'])
      .where('checkout_id', '=', sale.checkoutId)
      .execute()
    return Object.fromEntries(rows.map(({ order_id, kept_grosze }) => [order_id, Number(kept_grosze)]))
  }
  const before = await kept()
  expect(before[cancelled]).toBe(0)
  const right = { ...TYPED_COMPANY, company_nip: OTHER_NIP, company_name: 'Gabinet Maj' }
  expect((await mend(ofOwner(sale), 'other_nip', right)).status).toBe(200)
  await run()
  expect(await kept()).toEqual(before)
  const papers = await papersOf(sale.checkoutId)
  expect(papers.reduce((sum, { gross_grosze }) => sum + gross_grosze, 0)).toBe(before[sale.orderIds[0] ?? ''])
  expect(papers.at(-1)?.content).toMatchObject({
    buyer: { nip: OTHER_NIP },
    corrected: { reason: 'Nieodebrana paczka' },
  })
})

test('the NIP of the shop itself is no buyer; a sale whose money went back has nothing to mend', async () => {
  const sale = await order()
  await send(sale)
  const sellerNip = api.services.profile.sellerNip.replaceAll(/\D/g, '')
  const own = await mend(ofOwner(sale), 'other_nip', { ...TYPED_COMPANY, company_nip: sellerNip })
  expect((await errorOf(own)).fields?.company_nip).toBeDefined()
  const [invoice] = await papersOf(sale.checkoutId)
  for (const id of sale.orderIds) {
    const { total_grosze } = await api.db
      .selectFrom('orders')
      .select('total_grosze')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await api.db
      .insertInto('transfers')
      .values({ order_id: id, amount_grosze: total_grosze, reason: 'zwrot' })
      .execute()
  }
  await run()
  expect((await papersOf(sale.checkoutId)).at(-1)?.gross_grosze).toBe(-(invoice?.gross_grosze ?? 0))
  expect(await read(ofOwner(sale))).toMatchObject({ acts: [], note: expect.stringContaining('do zera') })
})

test('a person’s name is corrected on the invoice that was asked for, and no NIP comes with it', async () => {
  const sale = await order({})
  await send(sale)
  const asked = await api.post(`/api/me/orders/${sale.orderIds[0]}/invoices`, PERSON, { Cookie: sale.buyer.cookie })
  expect(asked.status).toBe(200)
  const door = ofOwner(sale)
  expect(await read(door)).toMatchObject({ company: null, person: PERSON, acts: ['correct'] })
  expect((await mend(door, 'correct', { ...PERSON, name: 'Łucja Nowak-Maj' })).status).toBe(200)
  const [invoice, correction] = await papersOf(sale.checkoutId)
  expect(correction?.content).toMatchObject({
    buyer: { kind: 'person', name: 'Łucja Nowak-Maj' },
    corrected: { number: invoice?.number, buyer_before: { name: PERSON.name } },
  })
})
