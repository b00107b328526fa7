import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Mail } from '#domain/email/mail.ts'
import { startMailDelivery } from '#domain/email/mail-delivery.server.ts'
import { ok } from '#domain/result.ts'
import { migrate } from '#infra/db/migrate.ts'
import { createMailRenderer } from '#infra/email/render-mail.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { testShop } from '#tests/support/shop-profile.ts'

const MIGRATIONS = join(PROJECT_ROOT, 'db', 'migrations')
const CHECKOUT = '5f0f5b1e-3a44-4d7b-9d0c-2f6a8e1b7c90'

/** The outbox of the first release: the whole order in `data`. One mail waits, one was sent. */
const FIRST_RELEASE = `
  insert into users (email) values ('anna@example.test');
  insert into brands (name, slug) values ('Perfumy Arabskie', 'perfumy-arabskie');
  insert into products (name, slug, brand_id, price_grosze) select 'Oud Royal', 'oud-royal', id, 3990 from brands;
  insert into checkouts (id, user_id, idempotency_key, request_hash, payment, shipping_method, items_grosze, shipping_grosze)
    select '${CHECKOUT}', id, 'key-00000001', 'hash', 'cash_on_delivery', 'cash_on_delivery_courier', 7980, 1999 from users;
  insert into orders (id, checkout_id, user_id, email, status, shipping_method, items_grosze, shipping_grosze, first_name,
      last_name, phone, street, house_number, city, postal_code)
    select '3f2a9c1e-0000-4000-8000-000000000001', id, user_id, 'anna@example.test', 'pending', shipping_method, 7980, 1999,
      'Anna', 'Nowak', '+48 600 100 200', 'Prosta', '1', 'Łódź', '90-001' from checkouts;
  insert into order_items (order_id, product_id, product_name, brand_name, unit_price_grosze, quantity)
    select orders.id, products.id, 'Oud Royal', 'Perfumy Arabskie', 3990, 2 from orders, products;
  insert into mail_outbox (key, template, recipient, data, sent_at) values
    ('order-confirmation:${CHECKOUT}', 'order-confirmation', 'anna@example.test', '{"firstName":"Anna","orders":[]}', null),
    ('order-confirmation:00000000-0000-4000-8000-000000000002', 'order-confirmation', 'b@example.test', '{"orders":[]}', now())`

test.for([
  ['that waited under the first release', '0004'],
  ['that the first release wrote while the migrations ran', '0008'],
] as const)('a confirmation %s is delivered after the upgrade, and its key answers', async ([, next]) => {
  const database = await createTestDatabase({ demo: false })
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-migrations-'))
  const earlier = readdirSync(MIGRATIONS).filter((name) => name < next)
  for (const name of earlier) cpSync(join(MIGRATIONS, name), join(folder, name))
  await database.pool.query('drop schema public cascade; create schema public')
  await migrate(database.url, folder)
  await database.pool.query(FIRST_RELEASE)
  await migrate(database.url)

  const rows = await database.db
    .selectFrom('mail_outbox')
    .select(['id', 'data', 'sent_at'])
    .orderBy('sent_at')
    .execute()
  expect(rows.map(({ data }) => data)).toEqual([
    { checkoutId: '00000000-0000-4000-8000-000000000002' },
    { checkoutId: CHECKOUT },
  ])
  const sent: Mail[] = []
  const services = {
    db: database.db,
    renderMail: createMailRenderer({ db: database.db, ...testShop }),
    mail: { send: async (mail: Mail) => ok(void sent.push(mail)), close() {} },
  }
  const delivery = startMailDelivery({ ...services, limitFactor: 1 })
  await vi.waitFor(() => expect(sent).not.toEqual([]), { timeout: 10_000 })
  await delivery.stop()
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    ['anna@example.test', 'Potwierdzenie zamówienia 3f2a9c1e'],
  ])
  expect(sent[0]?.text).toContain('Zamówienie nr 3f2a9c1e, do zapłaty 99,79\u00a0zł')
  const keys = await database.db.selectFrom('idempotency_keys').select(['key', 'answer']).execute()
  const answer = { checkoutId: CHECKOUT, orderIds: ['3f2a9c1e-0000-4000-8000-000000000001'], totalGrosze: 9979 }
  expect(keys).toEqual([{ key: 'key-00000001', answer }])
  const events = await database.db.selectFrom('order_events').select(['subject', 'to_status']).execute()
  expect(events).toEqual([{ subject: 'order', to_status: 'pending' }])
  await database.drop()
  await rm(folder, { recursive: true })
})
