import { markOrderPaid } from '#domain/flows/orders/settle-order.server.ts'
import type { OrderList } from '#domain/orders/admin/list-admin-orders.server.ts'
import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import type { AdminOrderPage } from '#domain/orders/admin/read-admin-order.server.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, LOCKER, prepaidCart, productsOnSale, startedAhead, toCourier, toLocker } from '#tests/support/orders.ts'

const SIZES = { locker_template: 'small', length_mm: 1, width_mm: 1, height_mm: 1, weight_grams: 1 } as const
const CARRIER = { ...SIZES, carrier_id: '1', reference: 'p' }

let api: Api
let admin: string
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})

const list = async (query: Record<string, string> = {}) => {
  const answer = await api.get(`/api/admin/orders?${new URLSearchParams(query)}`, { Cookie: admin })
  expect(answer.status).toBe(200)
  return (await answer.json()) as OrderList
}
const read = async (id: string) => {
  const answer = await api.get(`/api/admin/orders/${id}`, { Cookie: admin })
  expect(answer.status).toBe(200)
  return (await answer.json()) as AdminOrderPage
}

async function order(person: object, products = 1): Promise<string[]> {
  const buyer = await api.customer()
  const answer = await buyer.order(
    cart(await productsOnSale(api, products), { customerData: { ...toCourier, ...person } }),
  )
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { orderIds: string[] }).orderIds
}

test('list: finds an order by number, address, phone and name, however they are typed', async () => {
  const [id = ''] = await order({ firstName: 'Żaneta', lastName: "Wójcik-O'Neill", phone: '+48 511 222 333' })
  await order({ firstName: 'Żaneta', lastName: 'Inna', phone: '+48 511 999 999' })
  const { email } = await read(id).then(({ customer }) => customer)
  const searches = [
    id.slice(0, 8),
    id.slice(0, 6),
    email,
    email.toUpperCase(),
    email.slice(0, 12),
    '511222333',
    '+48 511 222 333',
    '0048511222333',
    '2333',
    'wojcik',
    'WÓJCIK żan',
    'zaneta wój',
    'neill',
    "wójcik-o'neill",
  ]
  for (const search of searches) {
    expect({ search, found: (await list({ search })).items.map((found) => found.id) }).toEqual({ search, found: [id] })
  }
  for (const search of ['żaneta nowak', "'", '\\', '& | !', '%', '511222334', 'x']) {
    expect({ search, found: (await list({ search })).total }).toEqual({ search, found: 0 })
  }
})

test('list: combines filters, and keeps the orders of one checkout together', async () => {
  const together = await order({ lastName: 'Razem' }, 3)
  const buyer = await api.customer()
  const lockers = (await (
    await buyer.order(cart(await productsOnSale(api, 1), { customerData: toLocker, shippingCost: LOCKER }))
  ).json()) as { orderIds: string[] }
  const { orderId: unpaid } = await startedAhead(api, await api.customer(), prepaidCart(await productsOnSale(api, 1)))
  const ids = async (query: Record<string, string>) => (await list(query)).items.map(({ id }) => id)
  expect(await ids({ search: 'razem' })).toEqual(together)
  expect((await list({ search: 'razem' })).items[0]?.checkout.orders).toBe(3)
  expect(await ids({ payment: 'cash_on_delivery', delivery: 'locker' })).toEqual(lockers.orderIds)
  expect(await ids({ money: 'unpaid' })).toEqual([unpaid])
  expect(await ids({ money: 'unpaid', payment: 'cash_on_delivery' })).toEqual([])
  expect(await ids({ money: 'due', search: 'razem', delivery: 'courier' })).toEqual(together)
  expect(await ids({ status: 'completed' })).toEqual([])
  const [today] = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Warsaw' }).split(' ')
  expect(await ids({ search: 'razem', from: today ?? '', to: today ?? '' })).toEqual(together)
  expect(await ids({ search: 'razem', to: '2020-01-01' })).toEqual([])
  expect((await api.get('/api/admin/orders?status=lost&from=2026-02-31', { Cookie: admin })).status).toBe(400)
})

test('list: finds the payments without an outcome that the overview counts', async () => {
  const { orderId } = await startedAhead(api, await api.customer(), prepaidCart(await productsOnSale(api, 1)))
  const found = async () => (await list({ money: 'unclear' })).items.map(({ id }) => id)
  expect(await found()).toEqual([])
  const ended = new Date(Date.now() - 61 * 60_000)
  await api.db.updateTable('payments').set({ expires_at: ended }).where('order_id', '=', orderId).execute()
  expect(await found()).toEqual([orderId])
  expect((await countPendingWork(api.db)).unclearPayments).toBe(1)
})

test('list: filters by where the parcel is, says so in the row and in the file, and completes what is delivered', async () => {
  const desk = await openAdminOrders(api)
  const product = await productsOnSale(api, 1)
  const buyer = await api.customer()
  const place = async () => {
    const answer = await buyer.order(cart(product, { customerData: { ...toCourier, lastName: 'Paczkowska' } }))
    return ((await answer.json()) as { orderIds: [string] }).orderIds[0]
  }
  const [here, sent, delivered, brought, takenBack] = [
    await place(),
    await place(),
    await place(),
    await place(),
    await place(),
  ]
  for (const id of [sent, brought, takenBack]) await desk.setShipment(id, { status: 'shipped' })
  await desk.setShipment(delivered, { status: 'delivered' })
  await desk.setShipment(takenBack, { status: 'cancelled' })
  const number = `52000000${brought.slice(0, 8)}`
  const { checkout_id } = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', brought)
    .executeTakeFirstOrThrow()
  await api.db.updateTable('shipments').set({ tracking_number: number }).where('order_id', '=', brought).execute()
  await api.db
    .insertInto('carrier_shipments')
    .values({
      checkout_id,
      tracking_number: number,
      status: 'confirmed',
      carrier_status: 'returned_to_sender',
      ...CARRIER,
    })
    .execute()
  const found = async (parcel: string) =>
    (await list({ search: 'Paczkowska', parcel })).items.map(({ id }) => id).toSorted()
  expect(await found('to_send')).toEqual([here])
  expect(await found('sent')).toEqual([sent])
  expect(await found('delivered')).toEqual([delivered])
  expect(await found('returned')).toEqual([brought, takenBack].toSorted())
  expect((await list({ parcel: 'delivered' })).items.map(({ id }) => id)).toContain(delivered)

  const { items } = await list({ search: 'Paczkowska' })
  const rowOf = (id: string) => items.find((item) => item.id === id)
  expect([here, sent, delivered, brought].map((id) => rowOf(id)?.shipment)).toEqual([
    ...['Utworzona', 'Wysłana', 'Dostarczona', 'Wróciła'],
  ])
  expect(items.filter(({ completable }) => completable).map(({ id }) => id)).toEqual([delivered])
  const file = await (
    await api.get('/api/admin/exports/orders?search=Paczkowska&parcel=returned', { Cookie: admin })
  ).text()
  expect(file.split('\r\n')[0]).toContain('Przesyłka')
  expect(file).toContain('Wróciła')
  expect(file).not.toContain('Dostarczona')

  const complete = async (orders: object[]) =>
    (await api.post('/api/admin/orders/complete', { orders }, { Cookie: admin })).json()
  expect(
    await complete([
      { id: delivered, seen: 'pending' },
      { id: sent, seen: 'pending' },
    ]),
  ).toEqual({ completed: 1, failed: [sent.slice(0, 8)] })
  expect((await read(delivered)).status).toBe('completed')
  expect((await list({ search: 'Paczkowska' })).items.filter(({ completable }) => completable)).toEqual([])
})

test('list: has pages, and an address beyond the end shows the last one', async () => {
  const { total } = await list()
  const pages = [await list({ pageSize: '2' }), await list({ pageSize: '2', page: '2' })]
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(4)
  const last = await list({ pageSize: '2', page: '9999' })
  expect(last).toMatchObject({ total, page: Math.ceil(total / 2), is_more: false })
})

test('order: shows all its data and its history', async () => {
  const [first = '', second = ''] = await order({ lastName: 'Całość' }, 2)
  const { customer, parcel, diary, actions, customer_orders: customerOrders, terms, mails } = await read(first)
  expect(customer).toMatchObject({ name: expect.stringContaining('Całość'), is_deleted: false, is_anonymised: false })
  expect(parcel.map(({ id }) => id)).toEqual([first, second])
  expect(customerOrders.items.map(({ id }) => id)).toEqual([second])
  expect(actions).toEqual({ cancel: true, mark_paid: true, complete: false })
  expect(terms).toMatchObject({ version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  expect(mails).toMatchObject([
    { name: 'Potwierdzenie zamówienia', state: 'waiting', times_resent: 0, resendable: false },
  ])
  const sentences = diary.map(({ sentence }) => sentence)
  expect(sentences).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Złożono zamówienie na [\d,]+\szł\.$/),
      'Utworzono przesyłkę.',
      expect.stringMatching(/^Wiadomość „Potwierdzenie zamówienia” na adres \S+ czeka na wysłanie\.$/),
    ]),
  )
})

test('order: a prepaid one shows its payment attempts, its shipment and links to the provider', async () => {
  const { orderId, sessionId } = await startedAhead(
    api,
    await api.customer(),
    prepaidCart(await productsOnSale(api, 1)),
  )
  const unpaid = await read(orderId)
  expect(unpaid.payment).toMatchObject({ label: 'Nieopłacone', attempts: [{ status: 'open', refundable_grosze: 0 }] })
  expect(unpaid.shipment).toBeNull()
  expect(unpaid.actions).toEqual({ cancel: true, mark_paid: false, complete: false })
  expect(unpaid.payment.attempts[0]?.dashboard_url).toContain(`/pay/${sessionId}`)
  await api.db.transaction().execute((trx) => markOrderPaid(trx, orderId))
  const paid = await read(orderId)
  expect(paid).toMatchObject({ status: 'paid', shipment: { label: 'Utworzona', tracking_url: null } })
  expect(paid.actions).toEqual({ cancel: true, mark_paid: false, complete: false })
})

test('order: an unknown id answers 404', async () => {
  for (const id of [crypto.randomUUID(), 'x']) {
    expect((await api.get(`/api/admin/orders/${id}`, { Cookie: admin })).status).toBe(404)
  }
})
