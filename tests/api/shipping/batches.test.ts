// Batches read while packing: which are noted, which bottle is refused, who reads them, and the recall of one: its
// buyers are warned once, whoever else has other batches is not, and the batch is not packed again.
import type { PackingParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { openShipments, type Shipments } from '#tests/support/admin-shipments.ts'
import type { Api } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'

let api: Api
let shipments: Shipments
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  shipments = await openShipments(api)
})

const EAN = '5901234123457'

const productOf = ({ shipments: [first] }: PackingParcel) => first?.order.items[0]?.product_id ?? ''
const note = (parcel: PackingParcel, batches: string[], code = '', product_id = productOf(parcel)) =>
  shipments.send('POST', 'packing/batches', { checkout_id: parcel.checkout_id, product_id, code, batches })
const batchesIn = async (parcel: PackingParcel) => {
  const read = (await (await shipments.get(`parcels/${parcel.checkout_id}`)).json()) as PackingParcel
  return read.shipments.flatMap(({ order }) => order.items.map(({ batches }) => batches))
}
const setCode = (id: string, product_code: string | null) =>
  api.db.updateTable('products').set({ product_code }).where('id', '=', id).execute()
const orderOf = ({ shipments: [first] }: PackingParcel) => first?.order.id ?? ''
const recall = (product_id: string, batch: string) =>
  shipments.send('POST', 'recalls', { product_id, batch, hazard: 'Może podrażnić skórę.' })

test('batches are folded, replaced as a whole, and read at the desk, by the owner and by the buyer', async () => {
  const parcel = await shipments.place()
  await api.db.updateTable('products').set({ opened_months: 24 }).where('id', '=', productOf(parcel)).execute()
  expect(await (await note(parcel, ['l23 a', 'L23A', 'x/9'])).json()).toEqual({ ok: true })
  expect(await batchesIn(parcel)).toEqual([['L23A', 'X/9']])
  await note(parcel, ['l24'])
  expect(await batchesIn(parcel)).toEqual([['L24']])
  const page = (await (await shipments.get(`orders/${orderOf(parcel)}`)).json()) as { items: { batch: string }[] }
  expect(page.items[0]?.batch).toBe('Partia L24')
  const token = new URL(api.services.orderLinks.create(parcel.checkout_id)).hash.slice(1)
  const linked = await (await api.post('/api/order-link', { token })).json()
  expect(linked.orders[0].items[0].batch_note).toBe('Partia L24. Po otwarciu zużyj w ciągu 24 mies.')
  await note(parcel, [])
  expect(await batchesIn(parcel)).toEqual([[]])
})

test('a second packer does not replace batches that were not on the screen; the refusal names them', async () => {
  const parcel = await shipments.place()
  const save = (seen: string[], batches: string[]) =>
    shipments.send('POST', 'packing/batches', {
      ...{ checkout_id: parcel.checkout_id, product_id: productOf(parcel), code: '' },
      ...{ seen, batches },
    })
  for (const _ of ['first', 'its answer was lost']) expect((await save([], ['L1'])).status).toBe(200)
  expect(await errorOf(await save([], ['L2']))).toMatchObject({
    status: 409,
    code: 'batches_noted_meanwhile',
    fields: { batches: 'Ktoś wpisał tu już: L1. Sprawdź flakony i zapisz wszystkie partie jeszcze raz.' },
  })
  expect(await batchesIn(parcel)).toEqual([['L1']])
  expect((await save(['L1'], ['L1', 'L2'])).status).toBe(200)
  expect(await batchesIn(parcel)).toEqual([['L1', 'L2']])
})

test('a code of another bottle is refused and nothing is noted; UPC-A is EAN-13 without its zero', async () => {
  const parcel = await shipments.place()
  const id = productOf(parcel)
  await setCode(id, EAN)
  expect(await errorOf(await note(parcel, ['L1'], '5900000000008'))).toMatchObject({
    code: 'wrong_bottle',
    // Sizes of one scent differ by their codes.
    fields: { code: expect.stringMatching(/^To inny produkt: .*\d\sml/) },
  })
  expect(await batchesIn(parcel)).toEqual([[]])
  expect((await note(parcel, ['L1'], ` ${EAN} `)).status).toBe(200)
  await setCode(id, '0012345678905')
  expect((await note(parcel, ['L1'], '012345678905')).status).toBe(200)
  await setCode(id, null)
  expect((await note(parcel, ['L2'], '5900000000008')).status, 'the product has no code').toBe(200)
  for (const wrong of ['', '<b>', 'x'.repeat(41)]) {
    expect(await errorOf(await note(parcel, [wrong])), wrong).toMatchObject({ code: 'invalid_request' })
  }
  expect(await errorOf(await note(parcel, ['L1'], '', crypto.randomUUID()))).toMatchObject({
    code: 'shipment_not_found',
  })
})

test('a recall warns the buyers of its batch once, stops the sale, and the batch is not packed again', async () => {
  const [first, second, other] = [await shipments.place(2), await shipments.place(), await shipments.place()]
  const id = productOf(first)
  // Another product of the same checkout, in an order of its own, whose producer counts batches alike.
  const [named, unnamed] = first.shipments.map(({ order }) => order)
  await note(first, ['R77'], '', unnamed?.items[0]?.product_id)
  const moveTo = async (parcel: PackingParcel) => {
    await api.db.updateTable('order_items').set({ product_id: id }).where('order_id', '=', orderOf(parcel)).execute()
  }
  await moveTo(second)
  await moveTo(other)
  await setCode(id, null)
  await note(first, ['r77', 'r78'], '', id)
  await note(second, ['R77'], '', id)
  await note(other, ['R78'], '', id)
  // One that was cancelled before it left, one from which the bottle was taken out, and one of a marketplace.
  const [cancelled, without, elsewhere] = [await shipments.place(), await shipments.place(), await shipments.place()]
  for (const parcel of [cancelled, without, elsewhere]) {
    await moveTo(parcel)
    await note(parcel, ['R77'], '', id)
  }
  const change = (columns: { status?: 'cancelled'; email?: string }, parcel: PackingParcel) =>
    api.db.updateTable('orders').set(columns).where('id', '=', orderOf(parcel)).execute()
  await change({ status: 'cancelled' }, cancelled)
  await api.db.deleteFrom('order_items').where('order_id', '=', orderOf(without)).execute()
  await change({ email: '17@guest.invalid' }, elsewhere)
  for (const parcel of [first, second, other, without, elsewhere]) {
    const sent = await shipments.update((await shipments.found(parcel)).shipments, { status: 'shipped', knows: [] })
    expect(sent.status).toBe(200)
  }
  // One that is still in the shop: its buyer never had the bottle.
  const inShop = await shipments.place()
  await moveTo(inShop)
  await note(inShop, ['R77'], '', id)
  const answers = await Promise.all([recall(id, 'r77'), recall(id, 'R77')])
  const recalled = answers.find(({ status }) => status === 200)
  expect(await recalled?.json()).toEqual({ letters: 2, without_address: 1 })
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const warned = await api.db
    .selectFrom('mail_outbox')
    .select('recipient')
    .where('template', '=', 'product-recall')
    .execute()
  const buyers = [first.email, second.email]
  expect(warned.map(({ recipient }) => recipient).toSorted()).toEqual(buyers.toSorted())
  await eventually(async () => {
    const mails = await api.mailbox.messagesTo(first.email)
    const letter = mails.find(({ subject }) => subject.startsWith('Wycofanie produktu ze względów bezpieczeństwa'))
    expect(letter?.text).toContain('Może podrażnić skórę.')
    expect(letter?.text).toContain('Partia R77')
    expect(letter?.text).toContain(named?.id.slice(0, 8))
    expect(letter?.text).not.toContain(unnamed?.id.slice(0, 8))
  })
  const product = await api.db
    .selectFrom('products')
    .select('out_of_stock')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(product.out_of_stock).toBe(true)
  expect(await errorOf(await note(inShop, ['R77'], '', id))).toMatchObject({ code: 'batch_recalled' })
  const listed = (await (await shipments.get('batches?search=r77')).json()) as { product_id: string }[]
  expect(listed.filter(({ product_id }) => product_id === id)).toMatchObject([
    { batch: 'R77', orders: 6, recalled_at: expect.any(String), unreached: [{ id: orderOf(elsewhere) }] },
  ])
})

test('pieces that come back after a recall do not put the product on sale again', async () => {
  const parcel = await shipments.place()
  const id = productOf(parcel)
  await api.db.updateTable('products').set({ stock_quantity: 1, out_of_stock: false }).where('id', '=', id).execute()
  const order = { items: [{ product_id: id, quantity: 1 }], hours: '24', email: null, code: null, place: null }
  expect((await shipments.send('POST', 'prepared-orders', order)).status).toBe(200)
  expect((await recall(id, 'z1')).status).toBe(200)
  const [prepared] = (await (await shipments.get('prepared-orders')).json()) as { id: string }[]
  expect((await shipments.send('POST', `prepared-orders/${prepared?.id}/withdraw`, {})).status).toBe(200)
  const row = await api.db
    .selectFrom('products')
    .select(['stock_quantity', 'out_of_stock'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ stock_quantity: 1, out_of_stock: true })
})
