// What provider and carrier paid out, compared with the shop's own money.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { storeCheckout, TO_LOCKER } from '#tests/support/stored-checkout.ts'
import { storePrepaidOrder } from '#tests/support/stored-payment.ts'

let api: Api
let headers: { Cookie: string }
test.beforeAll(async ({ api: started }) => {
  api = started
  headers = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
})

const readMonth = async (month: string) => {
  const answer = await api.get(`/api/admin/payouts?month=${month}`, headers)
  expect(answer.status).toBe(200)
  return answer.json()
}
const ask = async (file: string, token: string | null = null) =>
  (await api.post('/api/admin/payouts', { file, token }, headers)).json()
/** Previews the file and, where it has new lines, stores it. */
async function send(file: string) {
  const preview = await ask(file)
  return preview.added > 0 ? ask(file, preview.token) : preview
}

async function pay(providerId: string, paidAt: string) {
  const order = await storePrepaidOrder(api.db)
  const payment = { status: 'paid', paid_at: new Date(paidAt), provider_payment_id: providerId } as const
  const { amount_grosze } = await api.db
    .updateTable('payments')
    .set(payment)
    .where('id', '=', order.paymentId)
    .returning('amount_grosze')
    .executeTakeFirstOrThrow()
  return { ...order, amount_grosze }
}

async function sendOnDelivery(createdAt: string, tracking: string | null, more: object = {}) {
  const id = crypto.randomUUID()
  const item = { name: 'Oud', brand: 'Dom', quantity: 1, priceGrosze: 10_000 }
  await storeCheckout(api.db, [{ id, items: [item], shippingGrosze: 1_699 }], {
    ...TO_LOCKER,
    created_at: new Date(createdAt),
  })
  const receiver = { receiver_name: 'Anna', receiver_phone: '600100200', receiver_email: 'a@example.test' }
  await api.db
    .insertInto('shipments')
    .values({ order_id: id, status: 'shipped', tracking_number: tracking, ...receiver, ...more })
    .execute()
  return id
}

const STRIPE = (lines: string[]) =>
  ['balance_transaction_id,created,currency,gross,fee,reporting_category,payment_intent_id', ...lines].join('\n')
const INPOST = (lines: string[]) => ['Numer przesyłki;Kwota pobrania;Data wypłaty', ...lines].join('\n')

test('card: payments without a payout or with another amount and payouts of no payment are reported', async () => {
  const first = await pay('pi_1', '2026-10-03T10:00:00Z')
  const second = await pay('pi_2', '2026-10-04T10:00:00Z')
  const third = await pay('pi_3', '2026-10-31T22:30:00Z')
  await pay('pi_4', '2026-10-31T23:30:00Z')
  expect(await readMonth('2026-10')).toMatchObject({ stripe: null, card: [{ reference: 'pi_1' }, {}, {}] })

  const zl = (grosze: number) => (grosze / 100).toFixed(2)
  const file = STRIPE([
    `txn_1,2026-10-03 10:00:00,pln,${zl(first.amount_grosze)},3.00,charge,pi_1`,
    `txn_2,2026-10-04 10:00:00,pln,${zl(second.amount_grosze - 1)},3.00,charge,pi_2`,
    'txn_3,2026-10-05 10:00:00,pln,-10.00,0.00,refund,pi_1',
    'txn_4,2026-10-06 10:00:00,pln,77.00,1.00,charge,pi_elsewhere',
    'txn_5,2026-10-07 10:00:00,pln,-5.00,0.00,fee,',
  ])
  expect(await send(file)).toMatchObject({ source: 'stripe', added: 5, known: 0, days: ['2026-10-03', '2026-10-07'] })
  expect(await send(file)).toMatchObject({ added: 0, known: 5 })
  const paid = first.amount_grosze + second.amount_grosze - 1 + 7_700
  expect(await readMonth('2026-10')).toEqual({
    stripe: {
      ...{ paid_grosze: paid, returned_grosze: -1_000, fees_grosze: 1_200, other_grosze: 0 },
      net_grosze: paid - 1_000 - 1_200,
    },
    inpost: null,
    card: [
      {
        order_id: third.orderId,
        order_number: third.orderId.slice(0, 8),
        reference: 'pi_3',
        grosze: third.amount_grosze,
        since: '2026-10-31T22:30:00.000Z',
      },
    ],
    on_delivery: [],
    differing: [
      {
        order_id: second.orderId,
        order_number: second.orderId.slice(0, 8),
        source: 'stripe',
        expected_grosze: second.amount_grosze,
        paid_grosze: second.amount_grosze - 1,
      },
    ],
    returned_more: [
      {
        ...{ order_id: first.orderId, order_number: first.orderId.slice(0, 8) },
        ...{ expected_grosze: 0, returned_grosze: 1_000 },
      },
    ],
    unknown: [{ source: 'stripe', reference: 'pi_elsewhere', grosze: 7_700, day: '2026-10-06' }],
  })
})

test('card: held-back money is no fee, a payment failed later is missing, unknown entries are named', async () => {
  const { orderId, amount_grosze } = await pay('pi_5', '2026-03-03T10:00:00Z')
  const zl = (amount_grosze / 100).toFixed(2)
  const file = STRIPE([
    `txn_31,2026-03-03,pln,${zl},3.00,charge,pi_5`,
    `txn_32,2026-03-09,pln,-${zl},0.00,charge_failure,pi_5`,
    'txn_33,2026-03-10,pln,-1000.00,0.00,risk_reserved_funds,',
    'txn_34,2026-03-10,pln,-200.00,1.50,currency_conversion,',
  ])
  expect(await send(file)).toMatchObject({ added: 3, problems: [expect.stringContaining('„currency_conversion”')] })
  expect(await send(file)).toMatchObject({ added: 0, known: 3 })
  expect(await readMonth('2026-03')).toMatchObject({
    stripe: { paid_grosze: 0, returned_grosze: 0, fees_grosze: 450, other_grosze: -20_000, net_grosze: -20_450 },
    differing: [{ order_id: orderId, expected_grosze: amount_grosze, paid_grosze: 0 }],
    unknown: [],
  })
})

test('on delivery: sent parcels are listed in every month until their money is paid out', async () => {
  const paidOut = await sendOnDelivery('2026-08-02T10:00:00Z', '6201')
  const awaited = await sendOnDelivery('2026-08-03T10:00:00Z', '6202')
  const unnumbered = await sendOnDelivery('2026-08-04T10:00:00Z', null)
  await sendOnDelivery('2026-08-05T10:00:00Z', '6203', { status: 'created' })
  const wrong = await sendOnDelivery('2026-08-06T10:00:00Z', '6204')
  const paidBefore = await sendOnDelivery('2026-08-07T10:00:00Z', '6205')
  const paidAfter = await sendOnDelivery('2026-08-08T10:00:00Z', '6206')
  const sent = { order_id: paidAfter, subject: 'shipment', to_status: 'shipped', actor: 'admin' } as const
  const marked = { subject: 'order', from_status: 'pending', to_status: 'paid', actor: 'admin' } as const
  for (const event of [sent, ...[paidBefore, paidAfter].map((order_id) => ({ ...marked, order_id }))])
    await api.db.insertInto('order_events').values(event).execute()
  expect(await send(INPOST(['6201;116,99;12.08.2026', '6204;110,00;12.08.2026']))).toMatchObject({ added: 2 })
  expect(await readMonth('2026-08')).toMatchObject({
    inpost: { paid_grosze: 22_699 },
    on_delivery: [
      { order_id: awaited, reference: '6202', grosze: 11_699 },
      { order_id: unnumbered, reference: null },
      { order_id: paidAfter, reference: '6206' },
    ],
    differing: [{ order_id: wrong, expected_grosze: 11_699, paid_grosze: 11_000 }],
    unknown: [],
  })
  // Also the next month, until it comes.
  expect((await readMonth('2026-09')).on_delivery.map((sale: { order_id: string }) => sale.order_id)).toEqual([
    awaited,
    unnumbered,
    paidAfter,
  ])
  await send(INPOST(['6202;116,99;2.09.2026', '6206;116,99;2.09.2026']))
  expect(await readMonth('2026-08')).toMatchObject({ on_delivery: [{ order_id: unnumbered }] })
  expect(paidOut).toBeTruthy()
})

test('money of one parcel that is paid out again in another month is named there, until it is taken back', async () => {
  const orderId = await sendOnDelivery('2025-06-20T10:00:00Z', '600600600600600600600607', { status: 'delivered' })
  const line = (day: string, zl: string) => INPOST([`600600600600600600600607;${zl};${day}`])
  await send(line('2025-06-27', '116,99'))
  expect((await readMonth('2025-06')).differing).toEqual([])
  await send(line('2025-07-02', '116,99'))
  expect((await readMonth('2025-06')).differing).toEqual([])
  expect((await readMonth('2025-07')).differing).toMatchObject([
    { order_id: orderId, expected_grosze: 11_699, paid_grosze: 23_398 },
  ])
  await send(line('2025-07-09', '-116,99'))
  expect((await readMonth('2025-07')).differing).toEqual([])
})

test('InPost: lines of one parcel and day are all counted, and none of them twice, whatever their order', async () => {
  await sendOnDelivery('2026-06-02T10:00:00Z', '6301')
  await sendOnDelivery('2026-06-02T10:00:00Z', '6302')
  const paid = '6301;116,99;12.06.2026'
  const lines = [paid, '6301;-116,99;12.06.2026', paid, '6302;116,99;12.06.2026']
  expect(await send(INPOST(lines))).toMatchObject({ added: 4, known: 0 })
  expect(await send(INPOST(lines.toReversed()))).toMatchObject({ added: 0, known: 4 })
  expect(await readMonth('2026-06')).toMatchObject({ inpost: { paid_grosze: 23_398 }, differing: [], unknown: [] })
})

test('InPost: money for a cancelled parcel differs from the zero due, until it is taken back', async () => {
  const id = await sendOnDelivery('2026-04-02T10:00:00Z', '6501', { status: 'cancelled' })
  const cancelled = { subject: 'order', from_status: 'pending', to_status: 'cancelled', actor: 'admin' } as const
  await api.db
    .insertInto('order_events')
    .values({ order_id: id, ...cancelled })
    .execute()
  await send(INPOST(['6501;116,99;12.04.2026']))
  expect(await readMonth('2026-04')).toMatchObject({
    differing: [{ order_id: id, source: 'inpost', expected_grosze: 0, paid_grosze: 11_699 }],
    unknown: [],
  })
  await send(INPOST(['6501;-116,99;13.04.2026']))
  expect(await readMonth('2026-04')).toMatchObject({ inpost: { paid_grosze: 0 }, differing: [] })
})

test('InPost: lines that were stored before their entries had amounts are not added again', async () => {
  expect(await send(INPOST(['6401;84,89;12.05.2026']))).toMatchObject({ added: 1 })
  await sql`update payout_lines set entry = '6401 2026-05-12' where reference = '6401'`.execute(api.db)
  const migration = readFileSync(join(PROJECT_ROOT, 'db/migrations/0045_payout_entries.sql'), 'utf8')
  await sql.raw(migration).execute(api.db)
  expect(await send(INPOST(['6401;-84,89;12.05.2026', '6401;84,89;12.05.2026']))).toMatchObject({ added: 1, known: 1 })
  expect(await readMonth('2026-05')).toMatchObject({ inpost: { paid_grosze: 0 } })
})

test('a file without payouts is refused with a sentence, and stores nothing', async () => {
  const stored = () => api.db.selectFrom('payout_lines').select('reference').execute()
  const before = await stored()
  const answer = await api.post('/api/admin/payouts', { file: 'Nazwa;Cena\nOud;1' }, headers)
  expect(answer.status).toBe(422)
  expect((await answer.json()).error.message).toMatch(/^Nie udało się odczytać pliku. To ani szczegółowy raport/)
  expect(await stored()).toEqual(before)
})

test('a preview stores nothing; a file is stored once, taken back as long as no month has counted it, and then stored anew', async () => {
  const file = STRIPE([
    'txn_71,2025-03-03,pln,50.00,1.00,charge,pi_71',
    'txn_72,2025-03-04,pln,-9.00,0.00,refund,pi_71',
  ])
  const preview = await ask(file)
  expect(preview).toMatchObject({ added: 2, gross_grosze: 4_100, fee_grosze: 100, applied: false })
  expect((await readMonth('2025-03')).stripe).toBeNull()
  expect((await ask(file, 'x'.repeat(100))).error.code).toBe('import_outdated')
  const twice = await Promise.all([ask(file, preview.token), ask(file, preview.token)])
  expect(twice).toMatchObject([{ applied: true }, { applied: true }])
  expect((await ask(`${file}\ntxn_73,2025-03-05,pln,5.00,0.00,charge,`, preview.token)).error.code).toBe(
    'import_outdated',
  )
  expect((await readMonth('2025-03')).stripe).toMatchObject({ paid_grosze: 5_000, net_grosze: 4_000 })

  const [stored] = await (await api.get('/api/admin/payout-files', headers)).json()
  expect(stored).toMatchObject({
    source: 'stripe',
    lines: 2,
    net_grosze: 4_000,
    first_day: '2025-03-03',
    may_undo: true,
  })
  const undo = () => api.call(`/api/admin/payout-files/${stored.id}`, { method: 'DELETE', headers })
  await sql`insert into closed_months (month, report, documents, payouts) values ('2025-03', '{}', '[]', '{}')`.execute(
    api.db,
  )
  expect((await (await undo()).json()).error.code).toBe('month_closed')
  await sql`delete from closed_months where month = '2025-03'`.execute(api.db)
  expect((await undo()).status).toBe(200)
  expect((await undo()).status).toBe(404)
  expect((await readMonth('2025-03')).stripe).toBeNull()
  const again = await ask(file)
  expect(again).toMatchObject({ added: 2, known: 0 })
  expect(await ask(file, again.token)).toMatchObject({ applied: true })
  expect((await readMonth('2025-03')).stripe).toMatchObject({ paid_grosze: 5_000, net_grosze: 4_000 })
})
