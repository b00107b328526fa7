import { type Api, cookieOf } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { cart, prepaidCart, productsOnSale, startedAhead } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import { openReturns } from '#tests/support/returns.ts'

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
  api.startMail()
})

const FACTS = '37 ml · Ekstrakt próbny'
const plain = (text: string) => text.replace(/\s+/g, ' ')

test('an order keeps volume and concentration of its products in mail, contract, panel and export', async () => {
  const Admin = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product is on sale')
  const describe = (volume_ml: number | null, concentration: string | null) =>
    api.db.updateTable('products').set({ volume_ml, concentration }).where('id', '=', product.id).execute()
  await describe(37, 'Ekstrakt próbny')
  const buyer = await api.customer()
  const placed = await buyer.order(cart([product]))
  expect(placed.status).toBe(200)
  const { checkoutId, orderIds } = (await placed.json()) as { checkoutId: string; orderIds: string[] }
  const ahead = await startedAhead(api, buyer, prepaidCart([product]))
  // What was bought stays what it was.
  await describe(null, null)

  const token = new URL(api.services.orderLinks.create(checkoutId)).hash.slice(1)
  for (const [where, answer] of [
    ['the panel', await api.get('/api/me/orders', { Cookie: buyer.cookie })],
    ['the mailed link', await api.post('/api/order-link', { token })],
    ['the admin', await api.get(`/api/admin/orders/${orderIds[0]}`, Admin)],
    ['the parcels', await api.get('/api/admin/shipments', Admin)],
    ['packing', await api.get('/api/admin/packing', Admin)],
    ['the form of a statement', await api.post('/api/order-link/statement-form', { token })],
    ['the file of orders', await api.get('/api/admin/exports/orders', Admin)],
  ] as const) {
    expect(answer.status, where).toBe(200)
    expect(plain(await answer.text()), where).toContain(FACTS)
  }

  await eventually(async () => expect(await api.mailbox.messagesTo(buyer.email)).not.toEqual([]))
  const [mail] = await api.mailbox.messagesTo(buyer.email)
  if (!mail) throw new Error('no mail')
  expect(plain(mail.text)).toContain(FACTS)
  expect(plain((await readPdf(await api.mailbox.attachmentOf(mail))).join(' '))).toContain(FACTS)

  const returns = openReturns(api, Admin.Cookie)
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: product.id, quantity: 1 }])
  const { number, pieces } = await returns.read(caseId)
  expect(
    pieces.map(({ facts }) => plain(facts)),
    'the case',
  ).toEqual([FACTS])
  const slip = await api.post('/api/order-link/return-slip', { token, number })
  expect(plain((await readPdf(new Uint8Array(await slip.arrayBuffer()))).join(' ')), 'the return slip').toContain(FACTS)
  await eventually(async () => {
    const about = (await api.mailbox.messagesTo(buyer.email)).find(({ subject }) => subject.includes(number))
    expect(plain(about?.text ?? ''), 'the mail about the statement').toContain(FACTS)
  })

  const stored = api.db.selectFrom('order_items').select('facts').where('order_id', '=', ahead.orderId)
  expect(plain((await stored.executeTakeFirstOrThrow()).facts), 'an order paid ahead').toBe(FACTS)
})
