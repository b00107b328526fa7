import { sql } from 'kysely'
import { listOrders } from '#domain/orders/order-queries.server.ts'
import { countOrderDays } from '#domain/orders/order-store.server.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { placeOrders } from '#tests/support/place-orders.ts'

test("admin's orders: pages and total are the same before and after days are counted", async ({ database }) => {
  const { db, pool } = database
  await pool.query(`insert into users (email) values ('buyer@example.test')`)
  await placeOrders(db, 'buyer@example.test')
  await sql`insert into orders (checkout_id, user_id, email, status, shipping_method, items_grosze, shipping_grosze,
      first_name, last_name, phone, street, house_number, city, postal_code, created_at)
    select checkout_id, user_id, email, status, 'cash_on_delivery_courier', items_grosze, shipping_grosze,
      first_name, last_name, phone, 'Prosta', '1', 'Łódź', '90-001', created_at - n * interval '7 hours'
    from (select * from orders limit 1) as one, generate_series(1, 60) as n`.execute(db)
  const read = async () => {
    const pages = []
    for (let page = 1; page <= 9; page++) {
      const { items, ...place } = await listOrders(db, { page, pageSize: 8 })
      pages.push({ ...place, ids: items.map(({ id }) => id) })
    }
    return pages
  }
  const before = await read()
  expect(new Set(before.slice(0, 8).flatMap(({ ids }) => ids)).size).toBe(63)
  expect(before[8]).toEqual(before[7])
  await countOrderDays(db, new Date())
  expect((await pool.query('select from order_days')).rowCount).toBeGreaterThan(10)
  expect(await read()).toEqual(before)
})
