// An invoice for a company: requested while ordering and at no other time, shown to all who handle the order, and
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
  STORED_COMPANY,
  TYPED_COMPANY,
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

const TOLD = 'Gabinet „Róża” Sp. z o.o., ul. Długa 1/2, 90-001 Łódź, NIP 774-000-14-54'

const TYPED_UNIT = {
  unit_kind: 'local_government',
  unit_nip: '521-301-72-28',
  unit_name: 'Szkoła nr 1',
  unit_street: 'Szkolna 5',
  unit_postal_code: '90002',
  unit_city: 'Łódź',
}
const STORED_UNIT = {
  kind: 'local_government',
  nip: '5213017228',
  name: 'Szkoła nr 1',
  street: 'Szkolna 5',
  postal_code: '90-002',
  city: 'Łódź',
}
const TOLD_UNIT =
  '; odbiorca (jednostka samorządu terytorialnego): Szkoła nr 1, Szkolna 5, 90-002 Łódź, NIP 521-301-72-28'

const forCompany = (more: object = {}) => cart(items, { customerData: { ...toCourier, ...TYPED_COMPANY, ...more } })
const asOwner = async (path: string) => api.get(path, { Cookie: orders.admin })

async function mailOf(email: string, subject: RegExp): Promise<string> {
  await expect
    .poll(async () => (await api.mailbox.messagesTo(email)).some((mail) => subject.test(mail.subject)))
    .toBe(true)
  const mail = (await api.mailbox.messagesTo(email)).find((each) => subject.test(each.subject))
  // Zero-width characters keep mail programs from making links.
  return (mail?.text ?? '').replaceAll(/[\u200b\u2060\ufeff\u200c]/g, '').replaceAll(/\s+/g, ' ')
}

test('on delivery: mail, panel, packing, link and export show that the orders are for a company', async () => {
  const buyer = await api.customer()
  const placed = await (await buyer.order(forCompany())).json()
  expect(placed.orderIds).toHaveLength(2)
  expect(await mailOf(buyer.email, /^Potwierdzenie zamówień/)).toContain(`Faktura na firmę ${TOLD}`)
  for (const id of placed.orderIds) {
    expect(await (await asOwner(`/api/admin/orders/${id}`)).json()).toMatchObject({ company: STORED_COMPANY })
  }
  const desk = await (await asOwner('/api/admin/packing')).text()
  expect(desk).toContain(JSON.stringify([{ label: 'Faktura na firmę', text: 'bez paragonu' }]))
  expect(desk).not.toContain('Gabinet')
  const token = openReturns(api, orders.admin).tokenOf(placed.checkoutId)
  const linked = await (await api.post('/api/order-link', { token })).text()
  expect(linked).toContain('"company_invoice":true')
  expect(linked).toContain(JSON.stringify([{ label: 'Faktura', text: 'na firmę' }]))
  expect(linked).not.toContain('Gabinet')
  const file = (await (await asOwner('/api/admin/exports/orders')).text()).split('\n')
  expect(file[0]).toContain('NIP do faktury;Firma do faktury')
  expect(file[1]).toContain(STORED_COMPANY.nip)

  const { company } = await (await asOwner(`/api/admin/orders/${placed.orderId}`)).json()
  expect(company).not.toHaveProperty('unit')
  const other = await (await (await api.customer()).order(cart(items))).json()
  expect(await (await asOwner(`/api/admin/orders/${other.orderId}`)).json()).toMatchObject({ company: null })
})

test('paid ahead: the order stores the company, and the same key with another company is refused', async () => {
  const buyer = await api.customer()
  const key = randomUUID()
  const ordered = (company: object) => {
    const { shippingMethod: _, ...recipient } = toCourier
    return orderAhead(api, buyer, prepaidCart(items, { customerData: { ...recipient, ...company } }), key)
  }
  const { orderId } = await (await ordered(TYPED_COMPANY)).json()
  expect(await (await asOwner(`/api/admin/orders/${orderId}`)).json()).toMatchObject({ company: STORED_COMPANY })
  expect((await (await ordered({ ...TYPED_COMPANY, company_nip: '7740001454' })).json()).orderId).toBe(orderId)
  expect((await errorOf(await ordered({ ...TYPED_COMPANY, company_nip: '5213017228' }))).code).toBe(
    'idempotency_conflict',
  )
  expect((await errorOf(await ordered({}))).code).toBe('idempotency_conflict')
})

test('a unit that buys under the company’s NIP is stored, shown with it, and compared in a repeat', async () => {
  const buyer = await api.customer()
  const { orderId } = await (await buyer.order(forCompany(TYPED_UNIT))).json()
  const stored = { ...STORED_COMPANY, unit: STORED_UNIT }
  expect((await (await asOwner(`/api/admin/orders/${orderId}`)).json()).company).toEqual(stored)
  expect(await mailOf(buyer.email, /^Potwierdzenie zamówień/)).toContain(TOLD + TOLD_UNIT)
  const file = (await (await asOwner('/api/admin/exports/orders')).text()).replaceAll('""', '"')
  expect(file).toContain(TOLD + TOLD_UNIT)
  const { shippingMethod: _, ...recipient } = toCourier
  const key = randomUUID()
  const ahead = (more: object) =>
    orderAhead(api, buyer, prepaidCart(items, { customerData: { ...recipient, ...TYPED_COMPANY, ...more } }), key)
  const paidAhead = await (await ahead({ ...TYPED_UNIT, unit_kind: 'vat_group', unit_nip: '' })).json()
  expect((await (await asOwner(`/api/admin/orders/${paidAhead.orderId}`)).json()).company).toEqual({
    ...STORED_COMPANY,
    unit: { ...STORED_UNIT, kind: 'vat_group', nip: null },
  })
  expect((await ahead({ ...TYPED_UNIT, unit_kind: 'vat_group', unit_nip: null })).status).toBe(200)
  expect((await errorOf(await ahead(TYPED_UNIT))).code).toBe('idempotency_conflict')
  expect((await errorOf(await ahead({}))).code).toBe('idempotency_conflict')
})

test('a missing or wrong value of the buying unit is refused at its field, and nothing is stored', async () => {
  const buyer = await api.customer()
  const refused = (more: object) => refusal(api, buyer, forCompany({ ...TYPED_UNIT, ...more }))
  expect(await refused({ unit_name: ' ' })).toMatchObject({ fields: { unit_name: 'Podaj nazwę' } })
  expect(await refused({ unit_nip: '5213017229' })).toMatchObject({
    fields: { unit_nip: expect.stringMatching(/^Sprawdź NIP/) },
  })
  for (const kind of ['other', '', null]) {
    expect(await refused({ unit_kind: kind })).toMatchObject({ fields: { unit_kind: 'Zaznacz, kto kupuje' } })
  }
  expect(
    await refusal(api, buyer, cart(items, { customerData: { ...toCourier, unit_kind: 'vat_group' } })),
  ).toMatchObject({ fields: { company_nip: 'Podaj NIP', unit_name: 'Podaj nazwę' } })
})

test('a wrong NIP and a missing value of the company are refused at their fields, and nothing is stored', async () => {
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

test('the company is deleted with the personal data of its order, and is in the buyer’s export', async () => {
  const buyer = await api.customer()
  const { orderId, checkoutId } = await (await buyer.order(forCompany(TYPED_UNIT))).json()
  const copy = await api.get('/api/me/export', { Cookie: buyer.cookie })
  const text = await copy.text()
  expect(text).toContain(STORED_COMPANY.name)
  expect(text).toContain(STORED_UNIT.name)
  await anonymiseOrdersBefore(api.db, 'any', new Date(Date.now() + 60_000))
  const { company } = await api.db
    .selectFrom('checkouts')
    .select('company')
    .where('id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  expect(company).toBeNull()
  expect(await (await asOwner(`/api/admin/orders/${orderId}`)).json()).toMatchObject({ company: null })
})

test('an order that waits for its confirmation keeps the company', async () => {
  await setNetworkLimits(api.db, { ...NETWORK_LIMITS, network_stock_share: 1 })
  const [item] = await productsOnSale(api, 1, 20)
  if (!item) throw new Error('no product')
  const buyer = await api.customer()
  const body = cart([{ ...item, quantity: 9 }], { customerData: { ...toCourier, ...TYPED_COMPANY, ...TYPED_UNIT } })
  expect((await errorOf(await buyer.order(body))).code).toBe('order_held')
  expect(await mailOf(buyer.email, /^Potwierdź zamówienie/)).toContain(TOLD + TOLD_UNIT)
  const [mail] = await api.mailbox.messagesTo(buyer.email)
  const token = /potwierdz-zamowienie#([\w-]+)/.exec(mail?.html ?? '')?.[1]
  const { orderId } = await (await api.post('/api/confirm-order', { token })).json()
  const { company } = await (await asOwner(`/api/admin/orders/${orderId}`)).json()
  expect(company).toEqual({ ...STORED_COMPANY, unit: STORED_UNIT })
  await setNetworkLimits(api.db, NETWORK_LIMITS)
})
