import type pg from 'pg'

const PRODUCTS = 200
const CUSTOMERS = 60_000
/** So many customers have ordered, all as often. */
const BUYERS = 2_000
const REVIEWS_EACH = 100
const CHECKOUTS = 10_000
const ORDERS_EACH = 2

/** The tables that grow with every customer, visit or order. */
export const GROWING_TABLES: ReadonlySet<string> = new Set([
  'users',
  'sessions',
  'identities',
  'rate_limits',
  'reviews',
  'product_prices',
  'idempotency_keys',
  'checkouts',
  'orders',
  'order_items',
  'order_events',
  'shipments',
  'mail_outbox',
])

/** Every statement may use what the ones before it wrote. */
const STATEMENTS = [
  `insert into products (slug, name, brand_id, gender, price_grosze, created_at)
     select slug || '-' || copy, name || ' ' || copy, brand_id, gender, price_grosze + copy, created_at
     from products, generate_series(2, 5) as copy order by copy, slug
     limit ${PRODUCTS} - (select count(*) from products)`,
  `insert into users (email, first_name) select 'customer-' || n || '@example.test', 'Anna'
     from generate_series(1, ${CUSTOMERS}) as n`,
  `create temporary table customer as
     select id, email, row_number() over (order by email) - 1 as n from users where email like 'customer-%'`,
  `create temporary table place as select id, row_number() over (order by id) - 1 as n from products`,
  `insert into identities (user_id, account_id, provider_id) select id, id::text, 'credential' from customer`,
  `insert into sessions (user_id, token, expires_at, ip_address)
     select id, gen_random_uuid(), now() + interval '30 days', '203.0.113.' || n % 250
     from customer, generate_series(1, 3) where n < ${BUYERS}`,
  `insert into rate_limits (key, window_start)
     select 'attempt-' || n, date_trunc('minute', now()) - n % 4 * interval '1 minute' from generate_series(1, 5000) as n`,
  `insert into reviews (product_id, user_id, rating, approved, created_at)
     select place.id, customer.id, 1 + customer.n % 5, customer.n % 10 > 0, now() - customer.n * interval '1 minute'
     from place cross join generate_series(1, ${REVIEWS_EACH}) as review
     join customer on customer.n = (place.n + review * (${CUSTOMERS} / ${REVIEWS_EACH})) % ${CUSTOMERS}`,
  `insert into checkouts (user_id, payment, shipping_method, items_grosze, shipping_grosze, created_at)
     select customer.id, 'cash_on_delivery', 'cash_on_delivery_courier', 7980, 2000, now() - checkout * interval '7 minutes'
     from generate_series(1, ${CHECKOUTS}) as checkout join customer on customer.n = checkout % ${BUYERS}`,
  `insert into idempotency_keys (user_id, key, operation, request_hash, answer, created_at)
     select user_id, 'key-' || id, 'place-order', 'hash', '{}', created_at from checkouts`,
  `insert into orders (checkout_id, user_id, email, status, shipping_method, items_grosze, shipping_grosze,
       first_name, last_name, phone, street, house_number, city, postal_code, created_at)
     select checkouts.id, user_id, customer.email, 'pending', shipping_method, 3990, 1000,
       'Anna', 'Kowalska', '+48600100200', 'Prosta', '1', 'Łódź', '90-001', created_at
     from checkouts join customer on customer.id = user_id, generate_series(1, ${ORDERS_EACH})`,
  `insert into order_items (order_id, product_id, product_name, brand_name, unit_price_grosze, quantity)
     select ordered.id, place.id, 'Oud', 'Perfumy Arabskie', 3990, 1
     from (select id, row_number() over () % ${PRODUCTS} as n from orders) ordered join place using (n)`,
  `insert into order_events (order_id, subject, to_status, actor) select id, 'order', 'pending', 'customer' from orders`,
  `insert into shipments (order_id, receiver_name, receiver_phone, receiver_email, created_at)
     select id, 'Anna Kowalska', phone, email, created_at from orders`,
  `insert into mail_outbox (key, template, recipient, data, created_at, sent_at)
     select 'order-confirmation:' || id, 'order-confirmation', 'anna@example.test', '{}', created_at,
       case when row_number() over (order by created_at desc) > 10 then created_at end
     from checkouts`,
]

/** Fills a database that has the demo catalogue with some years of orders, and shows the planner what is there. */
export async function fillBusyShop(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    for (const statement of STATEMENTS) await client.query(statement)
    await client.query('vacuum analyze')
  } finally {
    // With its temporary tables.
    client.release(true)
  }
}
