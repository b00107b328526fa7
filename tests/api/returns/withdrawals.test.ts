import { randomUUID } from 'node:crypto'
import { describeMoneyBack } from '#app/mails/case-parts.tsx'
import { readLinkedCheckout } from '#domain/orders/order-links/read-linked-checkout.server.ts'
import { findMailedCase } from '#domain/returns/return-money-queries.server.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { cart, errorOf, productsOnSale } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import { openReturns } from '#tests/support/returns.ts'

const clock = { now: new Date('2026-11-24T09:15:27Z') }
const test = base.extend('apiOptions', { scope: 'file' }, { clock, trustedProxy: ['127.0.0.1'] })

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let returns: ReturnType<typeof openReturns>
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
  returns = openReturns(api, orders.admin)
})
test.beforeEach(async () => {
  await api.db.deleteFrom('rate_limits').execute()
})

const typed = (more: object = {}) => ({
  name: 'Łucja Ćwik',
  order_number: '10000000',
  email: `lucja-${randomUUID()}@example.test`,
  ...more,
})
type Receipt = { number: string; received_at: string }
const withdraw = async (body: object, call?: { key?: string; from?: string }) => {
  const answer = await returns.send('/api/withdrawals', body, call)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Receipt
}

async function order(count = 2) {
  const buyer = await api.customer()
  const items = await productsOnSale(api, count)
  const answer = await buyer.order(cart(items.map((item) => ({ ...item, quantity: 2 }))))
  const placed = (await answer.json()) as { checkoutId: string; orderIds: [string, ...string[]] }
  return { buyer, items, ...placed, number: placed.orderIds[0].slice(0, 8) }
}

test('POST withdrawals: answers and stores the same, whether or not the order exists', async () => {
  const { buyer, number, checkoutId } = await order()
  const statements = [
    { body: typed({ order_number: `#${number}`, email: buyer.email.toUpperCase() }), match: 'typed', checkoutId },
    { body: typed({ order_number: number }), match: 'number_only', checkoutId },
    { body: typed(), match: 'none', checkoutId: null },
  ]
  for (const { body, match, checkoutId: belongsTo } of statements) {
    const receipt = await withdraw(body)
    expect(receipt).toEqual({ number: expect.stringMatching(/^Z[0-9A-F]{8}$/), received_at: clock.now.toISOString() })
    const caseId = await returns.caseOf(receipt.number)
    const stored = () =>
      api.db.selectFrom('return_cases').selectAll().where('id', '=', caseId).executeTakeFirstOrThrow()
    expect(await stored()).toMatchObject({ match: null, checkout_id: null, name: 'Łucja Ćwik' })
    await returns.match(receipt.number)
    expect(await stored()).toMatchObject({ match, checkout_id: belongsTo })
    expect(await returns.mailsTo(body.email.toLowerCase())).toEqual(['case-received'])
  }
  // Only a case that is certainly the buyer's is shown on the order's page and takes pieces back.
  expect(await returns.onOrderPage(checkoutId)).toMatchObject([
    { kind: 'withdrawal', stage: 'to_settle', dispatch: 'not_sent', due_day: '2026-12-08', items: [{ quantity: 2 }] },
  ])
})

test('POST withdrawals: the same statement under the same key is one, however often it is sent at once', async () => {
  const body = typed()
  const key = randomUUID()
  const receipts = await Promise.all(Array.from({ length: 8 }, () => withdraw(body, { key })))
  expect(new Set(receipts.map(({ number }) => number)).size).toBe(1)
  const rows = await api.db.selectFrom('return_cases').select('id').where('email', '=', body.email).execute()
  expect(rows).toHaveLength(1)
  // A different text about the same pieces is added to the statement; other pieces make a statement of their own.
  expect((await withdraw({ ...body, reason: 'Jednak nie pasuje' }, { key })).number).toBe(receipts[0]?.number)
  expect((await withdraw({ ...body, items_note: 'Tylko jedna' }, { key })).number).not.toBe(receipts[0]?.number)
})

test('POST withdrawals: a reason is never required, and errors appear at their fields', async () => {
  const answer = await returns.send('/api/withdrawals', { name: ' ', order_number: '', email: 'x' })
  const { status, fields } = await errorOf(answer)
  expect(status).toBe(400)
  expect(fields).toEqual({
    name: 'Podaj imię i nazwisko',
    order_number: 'Podaj numer zamówienia',
    email: expect.any(String),
  })
})

test('POST withdrawals: beyond the limit of mails to unproven addresses a statement is valid without a mail', async () => {
  const from = '198.51.100.7'
  const receipts = []
  for (let count = 0; count < 6; count += 1) receipts.push(await withdraw(typed(), { from }))
  const payloads = await api.db
    .selectFrom('return_cases')
    .select(['id', 'email', 'number'])
    .where(
      'number',
      'in',
      receipts.map(({ number }) => number),
    )
    .execute()
  expect(payloads).toHaveLength(6)
  const { buyer, number } = await order()
  const own = await withdraw(typed({ order_number: number, email: buyer.email }), { from })
  api.startJobs()
  await eventually(async () => {
    const open = await api.db.selectFrom('return_cases').select('id').where('match', 'is', null).execute()
    expect(open).toEqual([])
  })
  const mailed = await Promise.all(payloads.map(async ({ email }) => (await returns.mailsTo(email)).length))
  expect(mailed.filter((mails) => mails === 1)).toHaveLength(5)
  expect(await returns.mailsTo(buyer.email), own.number).toEqual(['case-received'])
})

test('the immediate mail contains the whole statement and its time of arrival to the second', async () => {
  api.startMail()
  const { buyer, checkoutId, items } = await order()
  const [first] = items
  const answer = await returns.send('/api/order-link/withdraw', {
    token: returns.tokenOf(checkoutId),
    items: [{ product_id: first?.id, quantity: 1 }],
    reason: 'Nie mój zapach',
  })
  const { number, refund } = (await answer.json()) as Receipt & { refund: unknown }
  // On delivery, and the parcel is still here.
  expect(refund).toBeNull()
  await eventually(async () => {
    const mail = (await api.mailbox.messagesTo(buyer.email)).find(({ subject }) => subject.includes(number))
    expect(mail?.text).toContain('24 listopada 2026 10:15:27')
    for (const part of [
      'Odstępuję od umowy',
      'Anna Kowalska',
      buyer.email,
      first?.name ?? '',
      '1\u00a0szt.',
      'Nie mój zapach',
    ])
      expect(mail?.text).toContain(part)
  })
})

test('POST order-link statement form: offers the remaining pieces, and shows the buyer’s data only in part', async () => {
  const { checkoutId, items, buyer } = await order()
  const open = async () => {
    const answer = await api.post('/api/order-link/statement-form', { token: returns.tokenOf(checkoutId) })
    const text = await answer.text()
    for (const personal of [buyer.email, 'Kowalska', '100 200', '100200']) expect(text).not.toContain(personal)
    return JSON.parse(text) as { name: string; items: { product_id: string; quantity: number }[] }
  }
  expect(await open()).toMatchObject({ name: 'Anna K.', items: [{ quantity: 2 }, { quantity: 2 }] })
  const [first] = items
  await returns.withdrawByLink(checkoutId, [{ product_id: first?.id ?? '', quantity: 2 }])
  expect((await open()).items.map(({ product_id }) => product_id)).not.toContain(first?.id)
  for (const path of ['statement-form', 'withdraw', 'complain', 'account-number']) {
    const body = { token: 'x', items: [{ product_id: randomUUID(), quantity: 1 }], reason: 'x', demand: 'repair' }
    const own = path === 'statement-form' ? { token: 'x' } : path === 'withdraw' ? { ...body, demand: undefined } : body
    const given = path === 'account-number' ? { token: 'x', number: 'Z1', iban: '61109010140000071219812874' } : own
    expect(await errorOf(await api.post(`/api/order-link/${path}`, given)), path).toMatchObject({
      code: 'order_link_invalid',
    })
  }
})

test('POST order-link return slip: a completed PDF for the holder of the link, who may not be the buyer', async () => {
  const { checkoutId, items, buyer } = await order(1)
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: items[0]?.id ?? '', quantity: 1 }])
  const { number } = await returns.read(caseId)
  const ask = (token: string, of = number) => api.post('/api/order-link/return-slip', { token, number: of })
  const answer = await ask(returns.tokenOf(checkoutId))
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="zwrot-${number}.pdf"`)
  const [text = ''] = await readPdf(new Uint8Array(await answer.arrayBuffer()))
  for (const part of [number, 'Anna K.', `1 × ${items[0]?.name}`, 'Włóż tę kartkę do paczki', 'Złożono elektronicznie'])
    expect(text).toContain(part)
  expect(text).toContain(api.services.profile.returnAddress)
  // Whoever knows the address opens the contract and the invoices.
  expect(text).not.toContain('Kowalska')
  expect(text).not.toContain(buyer.email)
  const other = await order(1)
  expect(await errorOf(await ask(returns.tokenOf(other.checkoutId)))).toMatchObject({ code: 'case_not_found' })
})

test('a code for handing goods in: mailed, shown on the order’s page and the slip, once for each change, and only while goods are to come back', async () => {
  const { checkoutId, items, orderIds, buyer } = await order(1)
  await api.db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', 'in', orderIds).execute()
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: items[0]?.id ?? '', quantity: 1 }])
  const give = (drop_off_code: string) => returns.act(caseId, 'drop-off-code', { drop_off_code })
  expect(await errorOf(await give('!'))).toMatchObject({
    fields: { drop_off_code: expect.stringContaining('3 do 30') },
  })
  for (const code of [' abc-123 ', 'ABC-123', '620412345678', '6204 1234 5678', 'ABC-123', '620412345678'])
    expect((await give(code)).status).toBe(200)
  expect(await returns.read(caseId)).toMatchObject({ drop_off_code: '620412345678' })
  const mails = (await returns.mailsTo(buyer.email)).filter((template) => template === 'case-drop-off-code')
  expect(mails).toHaveLength(4)
  const { number } = await returns.read(caseId)
  const slip = await api.post('/api/order-link/return-slip', { token: returns.tokenOf(checkoutId), number })
  const [text = ''] = await readPdf(new Uint8Array(await slip.arrayBuffer()))
  expect(text).toContain('620412345678')
  const linked = async () => (await readLinkedCheckout(api.services, checkoutId))?.cases[0]
  expect(await linked()).toMatchObject({ stage: 'waiting_for_goods', awaits_goods: true })
  // The owner may give the money back before the goods come; they are to come all the same.
  await api.db
    .updateTable('return_cases')
    .set({ settled_at: clock.now, settled_grosze: 1_000 })
    .where('id', '=', caseId)
    .execute()
  expect(await linked()).toMatchObject({ stage: 'settled', awaits_goods: true, drop_off_code: '620412345678' })
  expect((await give('INNY-KOD')).status).toBe(200)
  const received_at = new Date(clock.now.getTime() - 15 * 86_400_000)
  await api.db.updateTable('return_cases').set({ received_at }).where('id', '=', caseId).execute()
  expect(await linked()).toMatchObject({ awaits_goods: false })
  await api.db
    .updateTable('return_cases')
    .set({ settled_at: null, settled_grosze: null })
    .where('id', '=', caseId)
    .execute()
  expect((await returns.act(caseId, 'sent-back', { proven: true })).status).toBe(200)
  expect(await linked()).toMatchObject({ awaits_goods: false })
  expect((await errorOf(await give('620412345678'))).code).toBe('case_closed')
})

test('every statement names the orders of its pieces, also one that is added to the last of the day', async () => {
  const { checkoutId, items, orderIds } = await order(3)
  const numbers = orderIds.map((id) => id.slice(0, 8))
  const of = (...places: number[]) => places.map((place) => ({ product_id: items[place]?.id ?? '', quantity: 1 }))
  const answer = await api.post('/api/order-link/statement-form', { token: returns.tokenOf(checkoutId) })
  const form = (await answer.json()) as { items: { product_id: string; order_number: string }[] }
  const numberOf = new Map(form.items.map(({ product_id, order_number }) => [product_id, order_number]))
  expect([...numberOf.values()].toSorted()).toEqual(numbers.toSorted())
  const orderOf = async (caseId: string) => (await returns.read(caseId)).order_number
  const named = (...places: number[]) =>
    places
      .map((place) => numberOf.get(items[place]?.id ?? ''))
      .toSorted((a = '', b = '') => numbers.indexOf(a) - numbers.indexOf(b))
      .join(', ')

  expect(await orderOf(await returns.complainByLink(checkoutId, 'repair', of(2)))).toBe(named(2))
  const first = await returns.withdrawByLink(checkoutId, of(1))
  expect(await orderOf(first)).toBe(named(1))
  for (let more = 0; more < 3; more += 1) await returns.complainByLink(checkoutId, 'repair', of(more))
  expect(await returns.withdrawByLink(checkoutId, of(0))).toBe(first)
  expect(await orderOf(first)).toBe(named(0, 1))
})

test('two statements at once take each piece back once', async () => {
  const { checkoutId, items } = await order(1)
  const wanted = [{ product_id: items[0]?.id ?? '', quantity: 2 }]
  const ids = await Promise.all([1, 2, 3].map(() => returns.withdrawByLink(checkoutId, wanted)))
  expect(new Set(ids).size).toBe(1)
  const { pieces } = await returns.read(ids[0] ?? '')
  expect(pieces.map(({ quantity }) => quantity)).toEqual([2])
})

test('a withdrawal after its 14 days says that money goes back only if it has effect, one in time says so plainly', async () => {
  const DAY_MS = 24 * 60 * 60_000
  const { now } = clock
  for (const [days, late] of [
    [3, false],
    [20, true],
  ] as const) {
    const { checkoutId, items, orderIds } = await order(1)
    const change = { status: 'delivered', tracking_number: `62${String(Date.now()).padEnd(22, '0')}` }
    expect((await orders.setShipment(orderIds[0], change)).status).toBe(200)
    clock.now = new Date(Date.now() + days * DAY_MS)
    const statement = { token: returns.tokenOf(checkoutId), items: [{ product_id: items[0]?.id ?? '', quantity: 1 }] }
    const receipt = await (await returns.send('/api/order-link/withdraw', statement)).json()
    expect(receipt.refund).toMatchObject({ late })
    expect(await returns.onOrderPage(checkoutId)).toMatchObject([{ late }])
    const found = await findMailedCase(api.db, await returns.caseOf(receipt.number))
    expect(describeMoneyBack(found, '1 grudnia 2026')).toMatch(
      late ? /^Jeśli odstąpienie jest skuteczne, oddamy / : /^Oddamy /,
    )
    clock.now = now
  }
})
