// An invoice for a company: named while ordering and at no other time, told to everybody who handles the order, and
// removed with the personal data.
import { randomUUID } from 'node:crypto'
import { anonymiseOrdersBefore } from '#domain/retention/retention-store.server.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { NETWORK_LIMITS, setNetworkLimits } from '#tests/support/network-limits.ts'
import {
  type CartItem,
  cart,
  errorOf,
  orderAhead,
  prepaidCart,
  productsOnSale,
  refusal,
  toCourier,
} from '#tests/support/orders.ts'
import { openReturns } from '#tests/support/returns.ts'

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let items: CartItem[]
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  orders = await openAdminOrders(api)
  items = await productsOnSale(api, 2)
})

const TYPED = {
  company_nip: ' PL 774-00-01-454 ',
  company_name: 'Gabinet „Róża” Sp. z o.o.',
  company_street: 'ul. Długa 1/2',
  company_postal_code: '90001',
  company_city: 'Łódź',
}
const STORED = {
  nip: '7740001454',
  name: 'Gabinet „Róża” Sp. z o.o.',
  street: 'ul. Długa 1/2',
  postal_code: '90-001',
  city: 'Łódź',
}
const TOLD = 'Gabinet „Róża” Sp. z o.o., ul. Długa 1/2, 90-001 Łódź, NIP 774-000-14-54'

const forCompany = (more: object = {}) => cart(items, { customerData: { ...toCourier, ...TYPED, ...more } })
const asOwner = async (path: string) => api.get(path, { Cookie: orders.admin })

async function mailOf(email: string, subject: RegExp): Promise<string> {
  await expect
    .poll(async () => (await api.mailbox.messagesTo(email)).some((mail) => subject.test(mail.subject)))
    .toBe(true)
  const mail = (await api.mailbox.messagesTo(email)).find((each) => subject.test(each.subject))
  // The signs that keep mail programs from making links are of no width.
  return (mail?.text ?? '').replaceAll(/[\u200b\u2060\ufeff\u200c]/g, '').replaceAll(/\s+/g, ' ')
}

test('on delivery: all orders of a checkout are for the company, in mail, panels, packing, link and file', async () => {
  const buyer = await api.customer()
  const placed = await (await buyer.order(forCompany())).json()
  expect(placed.orderIds).toHaveLength(2)
  expect(await mailOf(buyer.email, /^Potwierdzenie zamówień/)).toContain(`Faktura na firmę ${TOLD}`)
  for (const id of placed.orderIds) {
    expect(await (await asOwner(`/api/admin/orders/${id}`)).json()).toMatchObject({ company: STORED })
  }
  expect(await (await asOwner('/api/admin/packing')).text()).toContain('"company_invoice":true')
  const token = openReturns(api, orders.admin).tokenOf(placed.checkoutId)
  const linked = await (await api.post('/api/order-link', { token })).text()
  expect(linked).toContain('"company_invoice":true')
  expect(linked).not.toContain('Gabinet')
  const file = (await (await asOwner('/api/admin/exports/orders')).text()).split('\n')
  expect(file[0]).toContain('NIP do faktury;Firma do faktury')
  expect(file[1]).toContain(STORED.nip)

  const other = await (await (await api.customer()).order(cart(items))).json()
  expect(await (await asOwner(`/api/admin/orders/${other.orderId}`)).json()).toMatchObject({ company: null })
})

test('paid ahead: the company is with the order, and the same press with another company is another order', async () => {
  const buyer = await api.customer()
  const key = randomUUID()
  const ordered = (company: object) => {
    const { shippingMethod: _, ...recipient } = toCourier
    return orderAhead(api, buyer, prepaidCart(items, { customerData: { ...recipient, ...company } }), key)
  }
  const { orderId } = await (await ordered(TYPED)).json()
  expect(await (await asOwner(`/api/admin/orders/${orderId}`)).json()).toMatchObject({ company: STORED })
  expect((await (await ordered({ ...TYPED, company_nip: '7740001454' })).json()).orderId).toBe(orderId)
  expect((await errorOf(await ordered({ ...TYPED, company_nip: '5213017228' }))).code).toBe('idempotency_conflict')
  expect((await errorOf(await ordered({}))).code).toBe('idempotency_conflict')
})

test('a wrong NIP and a missing part are told at their fields, and nothing is stored', async () => {
  const buyer = await api.customer()
  expect(await refusal(api, buyer, forCompany({ company_nip: '7740001455' }))).toMatchObject({
    code: 'invalid_request',
    fields: { company_nip: expect.stringMatching(/^Sprawdź NIP/) },
  })
  expect(
    await refusal(api, buyer, cart(items, { customerData: { ...toCourier, company_name: 'Firma' } })),
  ).toMatchObject({
    fields: {
      company_nip: 'Podaj NIP',
      company_street: 'Podaj ulicę i numer',
      company_postal_code: 'Podaj kod pocztowy',
      company_city: 'Podaj miejscowość',
    },
  })
  expect(await refusal(api, buyer, forCompany({ company_name: 'a\u0007b', phone: '1' }))).toMatchObject({
    fields: { company_name: expect.any(String), phone: expect.any(String) },
  })
})

test('an order that waits for its confirmation keeps the company', async () => {
  await setNetworkLimits(api.db, { ...NETWORK_LIMITS, network_stock_share: 1 })
  const [item] = await productsOnSale(api, 1, 20)
  if (!item) throw new Error('no product')
  const buyer = await api.customer()
  const body = cart([{ ...item, quantity: 9 }], { customerData: { ...toCourier, ...TYPED } })
  expect((await errorOf(await buyer.order(body))).code).toBe('order_held')
  expect(await mailOf(buyer.email, /^Potwierdź zamówienie/)).toContain(TOLD)
  const [mail] = await api.mailbox.messagesTo(buyer.email)
  const token = /potwierdz-zamowienie#([\w-]+)/.exec(mail?.html ?? '')?.[1]
  const { orderId } = await (await api.post('/api/confirm-order', { token })).json()
  expect(await (await asOwner(`/api/admin/orders/${orderId}`)).json()).toMatchObject({ company: STORED })
  await setNetworkLimits(api.db, NETWORK_LIMITS)
})

test('the company goes with the personal data of its order, and its buyer can take it along', async () => {
  const buyer = await api.customer()
  const { orderId, checkoutId } = await (await buyer.order(forCompany())).json()
  const copy = await api.get('/api/me/export', { Cookie: buyer.cookie })
  expect(await copy.text()).toContain(STORED.name)
  await anonymiseOrdersBefore(api.db, 'any', new Date(Date.now() + 60_000))
  const { company } = await api.db
    .selectFrom('checkouts')
    .select('company')
    .where('id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  expect(company).toBeNull()
  expect(await (await asOwner(`/api/admin/orders/${orderId}`)).json()).toMatchObject({ company: null })
})
