// Faults of stock planted by hand into books that agree: each is found, and healthy orders and products are not named.
import { sql, type Transaction } from 'kysely'
import type { DifferenceKind } from '#domain/books/book-comparison.ts'
import { pathOfDifference } from '#domain/books/book-comparison.ts'
import { compareBooks } from '#domain/books/compare-books.server.ts'
import { listPieceDifferences } from '#domain/books/stock-differences-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { returnTrialPieces } from '#domain/flows/going-live/remove-trial-store.server.ts'
import { cancelOrder } from '#domain/flows/orders/cancel-order.server.ts'
import type { MovementReason } from '#domain/stock/movement.ts'
import { sayStockCause } from '#domain/stock/stock-cause-queries.server.ts'
import { expect } from '#tests/support/fixtures.ts'
import type { Scene } from '#tests/support/provider-acts.ts'
import { settled } from '#tests/support/settled.ts'
import { storePrepaidOrder } from '#tests/support/stored-payment.ts'

type Db = Scene['db']
type Order = Awaited<ReturnType<typeof storePrepaidOrder>>

/** What the books name of an order and its product, each with where it is mended. */
async function differencesOf(
  db: Db,
  { orderId, productId }: Pick<Order, 'orderId' | 'productId'>,
): Promise<DifferenceKind[]> {
  const { differences } = await compareBooks(db, new Date())
  const own = differences.filter(({ order_id, product_id }) => order_id === orderId || product_id === productId)
  for (const each of own) {
    const path = each.product_id ? `/admin/produkty/${productId}/ruchy` : `/admin/zamowienia/${orderId}`
    expect(pathOfDifference(each)).toBe(path)
  }
  return own.map(({ kind }) => kind)
}

/** Two orders of two pieces; the second is cancelled. */
async function sell(scene: Scene): Promise<Order> {
  const order = await storePrepaidOrder(scene.db)
  const second = await storePrepaidOrder(scene.db, { productId: order.productId })
  const cancelled = await cancelOrder(scene.services, second.orderId, { actor: 'system', reason: null })
  expect(cancelled.ok).toBe(true)
  return order
}

/** Without the triggers, as a hand or a fault below the shop would. */
const silently = (db: Db, act: ReturnType<typeof sql>) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await act.execute(trx)
  })

const last = (productId: string) => sql`(select max(id) from stock_movements where product_id = ${productId})`
const first = (productId: string) => sql`(select min(id) from stock_movements where product_id = ${productId})`

type Plant = (db: Db, order: Order) => Promise<unknown>
const FAULTS: [what: string, found: DifferenceKind[], plant: Plant][] = [
  [
    'a stock changed by hand',
    ['movement_unknown'],
    (db, { productId }) => sql`update products set stock_quantity = 5 where id = ${productId}`.execute(db),
  ],
  [
    'a stock changed without a movement',
    ['stock_differs'],
    (db, { productId }) => silently(db, sql`update products set stock_quantity = 5 where id = ${productId}`),
  ],
  [
    'a stock that is not counted any more, without a movement',
    ['stock_differs'],
    (db, { productId }) => silently(db, sql`update products set stock_quantity = null where id = ${productId}`),
  ],
  [
    'all movements lost',
    ['pieces_differ', 'stock_differs'],
    (db, { productId }) => sql`delete from stock_movements where product_id = ${productId}`.execute(db),
  ],
  [
    'the newest movement lost',
    ['stock_differs'],
    (db, { productId }) => sql`delete from stock_movements where id = ${last(productId)}`.execute(db),
  ],
  [
    'the movement of the order lost',
    ['pieces_differ', 'movements_differ'],
    (db, { orderId }) => sql`delete from stock_movements where order_id = ${orderId}`.execute(db),
  ],
  [
    'the first stock changed',
    ['movements_differ'],
    (db, { productId }) => sql`update stock_movements set change = 99 where id = ${first(productId)}`.execute(db),
  ],
  [
    'a movement of another number of pieces',
    ['pieces_differ', 'movements_differ'],
    (db, { orderId }) => sql`update stock_movements set change = -3 where order_id = ${orderId}`.execute(db),
  ],
  [
    'a movement invented',
    ['stock_differs', 'movements_differ'],
    (db, { productId }) =>
      sql`insert into stock_movements (product_id, change, stock_after, reason)
        values (${productId}, 1, 99, 'set')`.execute(db),
  ],
  [
    'a movement of another order',
    ['pieces_differ'],
    (db, { orderId }) => sql`update stock_movements set order_id = null where order_id = ${orderId}`.execute(db),
  ],
  [
    'more pieces in the order than were taken',
    ['order_sum', 'pieces_differ'],
    (db, { orderId }) => sql`update order_items set quantity = 3 where order_id = ${orderId}`.execute(db),
  ],
  [
    'pieces that a return put back on paper alone',
    ['pieces_differ'],
    (db, { orderId }) => sql`update order_items set restocked = 1 where order_id = ${orderId}`.execute(db),
  ],
  [
    'pieces of an order that were said not to be counted',
    ['pieces_differ'],
    (db, { orderId }) => sql`update order_items set taken_from_stock = false where order_id = ${orderId}`.execute(db),
  ],
  [
    'a cancelled order that put nothing back',
    ['order_status', 'pieces_differ'],
    (db, { orderId }) => sql`update orders set status = 'cancelled' where id = ${orderId}`.execute(db),
  ],
  [
    'pieces put back twice',
    ['pieces_differ'],
    (db, { orderId, productId }) =>
      db.transaction().execute(async (trx) => {
        await sayStockCause(trx, { reason: 'cancelled', order_id: orderId })
        await sql`update products set stock_quantity = stock_quantity + 2 where id = ${productId}`.execute(trx)
      }),
  ],
]

/** Holds three pieces for an order by phone. */
const hold = (db: Db, productId: string) =>
  db.transaction().execute(async (trx) => {
    await moveHeld(trx, productId, 'reserved', -3)
    const items = JSON.stringify([{ product_id: productId, quantity: 3 }])
    const values = { expires_at: new Date(), items, held: items }
    return trx.insertInto('prepared_orders').values(values).returning('id').executeTakeFirstOrThrow()
  })

async function moveHeld(trx: Transaction<Database>, productId: string, reason: MovementReason, pieces: number) {
  await sayStockCause(trx, { reason })
  await sql`update products set stock_quantity = stock_quantity + ${pieces} where id = ${productId}`.execute(trx)
}

const HELD_FAULTS: [what: string, plant: (db: Db, productId: string, prepared: string) => Promise<unknown>][] = [
  [
    'an order by phone that ended and put nothing back',
    (db, _, id) => sql`update prepared_orders set ended_at = now(), ended_as = 'expired' where id = ${id}`.execute(db),
  ],
  ['an order by phone that is gone', (db, _, id) => sql`delete from prepared_orders where id = ${id}`.execute(db)],
  [
    'an order by phone that put its pieces back and goes on holding them',
    (db, productId) => db.transaction().execute((trx) => moveHeld(trx, productId, 'unreserved', 3)),
  ],
  [
    'an order by phone that holds pieces which nobody took',
    (db, productId) =>
      sql`delete from stock_movements where product_id = ${productId} and reason = 'reserved'`.execute(db),
  ],
]

settled.for(HELD_FAULTS)('%s is found', async ([, plant], { scene: { db } }) => {
  const { productId, orderId } = await storePrepaidOrder(db)
  const prepared = await hold(db, productId)
  expect(await differencesOf(db, { productId, orderId })).toEqual([])
  await plant(db, productId, prepared.id)
  expect(await differencesOf(db, { productId, orderId })).toContain('held_differ')
})

settled.for(['set', 'trial'] as const)('pieces held before %s are not compared', async (reason, { scene: { db } }) => {
  const { productId, orderId } = await storePrepaidOrder(db)
  const prepared = await hold(db, productId)
  await db.transaction().execute(async (trx) => {
    await sayStockCause(trx, { reason })
    const stock = reason === 'set' ? sql`null` : sql`stock_quantity + 3`
    await sql`update products set stock_quantity = ${stock} where id = ${productId}`.execute(trx)
    await sql`delete from prepared_orders where id = ${prepared.id}`.execute(trx)
  })
  expect((await differencesOf(db, { productId, orderId })).filter((kind) => kind === 'held_differ')).toEqual([])
})

settled.for(FAULTS)('%s is found', async ([, kinds, plant], { scene }) => {
  const [healthy, broken] = [await sell(scene), await sell(scene)]
  expect([await differencesOf(scene.db, healthy), await differencesOf(scene.db, broken)]).toEqual([[], []])
  await plant(scene.db, broken)
  expect((await differencesOf(scene.db, broken)).toSorted()).toEqual(kinds.toSorted())
  expect(await differencesOf(scene.db, healthy)).toEqual([])
})

settled(
  'a product that a stocktake counted afterwards is not named any more, one that was before is',
  async ({ scene: { db, ...scene } }) => {
    const order = await sell({ db, ...scene })
    const count = () =>
      sql`insert into stock_movements (product_id, change, stock_after, reason)
      select id, 0, stock_quantity, 'counted' from products where id = ${order.productId}`.execute(db)
    await count()
    await sql`delete from stock_movements where order_id = ${order.orderId}`.execute(db)
    await sql`update products set stock_quantity = 5 where id = ${order.productId}`.execute(db)
    expect(await differencesOf(db, order)).toContain('movement_unknown')
    await count()
    expect(await differencesOf(db, order)).toEqual([])
  },
)

settled('pieces of a product that was not counted meanwhile are not compared', async ({ scene: { db, services } }) => {
  const order = await storePrepaidOrder(db)
  for (const stock of [null, 5]) {
    await db.transaction().execute(async (trx) => {
      await sayStockCause(trx, { reason: 'set' })
      await sql`update products set stock_quantity = ${stock} where id = ${order.productId}`.execute(trx)
    })
    if (stock === null) {
      await cancelOrder(services, order.orderId, { actor: 'system', reason: null })
    }
  }
  expect(await differencesOf(db, order)).toEqual([])
})

settled(
  'orders and movements of the first day after an update, when the build before still ran, are not named',
  async ({ scene: { db } }) => {
    const order = await storePrepaidOrder(db)
    await sql`update stock_movements set reason = 'opening' where id = ${first(order.productId)}`.execute(db)
    await sql`update stock_movements set order_id = null, reason = 'unknown' where order_id = ${order.orderId}`.execute(
      db,
    )
    expect(await differencesOf(db, order)).toEqual([])
    await sql`update stock_movements set created_at = now() - interval '2 days' where id = ${first(order.productId)}`.execute(
      db,
    )
    expect((await differencesOf(db, order)).toSorted()).toEqual(['movement_unknown', 'pieces_differ'])
  },
)

settled('removing a trial also returns pieces that are held for a change', async ({ scene: { db } }) => {
  const { productId, paymentId, orderId, userId } = await storePrepaidOrder(db)
  const plan = JSON.stringify({ taken: [{ product_id: productId, quantity: 3 }] })
  await db
    .insertInto('order_additions')
    .values({ payment_id: paymentId, wanted: '[]', plan, items_before: '', admin_id: userId })
    .execute()
  await db.transaction().execute(async (trx) => {
    await sayStockCause(trx, { reason: 'held', order_id: orderId })
    await sql`update products set stock_quantity = stock_quantity - 3 where id = ${productId}`.execute(trx)
  })
  expect((await listPieceDifferences(db, new Date(0))).filter(({ order_id }) => order_id === orderId)).toEqual([])
  const returned = new Error('rolled back')
  const removing = db.transaction().execute(async (trx) => {
    await returnTrialPieces(trx)
    const product = trx.selectFrom('products').select('stock_quantity').where('id', '=', productId)
    expect(await product.executeTakeFirst()).toEqual({ stock_quantity: 10 })
    throw returned
  })
  await expect(removing).rejects.toBe(returned)
})
