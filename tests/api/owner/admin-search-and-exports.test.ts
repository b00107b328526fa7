import type { AdminSearch } from '#domain/search/search-everything.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, prepaidCart, productsOnSale, startedAhead, toCourier } from '#tests/support/orders.ts'

let api: Api
let admin: string
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})

async function order(person: object, products = 1) {
  const buyer = await api.customer()
  const body = cart(await productsOnSale(api, products), { customerData: { ...toCourier, ...person } })
  const answer = await buyer.order(body)
  expect(answer.status).toBe(200)
  const { orderIds } = (await answer.json()) as { orderIds: [string, ...string[]] }
  return { orderIds, email: buyer.email, id: orderIds[0] }
}

const search = async (q: string) => {
  const answer = await api.get(`/api/admin/search?${new URLSearchParams({ q })}`, { Cookie: admin })
  expect(answer.status).toBe(200)
  return (await answer.json()) as AdminSearch
}
const fileOf = async (path: string) => {
  const answer = await api.get(`/api/admin/exports/${path}`, { Cookie: admin })
  expect(answer.status).toBe(200)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { answer, bytes, lines: new TextDecoder().decode(bytes).split('\r\n') }
}

test('search: finds orders, parcels, products and brands by one text', async () => {
  const { id, email, orderIds } = await order({ lastName: 'Szukalska', phone: '+48 722 333 444' }, 2)
  await api.db
    .updateTable('shipments')
    .set({ tracking_number: '620099887766' })
    .where('order_id', 'in', orderIds)
    .execute()
  for (const typed of [id.slice(0, 8), email, '722 333 444', 'szukalska']) {
    expect(
      (await search(typed)).orders.map((found) => found.id),
      typed,
    ).toContain(id)
  }
  const byTracking = await search('6200 9988')
  expect(byTracking.parcels).toMatchObject([{ tracking_number: '620099887766', name: 'Anna Szukalska' }])
  const products = await search('zahran')
  expect(products.products.length).toBeGreaterThan(0)
  expect((await search('perfumy arab')).brands).toMatchObject([{ name: 'Perfumy Arabskie' }])
  expect(await search('x')).toEqual({ orders: [], parcels: [], products: [], brands: [] })
  for (const typed of ["' or 1=1 --", '%%%%%%', '\\\\\\\\\\\\', '______']) {
    expect(await search(typed), typed).toEqual({ orders: [], parcels: [], products: [], brands: [] })
  }
})

test('export: lists every matching order once, readable by spreadsheets, and nothing runs as a formula', async () => {
  const { id } = await order({})
  await api.db.deleteFrom('audit_events').execute()
  // As an earlier release may have stored it.
  await api.db
    .updateTable('orders')
    .set({ first_name: '=HYPERLINK', last_name: '@Suma Zdobna; "cytat"', street: '-Prosta' })
    .where('id', '=', id)
    .execute()
  const { answer, bytes, lines } = await fileOf('orders?search=zdobna')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="zamowienia.csv"')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('Numer;Data;Godzina;Status')
  const [line = ''] = lines.slice(1)
  expect(line.startsWith(`${id.slice(0, 8)};`)).toBe(true)
  expect(line).toContain(`;'=HYPERLINK;"'@Suma Zdobna; ""cytat""";`)
  expect(line).toContain(";'+48600100200;'-Prosta;")
  expect(line).toMatch(/;19,99;\d+,\d\d;0,00;/)
  const rows = await api.db.selectFrom('audit_events').select(['action', 'details']).execute()
  expect(rows).toEqual([{ action: 'orders.exported', details: { searched: true } }])
})

test('export: free gifts count among products and pieces, not in the sums', async () => {
  const { id } = await order({ lastName: 'Obdarowana' })
  const { id: without } = await order({ lastName: 'Obdarowana' })
  const give = (
    orderId: string,
    gift: { gift_name: string; gift_pieces: number } | { gift_name: null; gift_pieces: null },
  ) => api.db.updateTable('orders').set(gift).where('id', '=', orderId).execute()
  await give(id, { gift_name: 'Próbka 2 ml', gift_pieces: 2 })
  await give(without, { gift_name: null, gift_pieces: null })
  const { lines } = await fileOf('orders?search=obdarowana')
  const head = (lines[0] ?? '').split(';')
  const read = (orderId: string) => {
    const cells = (lines.find((line) => line.startsWith(orderId.slice(0, 8))) ?? '').split(';')
    return Object.fromEntries(head.map((name, index) => [name, cells[index] ?? '']))
  }
  const zl = (cell = '') => Number(cell.replace(',', '.'))
  const { Produkty = '', ...gifted } = read(id)
  expect(Produkty).toMatch(/^1 x .+, 2 x \+GRATIS: Próbka 2 ml po 0,00 zł$/)
  expect(gifted).toMatchObject({ Sztuk: '3', 'W tym gratis': '2' })
  expect(zl(gifted['Produkty (zł)']) + zl(gifted['Dostawa (zł)'])).toBeCloseTo(zl(gifted['Razem (zł)']))
  expect(read(without)).toMatchObject({
    Sztuk: '1',
    'W tym gratis': '0',
    Produkty: expect.not.stringContaining('GRATIS'),
  })
})

test('export: batches neither repeat nor lose an order', async ({ database: { pool } }) => {
  const { id } = await order({ lastName: 'Wzorowa' })
  // All orders have the same time and belong to three checkouts, more than one batch.
  await pool.query(`
    insert into checkouts (id, user_id, payment, shipping_method, items_grosze, shipping_grosze, created_at)
      select gen_random_uuid(), user_id, payment, shipping_method, items_grosze, shipping_grosze, created_at
      from checkouts, generate_series(1, 3) where id = (select checkout_id from orders where id = '${id}')`)
  await pool.query(`
    insert into orders (checkout_id, user_id, email, status, shipping_method, items_grosze, shipping_grosze, first_name, last_name,
        phone, street, house_number, city, postal_code, created_at)
      select checkouts.id, orders.user_id, email, status, orders.shipping_method, 1, 0, first_name, 'Zbiorowa', phone, street,
        house_number, city, postal_code, orders.created_at + n % 3 * interval '1 microsecond'
      from orders join checkouts on checkouts.user_id = orders.user_id, generate_series(1, 300) as n where orders.id = '${id}'`)
  const { lines } = await fileOf('orders?search=zbiorowa')
  const numbers = lines.slice(1, -1).map((line) => line.split(';')[0])
  expect(numbers).toHaveLength(1200)
  expect(new Set(numbers).size).toBe(1200)
})

test('takings: add up by Warsaw days; a cancelled order counts on both of its days, an unpaid one never', async () => {
  const midnight = new Date('2024-03-09T23:30:00Z')
  const { orderIds } = await order({}, 2)
  const { orderIds: cancelled } = await order({})
  const { orderId: unpaid } = await startedAhead(api, await api.customer(), prepaidCart(await productsOnSale(api, 1)))
  const all = [...orderIds, ...cancelled, unpaid]
  await api.db.updateTable('orders').set({ created_at: midnight }).where('id', 'in', all).execute()
  for (const id of cancelled) {
    const reason = { seen: 'pending', reason: 'na prośbę' }
    expect((await api.post(`/api/admin/orders/${id}/cancel`, reason, { Cookie: admin })).status).toBe(200)
  }
  const [sum] = await api.db
    .selectFrom('orders')
    .select(({ fn }) => [fn.sum<number>('items_grosze').as('items'), fn.sum<number>('total_grosze').as('total')])
    .where('id', 'in', [...orderIds, ...cancelled])
    .execute()
  const { answer, lines } = await fileOf('takings?from=2024-02-28&to=2024-03-11')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="utarg-2024-02-28-2024-03-11.csv"')
  const zl = (grosze: number) => (grosze / 100).toFixed(2).replace('.', ',')
  expect(lines.slice(1, -1)).toHaveLength(13)
  expect(lines.find((line) => line.startsWith('2024-03-10'))).toBe(
    `2024-03-10;3;${zl(Number(sum?.items))};39,98;0,00;${zl(Number(sum?.total))};0,00;0,00;0,00;${zl(Number(sum?.total))}`,
  )
  expect(lines.find((line) => line.startsWith('2024-03-09'))).toBe(
    '2024-03-09;0;0,00;0,00;0,00;0,00;0,00;0,00;0,00;0,00',
  )
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw' }).format(new Date())
  const now = (await fileOf(`takings?from=${today}&to=${today}`)).lines[1]?.split(';')
  const undone = await api.db
    .selectFrom('orders')
    .select(({ fn }) => fn.sum<number>('total_grosze').as('total'))
    .where('id', 'in', cancelled)
    .executeTakeFirst()
  expect(now?.[8]).toBe(zl(Number(undone?.total)))
  for (const wrong of ['from=2024-03-02&to=2024-03-01', 'from=2020-01-01&to=2024-01-01', 'from=x&to=2024-01-01']) {
    expect((await api.get(`/api/admin/exports/takings?${wrong}`, { Cookie: admin })).status).toBe(400)
  }
})

test.for([
  'orders?from=',
  'orders?to=',
  'exports/orders?from=',
  'exports/orders?to=',
  'exports/takings?to=2026-11-30&from=',
  'exports/takings?from=2026-11-01&to=',
  'till/printed?day=',
  'till/returns?month=',
  'exports/till-returns?month=',
  'month?month=',
  'month/files?month=',
  'payouts?month=',
  'invoices?month=',
  'exports/invoices?month=',
])('%s takes days of this century alone, and names the field of another', async (address) => {
  const [present, ...others] = address.endsWith('month=')
    ? ['2026-11', '0000-00', '0000-01', '0001-01', '1999-12', '2100-01', '9999-12']
    : ['2026-11-15', '0000-00-00', '0000-01-01', '0001-01-01', '1999-12-31', '2026-02-30', '2100-01-01', '9999-12-31']
  const ask = async (day = '') => {
    const answer = await api.get(`/api/admin/${address}${day}`, { Cookie: admin })
    await answer.arrayBuffer()
    return answer.status
  }
  expect([200, 409]).toContain(await ask(present))
  for (const day of others) expect(await ask(day), day).toBe(400)
})
