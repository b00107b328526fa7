// Orders of marketplaces that BaseLinker adds: stock, money, papers and mails.

import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { readToday } from '#domain/orders/figures/sales-figures-queries.server.ts'
import { issueInvoice } from '#domain/papers/invoices/issue-invoice.server.ts'
import { type Api, askAll, cookieOf } from '#tests/support/api.ts'
import { allegroOrder, findOrder, openBaselinker } from '#tests/support/baselinker.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, errorOf, productsOnSale, storedByOrders } from '#tests/support/orders.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

let api: Api
let baselinker: Awaited<ReturnType<typeof openBaselinker>>
test.beforeAll(async ({ api: started }) => {
  api = started
  baselinker = await openBaselinker(api)
})

const month = () => readWarsawClock(new Date()).day.slice(0, 7)
const readMonth = async () =>
  (await (await api.get(`/api/admin/month?month=${month()}`, { Cookie: baselinker.orders.admin })).json()) as {
    elsewhere: { orders: number; grosze: number }
    problems: { order_id: string }[]
  }
const receiptOf = (checkoutId: string) =>
  api.db.selectFrom('receipts').select('state').where('checkout_id', '=', checkoutId).executeTakeFirst()
const mailsSince = async (count: number) =>
  Number(
    (
      await api.db
        .selectFrom('mail_outbox')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  ) - count
const mailsNow = () => mailsSince(0)

test('OrderAdd: one order at the marketplace’s prices, paid elsewhere, with its parcel, stock, note and no mail', async () => {
  const [one, two] = await productsOnSale(api, 2, 10)
  if (!one || !two) throw new Error('too few products')
  const before = { mails: await mailsNow(), today: await readToday(api.db, new Date()) }
  const items = [
    { ...one, quantity: 2 },
    { ...two, quantity: 1 },
  ]
  const { order_id } = await baselinker.call<{ order_id: number }>('OrderAdd', allegroOrder(items))
  const { id, total_grosze, status } = await findOrder(api, order_id)
  // 3 × 49,90 + 9,99
  expect({ total_grosze, status }).toEqual({ total_grosze: 15_969, status: 'paid' })
  const page = await baselinker.orders.read(id)
  expect(page).toMatchObject({
    customer: { name: 'Anna Nowak', email: 'kupujacy+x1@allegromail.example', phone: '+48600700800' },
    delivery: { method: 'courier', place: ['ul. Lipowa 7/2', '30-001 Kraków'] },
    payment: { method: 'elsewhere', label: 'Poza sklepem' },
    contract: false,
    shipment: { status: 'created' },
  })
  expect(page.change.pieces_refusal).toContain('poza sklepem')
  // The newest first.
  expect(baselinker.orders.sentencesOf(page).join(' ')).toMatch(/Opłacono zamówienie.*Złożono zamówienie na 159,69 zł/)
  expect(JSON.stringify(page.diary)).toContain('kupujący anna_n')
  expect(JSON.stringify(page.diary)).toContain('Proszę o prezent')
  expect(await Promise.all([one, two].map((item) => baselinker.stockOf(item.id)))).toEqual([8, 9])
  expect(await mailsSince(before.mails)).toBe(0)
  const today = await readToday(api.db, new Date())
  expect(today.elsewhere_grosze - before.today.elsewhere_grosze).toBe(15_969)
  expect(today.on_delivery_grosze).toBe(before.today.on_delivery_grosze)
  const packing = await api.get('/api/admin/packing', { Cookie: baselinker.orders.admin })
  expect(JSON.stringify(await packing.json())).toContain(id)
  expect(await baselinker.differences()).toEqual([])
})

test('OrderAdd: a repeat, also at the same moment and with other words, is the same order', async () => {
  const [item] = await productsOnSale(api, 1, 10)
  if (!item) throw new Error('no product')
  const order = allegroOrder([item])
  const sent = { bl_pass: baselinker.keyNow(), action: 'OrderAdd', ...order }
  const answers = await askAll([1, 2, 3, 4].map(() => () => baselinker.send(sent)))
  const numbers = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { order_id: number }).order_id),
  )
  expect(new Set(numbers).size).toBe(1)
  const again = { ...order, previous_order_id: numbers[0], delivery_city: 'Gdynia', products: [] }
  expect(await baselinker.call('OrderAdd', { ...again, products: order.products })).toEqual({ order_id: numbers[0] })
  expect(await baselinker.stockOf(item.id)).toBe(9)
})

test('a last bottle at the same second in the shop, on a marketplace and on the phone is sold once, and the books agree', async () => {
  const headers = { Cookie: baselinker.orders.admin }
  for (const [round, item] of (await productsOnSale(api, 3, 1)).entries()) {
    const inShop = async () => (await api.customer()).order(cart([item]))
    const onMarketplace = () =>
      baselinker.send({ bl_pass: baselinker.keyNow(), action: 'OrderAdd', ...allegroOrder([item]) })
    const byPhone = () => {
      const order = { items: [{ product_id: item.id, quantity: 1 }], hours: '2', email: null, code: null, place: null }
      return api.post('/api/admin/prepared-orders', order, { ...headers, 'Idempotency-Key': crypto.randomUUID() })
    }
    const doors = [inShop, onMarketplace, byPhone]
    const before = Number((await storedByOrders(api)).orders)
    // Each round begins at another door.
    const asks = [...doors.slice(round), ...doors.slice(0, round)]
    const answers = await askAll([...asks, ...asks])
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as Record<string, unknown>[]
    const [taken, ...others] = bodies.filter((body) => 'order_id' in body || 'orderIds' in body || 'link' in body)
    expect(others).toEqual([])
    if (typeof taken?.link === 'string') {
      expect(Number((await storedByOrders(api)).orders)).toBe(before)
      const cookie = cookieOf(await api.post('/api/prepared-order', { token: new URL(taken.link).hash.slice(1) }))
      const buyer = await api.customer()
      const placed = await api.post('/api/create-cash-on-delivery-order', cart([item]), {
        Cookie: `${buyer.cookie}; ${cookie}`,
        'Idempotency-Key': crypto.randomUUID(),
      })
      expect(placed.status).toBe(200)
    }
    const { orders, stock } = await storedByOrders(api)
    expect(Number(orders)).toBe(before + 1)
    expect(stock.find(({ id }) => id === item.id)).toMatchObject({ stock_quantity: 0, out_of_stock: true })
  }
  expect(await baselinker.differences()).toEqual([])
})

test('OrderAdd: refusals name what is wrong, and store nothing', async () => {
  const [item] = await productsOnSale(api, 1, 2)
  if (!item) throw new Error('no product')
  const one = allegroOrder([item])
  const product = one.products[0]
  const before = await storedByOrders(api)
  const wrong: [object, string][] = [
    [{ products: [{ ...product, quantity: 3 }] }, 'zostało sztuk: 2'],
    [{ products: [{ ...product, quantity: 0 }] }, 'products.0.quantity'],
    [{ products: [{ ...product, price: 49.901 }] }, 'products.0.price'],
    [{ products: [{ ...product, price: 'darmo' }] }, 'products.0.price'],
    [{ products: [{ ...product, price: 0 }] }, 'nic nie kosztują'],
    [{ products: [{ ...product, id: '' }] }, 'Powiąż ofertę'],
    [{ products: [] }, 'brak produktów'],
    [{ products: 'x' }, 'to nie jest JSON'],
    [{ baselinker_id: '' }, 'baselinker_id'],
    [{ delivery_country_code: 'DE' }, 'tylko w Polsce'],
    [{ currency: 'EUR' }, 'złotych'],
    [{ delivery_address: '' }, 'delivery_address'],
    [{ delivery_fullname: '', invoice_fullname: '', client_login: '' }, 'delivery_fullname'],
    [{ delivery_price: '-1' }, 'delivery_price'],
  ]
  for (const [change, words] of wrong) {
    const refused = await baselinker.refusal('OrderAdd', { ...one, ...change })
    expect(refused.error, words).toBe(true)
    expect(refused.error_text).toContain(words)
    expect(await baselinker.read()).toMatchObject({ refusal: refused.error_text })
  }
  await api.db.updateTable('products').set({ active: false }).where('id', '=', item.id).execute()
  expect((await baselinker.refusal('OrderAdd', one)).error_text).toContain('Powiąż ofertę')
  expect(await storedByOrders(api)).toEqual(before)
})

test('OrderAdd: one product at two prices adds up to the grosz; pieces taken before are not taken or returned', async () => {
  const [item] = await productsOnSale(api, 1, 5)
  if (!item) throw new Error('no product')
  const { products } = allegroOrder([item])
  const two = [
    { ...products[0], price: '33.33', quantity: 2 },
    { ...products[0], price: 10, quantity: 1 },
  ]
  const { id, total_grosze } = await baselinker.add({ products: two, change_products_quantity: 0 }, [item])
  expect(total_grosze).toBe(2 * 3_333 + 1_000 + 999)
  expect(await baselinker.stockOf(item.id)).toBe(5)
  expect(await baselinker.differences()).toEqual([])
  const { version } = await baselinker.orders.read(id)
  const cancelled = await baselinker.orders.change(id, 'cancel', { seen: 'paid', version, reason: 'pomyłka' })
  expect(cancelled.status).toBe(200)
  expect(await baselinker.stockOf(item.id)).toBe(5)
})

test('a locker is taken from the point of delivery, and an address without an e-mail gets one that nobody reads', async () => {
  const point = {
    delivery_point_id: 'KRA010',
    delivery_point_name: 'KRA010',
    delivery_point_address: 'Długa 1',
    delivery_point_postcode: '31-146',
    delivery_point_city: 'Kraków',
    email: '',
  }
  const { id } = await baselinker.add(point)
  const page = await baselinker.orders.read(id)
  expect(page).toMatchObject({ delivery: { method: 'locker', place: ['KRA010', 'Długa 1, 31-146 Kraków'] } })
  expect(page.customer.email).toMatch(/^\d+@guest\.invalid$/)
})

test('papers are made there by default: no receipt, no invoice, not in the month but told in it by name', async () => {
  await baselinker.setPapersHere(false)
  // Whom the invoice is for is the marketplace's matter, also abroad.
  const abroad = await baselinker.add({ invoice_nip: 'DE123456789', invoice_company: 'Rose GmbH' })
  expect(await baselinker.orders.read(abroad.id)).toMatchObject({ company: null })
  const before = await readMonth()
  const company = { invoice_nip: '774-00-01-454', invoice_company: 'Róża sp. z o.o.' }
  const { id, checkout_id, total_grosze } = await baselinker.add(company)
  expect(await receiptOf(checkout_id)).toBeUndefined()
  await issueInvoice(api.services, checkout_id)
  expect(await api.db.selectFrom('invoices').select('id').where('checkout_id', '=', checkout_id).execute()).toEqual([])
  await baselinker.orders.setShipment(id, { status: 'shipped' })
  expect(await receiptOf(checkout_id)).toBeUndefined()
  const after = await readMonth()
  expect(after.elsewhere).toEqual({
    orders: before.elsewhere.orders + 1,
    grosze: before.elsewhere.grosze + total_grosze,
  })
  expect(after.problems.map(({ order_id }) => order_id)).not.toContain(id)
})

test('papers here, as the owner switched: a receipt at once, an invoice for a company, and the month asks for them', async () => {
  await baselinker.setPapersHere(true)
  const before = await readMonth()
  const person = await baselinker.add()
  expect(await receiptOf(person.checkout_id)).toEqual({ state: 'waiting' })
  const till = await api.get('/api/admin/till', { Cookie: baselinker.orders.admin })
  expect(JSON.stringify(await till.json())).toContain('"payment":"elsewhere"')
  const unpaid = await baselinker.add({ paid: 0 })
  expect(await receiptOf(unpaid.checkout_id)).toBeUndefined()
  const company = await baselinker.add({ invoice_nip: '7740001454', invoice_company: 'Róża sp. z o.o.' })
  expect(await receiptOf(company.checkout_id)).toBeUndefined()
  const after = await readMonth()
  expect(after.elsewhere).toEqual(before.elsewhere)
  expect(after.problems.map(({ order_id }) => order_id)).toEqual(expect.arrayContaining([person.id, company.id]))
  await issueInvoice(api.services, company.checkout_id)
  const invoice = api.db.selectFrom('invoices').select('content').where('checkout_id', '=', company.checkout_id)
  expect((await invoice.executeTakeFirst())?.content).toMatchObject({
    payment: 'elsewhere',
    paid_on: expect.any(String),
    gross_grosze: company.total_grosze,
  })
  const [item] = await productsOnSale(api, 1, 1)
  const wrong = allegroOrder(item ? [item] : [], { invoice_nip: '123', invoice_company: 'Róża sp. z o.o.' })
  expect((await baselinker.refusal('OrderAdd', wrong)).error_text).toContain('invoice_nip')
  await baselinker.setPapersHere(false)
  // What was added stays as it was chosen then.
  expect(await receiptOf(person.checkout_id)).toEqual({ state: 'waiting' })
})

test('a cancelled order of a marketplace returns its pieces and undoes its sale, without a mail; a transfer is noted', async () => {
  const [item] = await productsOnSale(api, 1, 4)
  if (!item) throw new Error('no product')
  const mails = await mailsNow()
  const { id, total_grosze } = await baselinker.add({}, [item])
  const kept = await baselinker.add({}, [item])
  const before = await readToday(api.db, new Date())
  const { version } = await baselinker.orders.read(id)
  expect((await baselinker.orders.change(id, 'cancel', { seen: 'paid', version, reason: 'rezygnacja' })).status).toBe(
    200,
  )
  expect(await baselinker.stockOf(item.id)).toBe(3)
  const after = await readToday(api.db, new Date())
  expect(after.undone_grosze - before.undone_grosze).toBe(total_grosze)
  const transfer = { transfer_id: crypto.randomUUID(), amount_grosze: 1_000, reason: 'rysa', returned_seen: 0 }
  expect((await baselinker.orders.change(kept.id, 'transfers', transfer)).status).toBe(200)
  const returned = await readToday(api.db, new Date())
  expect(returned.returned_grosze - after.returned_grosze).toBe(1_000)
  const tooMuch = await baselinker.orders.change(kept.id, 'transfers', {
    ...{ ...transfer, transfer_id: crypto.randomUUID() },
    ...{ amount_grosze: total_grosze, returned_seen: 1_000 },
  })
  expect((await errorOf(tooMuch)).code).toBe('transfer_too_large')
  expect(await mailsSince(mails)).toBe(0)
  expect(await baselinker.differences()).toEqual([])
})
