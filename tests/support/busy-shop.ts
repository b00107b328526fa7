import type pg from 'pg'

/** Sizes of the generated shop. */
export type ShopSize = {
  products: number
  customers: number
  /** Customers with orders, all about equally many, and with three sessions each. */
  buyers: number
  /** Products with 100 reviews each. */
  reviewedProducts: number
  checkouts: number
  ordersEach: number
}

const BUSY: ShopSize = {
  products: 20_000,
  customers: 60_000,
  buyers: 2_000,
  reviewedProducts: 200,
  checkouts: 10_000,
  ordersEach: 2,
}

const REVIEWS_EACH = 100

/** Only this many products are ordered, the newest ones, because no such shop sells more. */
const MOST_SOLD = 5_000

/** Orders of the customer with the most orders, in checkouts of `ordersEach`. */
const LOYAL_ORDERS = 10_000

/** Tables that grow with every customer, visit, product or order. */
export const GROWING_TABLES: ReadonlySet<string> = new Set([
  'products',
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
  'payments',
  'receipts',
  'mail_outbox',
])

function addProducts({ products }: ShopSize): string[] {
  return [
    `create temporary table demo as select *, row_number() over (order by slug) - 1 as n from products`,
    // Names combined from two demo names, so that word frequencies match a shop of this size. Brands and genders as in
    // the demo.
    `insert into products (slug, name, brand_id, gender, price_grosze, image_key, notes, created_at)
       select demo.slug || '-' || copy, left(demo.name || ' ' || second.name, 90) || ' ' || copy, demo.brand_id, demo.gender,
         1 + (demo.price_grosze + copy * 37) % 99999, demo.image_key, demo.notes,
         now() - copy * interval '61 minutes' - demo.n * interval '53 seconds'
       from generate_series(1, ${products} / (select count(*) from demo)::int) as copy
       cross join demo join demo as second on second.n = (demo.n * 7 + copy) % (select count(*) from demo)
       order by copy, demo.n limit ${products} - (select count(*) from demo)`,
  ]
}

/** Customers with their sessions and orders. Each statement uses the rows of the previous ones. */
function addOrders({ customers, buyers, checkouts, ordersEach }: ShopSize): string[] {
  const loyal = Math.min(checkouts / 10, LOYAL_ORDERS / ordersEach)
  return [
    // Requires a superuser. Safe here, because all references exist and no trigger has work on these tables.
    'set session_replication_role = replica',
    `insert into users (email, first_name) select 'customer-' || n || '@example.test', 'Anna'
       from generate_series(1, ${customers}) as n`,
    CUSTOMER,
    `insert into identities (user_id, account_id, provider_id) select id, id::text, 'credential' from customer`,
    `insert into sessions (user_id, token, expires_at, ip_address)
       select id, gen_random_uuid(), now() + interval '30 days', '203.0.113.' || n % 250
       from customer, generate_series(1, 3) where n < ${buyers}`,
    `insert into rate_limits (key, window_start)
       select 'attempt-' || n, date_trunc('minute', now()) - n % 4 * interval '1 minute' from generate_series(1, 5000) as n`,
    `insert into checkouts (user_id, payment, shipping_method, items_grosze, shipping_grosze, created_at)
       select customer.id, 'cash_on_delivery', 'cash_on_delivery_courier', 7980, 2000,
         now() - checkout * (interval '3 years' / ${checkouts})
       from generate_series(1, ${checkouts}) as checkout
       join customer on customer.n = case when checkout % (${checkouts} / ${loyal}) = 0 then 0 else checkout % ${buyers} end`,
    `insert into idempotency_keys (user_id, key, operation, request_hash, answer, created_at)
       select user_id, 'key-' || id, 'place-order', 'hash', '{}', created_at from checkouts`,
    // The number of an order is the beginning of its id: spread over all numbers, and none twice.
    `insert into orders (id, checkout_id, user_id, email, status, shipping_method, items_grosze, shipping_grosze,
         first_name, last_name, phone, street, house_number, city, postal_code, created_at)
       select (lpad(to_hex(row_number() over () * 2654435761 % 4294967296), 8, '0') ||
           substr(gen_random_uuid()::text, 9))::uuid, checkouts.id, user_id, customer.email, 'pending', shipping_method, 3990, 1000,
         'Anna', 'Kowalska', '+48600100200', 'Prosta', '1', 'Łódź', '90-001', created_at
       from checkouts join customer on customer.id = user_id, generate_series(1, ${ordersEach})`,
    `insert into order_events (order_id, subject, to_status, actor) select id, 'order', 'pending', 'customer' from ` +
      'orders',
    // Tracking numbers are spread as well, over eight digits.
    `insert into shipments (order_id, receiver_name, receiver_phone, receiver_email, created_at, heads_parcel,
         tracking_number)
       select id, 'Anna Kowalska', phone, email, created_at, row_number() over (partition by checkout_id order by id) = 1,
         lpad((row_number() over () * 2654435761 % 100000000)::text, 8, '0')
       from orders`,
    `insert into payments (order_id, provider, mode, provider_session_id, status, amount_grosze, expires_at, next_check_at)
       select id, 'stripe', 'test', 'cs_' || id, 'expired', total_grosze, created_at + interval '30 minutes', null from orders`,
    // All sales have their till receipts but the newest ones.
    `insert into receipts (checkout_id, state, lines, gross_grosze, printed_at, created_at)
       select id, case when place > 300 then 'printed' else 'waiting' end, '[]', 100, case when place > 300 then created_at end,
         created_at
       from (select *, row_number() over (order by created_at desc) as place from checkouts) as checkouts`,
    `insert into mail_outbox (key, template, recipient, data, created_at, sent_at)
       select 'order-confirmation:' || id, 'order-confirmation', 'anna@example.test', '{}', created_at,
         case when row_number() over (order by created_at desc) > 10 then created_at end
       from checkouts`,
    `insert into order_days (day, orders)
       select (created_at at time zone 'UTC')::date as day, count(*) from orders
       where created_at < date_trunc('day', now(), 'UTC') group by day`,
    'reset session_replication_role',
  ]
}

const CUSTOMER = `create temporary table customer as
       select id, email, row_number() over (order by email) - 1 as n from users where email like 'customer-%'`

/** Rows that connect products with customers. */
function addItemsAndReviews({ products, customers, reviewedProducts }: ShopSize): string[] {
  return [
    'create temporary table place as select id, row_number() over (order by created_at desc, id) - 1 as n from ' +
      'products',
    `insert into reviews (product_id, user_id, rating, approved, created_at)
       select place.id, customer.id, 1 + customer.n % 5, customer.n % 10 > 0, now() - customer.n * interval '1 minute'
       from place cross join generate_series(1, ${REVIEWS_EACH}) as review
       join customer on customer.n = (place.n + review * (${customers} / ${REVIEWS_EACH})) % ${customers}
       where place.n < ${reviewedProducts}`,
    'set session_replication_role = replica',
    `insert into order_items (order_id, product_id, product_name, brand_name, unit_price_grosze, quantity)
       select ordered.id, place.id, 'Oud', 'Perfumy Arabskie', 3990, 1
       from (select id, row_number() over () % ${Math.min(products, MOST_SOLD)} as n from orders) ordered join place using (n)`,
    'reset session_replication_role',
  ]
}

/** Fills a database that has the demo catalogue with some years of orders, and updates the planner's statistics. */
export async function fillBusyShop(pool: pg.Pool, size: ShopSize = BUSY): Promise<void> {
  const clients = await Promise.all([pool.connect(), pool.connect()])
  const [first, second] = clients
  try {
    for (const client of clients) {
      await client.query(`set statement_timeout = 0; set work_mem = '64MB'; set maintenance_work_mem = '256MB'`)
    }
    const indexes = await dropIndexes(first)
    await Promise.all([runAll(first, addProducts(size)), runAll(second, addOrders(size))])
    await runAll(second, addItemsAndReviews(size))
    await Promise.all(clients.map((client) => runAll(client, indexes)))
    await first.query('vacuum analyze')
  } finally {
    // Including their temporary tables.
    for (const client of clients) client.release(true)
  }
}

/** Runs the statements one after another. Several connections can share a list. */
async function runAll(client: pg.PoolClient, statements: string[]): Promise<void> {
  for (let next = statements.shift(); next !== undefined; next = statements.shift()) await client.query(next)
}

/**
 * Drops indexes, without which rows are written faster, except one that a trigger on products reads. Returns the
 * statements that create them again, those of the largest columns first.
 */
async function dropIndexes(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) || coalesce((
         select format('; alter index %s alter column %s set statistics %s', indexrelid::regclass, attnum, attstattarget)
         from pg_attribute where attrelid = indexrelid and attstattarget >= 0
       ), '') as definition
     from pg_index join pg_class on pg_class.oid = indrelid
     where relname = any($1) and relnamespace = 'public'::regnamespace and not indisunique
       and indexrelid <> 'products_image_idx'::regclass
     order by indexprs is null`,
    [[...GROWING_TABLES]],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
