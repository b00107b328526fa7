// Invoices that cannot be issued: told once with their way out, and issued when it is mended. None is logged each minute.
import { sql } from 'kysely'
import { vi } from 'vitest'
import { log } from '#domain/kernel/log.ts'
import type { Company } from '#domain/papers/company.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { findGapsOf } from '#tests/support/checks.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { KSEF_SELLER, openKsefShop } from '#tests/support/ksef-shop.ts'
import { cart, errorOf, productsOnSale, STORED_COMPANY, TYPED_COMPANY, toCourier } from '#tests/support/orders.ts'

const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock }))
const NO_NIP = '0000000000'

let api: Api
let ksef: Awaited<ReturnType<typeof openKsefShop>>
test.beforeAll(async ({ api: started }) => {
  api = started
  ksef = await openKsefShop(api, clock)
})
// KSeF refuses invoices of tomorrow, to which the time that earlier tests let pass would lead in the evening.
test.beforeEach(() => {
  clock.now = new Date()
})
test.afterEach(() => void vi.restoreAllMocks())

const UNIT = { ...STORED_COMPANY, kind: 'vat_group', nip: '5213017228' } as const

const storeCompany = (checkoutId: string, company: Company) =>
  sql`update checkouts set company = ${JSON.stringify(company)}, invoice_person = null where id = ${checkoutId}`.execute(
    api.db,
  )

/** A company's sale with data that no form takes any more, issued by as many runs of the job. */
async function sell(company: Partial<Company>) {
  const { order_id } = await ksef.sell(null)
  const { checkout_id } = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  await api.db.deleteFrom('invoices').where('checkout_id', '=', checkout_id).execute()
  await storeCompany(checkout_id, { ...STORED_COMPANY, ...company })
  for (let run = 0; run < 3; run += 1) await ksef.issue()
  return { order_id, checkout_id }
}
const list = async (search: string) =>
  (await (await api.get(`/api/admin/invoices?search=${search}`, ksef.headers)).json()).unissued
const todos = async () => (await findGapsOf(api.services, 'ksef')).map(({ todo, path }) => [todo, path])

test.for([
  { company: { nip: NO_NIP }, text: 'NIP nabywcy 000-000-00-00 nie istnieje.' },
  { company: { nip: KSEF_SELLER.seller_nip }, text: 'NIP nabywcy 676-102-03-09 to NIP tego sklepu.' },
  { company: { unit: { ...UNIT, nip: NO_NIP } }, text: 'NIP odbiorcy 000-000-00-00 nie istnieje.' },
  {
    company: { unit: { ...UNIT, nip: KSEF_SELLER.seller_nip } },
    text: 'NIP odbiorcy 676-102-03-09 to NIP tego sklepu.',
  },
])('$text', async ({ company, text }) => {
  const logged = vi.spyOn(log, 'error')
  const { order_id, checkout_id } = await sell(company)
  expect(logged).toHaveBeenCalledTimes(1)
  const mistakes = [{ about: 'buyer', text }]
  expect(await list(order_id.slice(0, 8))).toMatchObject([{ order_id, mistakes }])
  expect(await todos()).toContainEqual([expect.stringContaining(text), `/admin/zamowienia/${order_id}#faktura`])
  expect(await ksef.listed(order_id)).toEqual([])

  await storeCompany(checkout_id, STORED_COMPANY)
  await ksef.issue()
  expect(await ksef.listed(order_id)).toMatchObject([{ nip: STORED_COMPANY.nip }])
  expect(await list(order_id.slice(0, 8))).toEqual([])
})

test('a person’s invoice that breaks the schema of KSeF is told once, too, and issued when it does not', async () => {
  await ksef.uploadBoth()
  expect((await api.post('/api/admin/ksef', { with_persons: true }, ksef.headers)).status).toBe(200)
  const logged = vi.spyOn(log, 'error')
  const schema = vi.spyOn(api.services.invoiceSchema, 'findMistakes')
  schema.mockResolvedValue(['7: Element P_7'])
  const { order_id } = await ksef.sell(null)
  await ksef.issue()
  expect(await list(order_id.slice(0, 8))).toMatchObject([
    { mistakes: [{ about: 'file', text: expect.stringContaining('łamie schemat KSeF') }] },
  ])
  expect(logged).toHaveBeenCalledTimes(1)
  schema.mockRestore()
  await ksef.issue()
  expect(await ksef.listed(order_id)).toHaveLength(1)
})

test('POST order: the NIP of the shop itself and one of zeros are refused at their fields', async () => {
  const items = await productsOnSale(api, 1)
  const { order } = await api.customer()
  const unit = {
    unit_kind: 'vat_group',
    unit_name: 'Filia',
    unit_street: 'Krótka 2',
    unit_postal_code: '90002',
    unit_city: 'Łódź',
  }
  const own = `PL ${KSEF_SELLER.seller_nip}`
  for (const [typed, field, sentence] of [
    [{ company_nip: own }, 'company_nip', /NIP naszego sklepu/],
    [{ ...unit, unit_nip: own }, 'unit_nip', /NIP naszego sklepu/],
    [{ company_nip: '000-000-00-00' }, 'company_nip', /^Sprawdź NIP/],
    [{ ...unit, unit_nip: NO_NIP }, 'unit_nip', /^Sprawdź NIP/],
    [{ company_nip: 'DE 123456788' }, 'company_nip', /tylko na polski NIP/],
  ] as const) {
    const answer = await order(cart(items, { customerData: { ...toCourier, ...TYPED_COMPANY, ...typed } }))
    expect(await errorOf(answer)).toMatchObject({ status: 400, fields: { [field]: expect.stringMatching(sentence) } })
  }
})

test('POST shop-profile: a NIP that KSeF cannot know is refused', async () => {
  const { version } = await (await api.get('/api/admin/shop-profile', ksef.headers)).json()
  for (const seller_nip of ['000-000-00-00', '0000000000', '1000000000'])
    expect((await api.post('/api/admin/shop-profile', { version, seller_nip }, ksef.headers)).status).toBe(400)
})
