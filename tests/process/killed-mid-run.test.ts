import { readPaymentMode } from '#domain/payments/mode/payment-mode-queries.server.ts'
import { ensureAdmin } from '#infra/auth/create-admin.ts'
import { cookieOf } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { openKillableShop } from '#tests/support/killable-shop.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { ADMIN_EMAIL } from '#tests/support/shop-process.ts'
import { openStripe } from '#tests/support/stripe.ts'

const PRODUCTS = 9

test('kill -9 while products are migrated to live mode: the next process continues, no product twice', async ({
  database,
  sandbox,
  onTestFinished,
}) => {
  const shop = await openKillableShop(
    { database, sandbox, onTestFinished },
    {
      ADMIN_EMAIL,
      STRIPE_SECRET_KEY_LIVE: sandbox.stripeLive.secretKey,
      STRIPE_WEBHOOK_SECRET_LIVE: sandbox.stripeLive.webhookSecret,
    },
  )
  const { db } = database
  const stay = db.selectFrom('products').select('id').where('active', '=', true).orderBy('id').limit(PRODUCTS)
  const ids = (await stay.execute()).map(({ id }) => id)
  await db.updateTable('products').set({ active: false }).where('id', 'not in', ids).execute()
  const admin = await ensureAdmin(db, ADMIN_EMAIL, 'least')
  if (!admin.created) throw new Error('a new database has no admin')
  const stripe = openStripe(sandbox)
  const listMade = async () => (await stripe.products()).map(({ metadata }) => metadata.product_id ?? '').toSorted()

  // The provider makes the products of the first batch, and its answers never arrive.
  await openMailbox(sandbox).planFault({ service: 'stripe', mode: 'hang_after', times: 4, path: '/v1/products' })
  const first = await shop.start()
  const Cookie = cookieOf(await shop.post('/api/admin-sign-in', { email: ADMIN_EMAIL, password: admin.password }))
  expect((await shop.post('/api/admin/payment-mode', { mode: 'live' }, { Cookie })).status).toBe(200)
  await eventually(async () => expect(await listMade()).toHaveLength(4))
  await first.kill()
  const runs = () => db.selectFrom('runs').select('status').execute()
  expect([await runs(), await readPaymentMode(db)]).toEqual([[{ status: 'running' }], 'test'])

  // A job whose process died is noticed within half a minute.
  await shop.start()
  await eventually(async () => expect(await runs()).toEqual([{ status: 'done' }]))
  expect([await listMade(), await readPaymentMode(db)]).toEqual([ids, 'live'])
  const items = await db
    .selectFrom('run_items')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('status', '=', 'done')
    .execute()
  expect(items.map(({ n }) => Number(n))).toEqual([PRODUCTS])
})
