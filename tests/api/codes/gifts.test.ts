import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import { type Api, askAll, type Customer, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, errorOf, prepaidCart, productsOnSale, startedAhead } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf-text.ts'

type Rule = { active: boolean; genders: string[]; from_grosze: number; gift: string; stock: number | null }

async function signIn(api: Api): Promise<string> {
  return cookieOf(await api.post('/api/admin-sign-in', api.admin))
}

/** Saves the rule as the owner does. */
async function setRule(api: Api, change: Partial<Rule>): Promise<void> {
  const Cookie = await signIn(api)
  const { preset: _, offered: __, ...rule } = await (await api.get('/api/admin/gift-rule', { Cookie })).json()
  const saved = await api.post('/api/admin/gift-rule', { ...rule, ...change }, { Cookie })
  expect(saved.status).toBe(200)
}

/** Products for women, each with a gift by the default rule. */
async function productsForWomen(api: Api, count: number) {
  const items = await productsOnSale(api, count)
  const ids = items.map(({ id }) => id)
  await api.db.updateTable('products').set({ gender: 'women' }).where('id', 'in', ids).execute()
  return items
}

const readStock = ({ db }: Api) => db.selectFrom('gift_rule').select('stock').executeTakeFirstOrThrow()

async function giftsOf(api: Api, { cookie: Cookie }: Customer) {
  const orders: { id: string; gift: { name: string; pieces: number } | null }[] = await (
    await api.get('/api/me/orders', { Cookie })
  ).json()
  return orders.map(({ gift }) => gift)
}

test('gifts: are a line of 0,00 zł in order, mail and parcel; a product without a badge has none', async ({ api }) => {
  const buyer = await api.customer()
  const [first, second] = await productsForWomen(api, 2)
  if (!first || !second) throw new Error('no products')
  await api.db.updateTable('products').set({ gender: 'men' }).where('id', '=', second.id).execute()
  const key = randomUUID()
  const press = async () => {
    const placed = await buyer.order(cart([{ ...first, quantity: 2 }, second]), key)
    expect(placed.status).toBe(200)
    return placed.json()
  }
  expect(await press()).toMatchObject({ gift: { name: 'Drobny upominek', pieces: 2 } })
  // The earlier build stored no gift with its answer.
  await api.db.updateTable('idempotency_keys').set({ answer: sql`answer - 'gift'` }).where('key', '=', key).execute()
  expect(await press()).toMatchObject({ gift: null })
  expect(await giftsOf(api, buyer)).toEqual([{ name: 'Drobny upominek', pieces: 2 }, null])
  api.startMail()
  await expect.poll(() => api.mailbox.messagesTo(buyer.email)).toHaveLength(1)
  const [mail] = await api.mailbox.messagesTo(buyer.email)
  expect(mail?.text).toContain('+GRATIS: Drobny upominek')
  expect(mail?.text).toMatch(/2\s×\s0,00\szł/)
  const Cookie = await signIn(api)
  if (!mail) throw new Error('no mail')
  // The attached terms have the rule about returning the gift.
  const quoted = (await readPdf(await api.mailbox.attachmentOf(mail, 1))).join(' ')
  expect(quoted).toMatch(/należy odesłać także upominek\. Bezpłatnej próbki/)
  const desk = await (await api.get('/api/admin/packing', { Cookie })).json()
  expect(JSON.stringify(desk)).toContain('"gift":{"name":"Drobny upominek","pieces":2}')
})

test('gifts: of orders placed at once one gets the last gift', async ({ newApi }) => {
  const api = await newApi({ limitFactor: 1000 })
  const items = await productsForWomen(api, 6)
  await setRule(api, { stock: 1, gift: 'Próbka 2 ml' })
  const buyers = await Promise.all(items.map(() => api.customer()))
  const answers = await askAll(buyers.map((buyer, index) => () => buyer.order(cart(items.slice(index, index + 1)))))
  expect(answers.map(({ status }) => status)).toEqual(items.map(() => 200))
  const gifts = (await Promise.all(buyers.map((buyer) => giftsOf(api, buyer)))).flat()
  expect(gifts.filter((gift) => gift !== null)).toEqual([{ name: 'Próbka 2 ml', pieces: 1 }])
  expect(await readStock(api)).toEqual({ stock: 0 })
})

test('gifts: are given from a sum on, as many as are left, and return to stock with a cancelled order', async ({
  newApi,
}) => {
  const api = await newApi()
  const [item] = await productsForWomen(api, 1)
  if (!item) throw new Error('no product')
  const sum = Math.round(item.price * 200)
  await setRule(api, { stock: 3, from_grosze: sum })
  const buyer = await api.customer()
  await startedAhead(api, buyer, prepaidCart([item]))
  expect(await giftsOf(api, buyer)).toEqual([null])

  const other = await api.customer()
  const { orderId } = await startedAhead(api, other, prepaidCart([{ ...item, quantity: 4 }]))
  expect(await giftsOf(api, other)).toEqual([{ name: 'Drobny upominek', pieces: 3 }])
  expect(await readStock(api)).toEqual({ stock: 0 })
  const giveUp = () => api.post(`/api/orders/${orderId}/give-up`, {}, { Cookie: other.cookie })
  await Promise.all([giveUp(), giveUp()])
  expect(await readStock(api)).toEqual({ stock: 3 })

  const attempt = api.db.selectFrom('payments').select('id').where('order_id', '=', orderId)
  await checkPayment(api.services, (await attempt.executeTakeFirstOrThrow()).id)
  // Paid again, the order gets the gifts that are left by then.
  await setRule(api, { stock: 2 })
  const again = await api.post(`/api/orders/${orderId}/pay`, {}, { Cookie: other.cookie })
  expect(await again.json()).toMatchObject({ orderId })
  expect(await giftsOf(api, other)).toEqual([{ name: 'Drobny upominek', pieces: 2 }])
  expect(await readStock(api)).toEqual({ stock: 0 })
})

test('gifts: switched off, none is given; a second window does not overwrite the rule', async ({ newApi }) => {
  const api = await newApi()
  const Cookie = await signIn(api)
  const rule = await (await api.get('/api/admin/gift-rule', { Cookie })).json()
  expect(rule).toMatchObject({ preset: true, offered: true })
  const { preset: _, offered: __, ...seen } = rule
  const off = await api.post('/api/admin/gift-rule', { ...seen, active: false }, { Cookie })
  expect(off.status).toBe(200)
  expect(await errorOf(await api.post('/api/admin/gift-rule', seen, { Cookie }))).toMatchObject({
    code: 'changed_meanwhile',
  })
  const none = await api.post('/api/admin/gift-rule', { ...seen, genders: [] }, { Cookie })
  expect((await errorOf(none)).fields).toEqual({ genders: 'Wybierz co najmniej jedne perfumy' })
  expect(await (await api.get('/api/admin/gift-rule', { Cookie })).json()).toMatchObject({
    preset: false,
    offered: false,
  })
  const buyer = await api.customer()
  expect((await buyer.order(cart(await productsForWomen(api, 1)))).status).toBe(200)
  expect(await giftsOf(api, buyer)).toEqual([null])
})
