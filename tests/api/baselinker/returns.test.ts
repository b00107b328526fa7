// Returns of what a marketplace sold, and a stocktake beside its orders.
import { randomUUID } from 'node:crypto'
import { toProductId } from '#domain/baselinker/baselinker.ts'
import { issueInvoice } from '#domain/papers/invoices/issue-invoice.server.ts'
import type { Api } from '#tests/support/api.ts'
import { openBaselinker } from '#tests/support/baselinker.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { type CartItem, errorOf, productsOnSale } from '#tests/support/orders.ts'
import { openReturns } from '#tests/support/returns.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

let api: Api
let baselinker: Awaited<ReturnType<typeof openBaselinker>>
let returns: ReturnType<typeof openReturns>
test.beforeAll(async ({ api: started }) => {
  api = started
  baselinker = await openBaselinker(api)
  returns = openReturns(api, baselinker.orders.admin)
})

/** The price of the marketplace for a piece, and of its delivery, grosze. */
const PIECE = 4_990
const DELIVERY = 999

async function deliver(pieces: number, more: object = {}) {
  const [item] = await productsOnSale(api, 1, 10)
  if (!item) throw new Error('no product')
  const order = await baselinker.add(more, [{ ...item, quantity: pieces }])
  await baselinker.orders.setShipment(order.id, { status: 'shipped' })
  await baselinker.orders.setShipment(order.id, { status: 'delivered' })
  return { ...order, item }
}
const withdraw = ({ checkout_id }: { checkout_id: string }, { id }: CartItem, quantity: number) =>
  returns.withdrawByLink(checkout_id, [{ product_id: id, quantity }])
const owedBy = async (caseId: string) => (await returns.read(caseId)).money?.owed_grosze
const settle = (caseId: string, owed_grosze: number) =>
  returns.act(caseId, 'settle', { owed_grosze, given_otherwise: true })

test('pieces that a marketplace sold come back at its prices, once, by two returns and the page of the order', async () => {
  for (const papersHere of [false, true]) {
    await baselinker.setPapersHere(papersHere)
    const sold = await deliver(3, papersHere ? { invoice_nip: '7740001454', invoice_company: 'Róża sp. z o.o.' } : {})
    if (papersHere) await issueInvoice(api.services, sold.checkout_id)
    const first = await withdraw(sold, sold.item, 1)
    expect(await owedBy(first)).toBe(PIECE)
    const given = { transfer_id: randomUUID(), amount_grosze: 1_000, reason: 'rysa', returned_seen: 0 }
    expect((await baselinker.orders.change(sold.id, 'transfers', given)).status).toBe(200)
    expect(await owedBy(first)).toBe(PIECE - 1_000)
    const presses = await Promise.all([settle(first, PIECE - 1_000), settle(first, PIECE - 1_000)])
    expect(presses.map(({ status }) => status)).toEqual([200, 200])
    const last = await withdraw(sold, sold.item, 2)
    expect(await owedBy(last)).toBe(2 * PIECE + DELIVERY)
    expect((await settle(last, 2 * PIECE + DELIVERY)).status).toBe(200)
    expect((await baselinker.orders.read(sold.id)).payment.on_delivery?.returned_grosze).toBe(sold.total_grosze)
    if (papersHere) await issueInvoice(api.services, sold.checkout_id)
    const papers = await api.db
      .selectFrom('invoices')
      .select('gross_grosze')
      .where('checkout_id', '=', sold.checkout_id)
      .orderBy('number')
      .execute()
    expect(papers.map(({ gross_grosze }) => gross_grosze).toSorted((a, b) => b - a)).toEqual(
      papersHere ? [sold.total_grosze, -sold.total_grosze] : [],
    )
    expect(await baselinker.differences()).toEqual([])
  }
})

test('nothing goes back for what a marketplace has not been paid for', async () => {
  const sold = await deliver(1, { paid: 0 })
  const caseId = await withdraw(sold, sold.item, 1)
  expect(await owedBy(caseId)).toBe(0)
  expect((await errorOf(await settle(caseId, PIECE))).code).toBe('owed_changed')
})

test('pieces that a marketplace took from the stock before its order came lie on the shelf until they are packed', async () => {
  const [item] = await productsOnSale(api, 1, 10)
  if (!item) throw new Error('no product')
  await baselinker.call('ProductsQuantityUpdate', {
    products: [{ product_id: toProductId(item.id), operation: 'change', quantity: -2 }],
  })
  await baselinker.add({ change_products_quantity: 0 }, [{ ...item, quantity: 2 }])
  expect(await baselinker.stockOf(item.id)).toBe(8)
  const headers = { Cookie: baselinker.orders.admin }
  await api.post('/api/admin/stocktakes', {}, headers)
  const read = async () => (await api.get('/api/admin/stocktake', headers)).json()
  const { id } = (await read()) as { id: string }
  expect(
    (await api.post(`/api/admin/stocktakes/${id}/counts`, { product_id: item.id, counted: 10 }, headers)).status,
  ).toBe(200)
  expect(await read()).toMatchObject({ counts: [{ counted: 10, expected: 10 }] })
})

test('a piece that a marketplace took from the stock before its order is sold again when it comes back, as its owner says', async () => {
  const sold = await deliver(2, { change_products_quantity: 0 })
  const caseId = await withdraw(sold, sold.item, 1)
  const items = (await returns.read(caseId)).pieces.map(({ order_item_id, quantity }) => {
    return { order_item_id, quantity, condition: 'sealed', restock: quantity }
  })
  const arrived = await returns.act(caseId, 'arrival', { items, deduction_grosze: 0, deduction_reason: '' })
  expect(arrived.status).toBe(200)
  expect(await baselinker.stockOf(sold.item.id)).toBe(11)
  expect(await baselinker.differences()).toEqual([])
})

test('an invoice for who gave no e-mail waits in the panel, and no mail is written to nobody', async () => {
  await baselinker.setPapersHere(true)
  const sold = await deliver(1, { email: '', invoice_nip: '7740001454', invoice_company: 'Róża sp. z o.o.' })
  expect((await issueInvoice(api.services, sold.checkout_id)).ok).toBe(true)
  const mails = api.db.selectFrom('mail_outbox').select('template').where('recipient', 'like', '%@guest.invalid')
  expect(await mails.execute()).toEqual([])
})
