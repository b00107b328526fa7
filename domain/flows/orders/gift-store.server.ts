import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { findGiftOffer, shareGifts } from '#domain/gifts/gift.ts'
import { lockGiftRule } from '#domain/gifts/gift-rule-store.server.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'

/** Returns the gifts that a cancelled order took from counted stock, if they are still the shop's gift. */
export async function returnGifts(trx: Transaction<Database>, orderId: string): Promise<void> {
  await sql`
    with returned as (
      update orders set gift_from_stock = false where id = ${orderId} and gift_from_stock
      returning gift_name, gift_pieces
    )
    update gift_rule set stock = stock + returned.gift_pieces
    from returned where gift_rule.gift = returned.gift_name and gift_rule.stock is not null`.execute(trx)
}

/** Returns the gifts beyond one for each piece that an order keeps. */
export async function returnGiftsBeyond(trx: Transaction<Database>, orderId: string, kept: number): Promise<void> {
  await sql`
    with before as (
      select id, gift_name, gift_from_stock, gift_pieces - ${kept}::int as beyond from orders
      where id = ${orderId} and gift_pieces > ${kept}::int
    ), reduced as (
      update orders set gift_pieces = ${kept}::int from before where orders.id = before.id
      returning before.gift_name, before.gift_from_stock, before.beyond
    )
    update gift_rule set stock = stock + reduced.beyond
    from reduced where reduced.gift_from_stock and gift_rule.gift = reduced.gift_name and gift_rule.stock is not null`.execute(
    trx,
  )
}

type GiftOrder = { id: string; gift_name: string | null; gift_pieces: number | null; gift_from_stock: boolean }

/**
 * Gives an order whose pieces were changed the gifts that the rule promises for them. Where the rule has ended or names
 * another gift, it keeps those it has, at most one for each piece. The products are locked. Null: nothing changed.
 */
export async function adjustGifts(
  trx: Transaction<Database>,
  { id, gift_name, gift_pieces, gift_from_stock }: GiftOrder,
  change: {
    ordered: Parameters<typeof shareGifts>[1][number]
    /** The sum of the products of the whole checkout. */
    itemsGrosze: Grosze
    facts: { shopUrl: string; today: string }
  },
): Promise<{ name: string; before: number; after: number } | null> {
  const rule = await lockGiftRule(trx)
  const before = gift_pieces ?? 0
  const isOwn = gift_from_stock && rule.gift === gift_name
  const left = rule.stock === null ? null : rule.stock + (isOwn ? before : 0)
  const offer = findGiftOffer({ ...rule, stock: left }, change.facts)
  const isOffered = offer !== null && (before === 0 || offer.name === gift_name)
  const pieces = change.ordered.reduce((sum, { quantity }) => sum + quantity, 0)
  const [shared = 0] = isOffered ? shareGifts({ offer, left }, [change.ordered], change.itemsGrosze) : []
  const after = isOffered ? shared : Math.min(before, pieces)
  const name = isOffered ? offer.name : gift_name
  if (after === before || name === null) return null
  const isCounted = isOffered ? left !== null : isOwn && left !== null
  await trx
    .updateTable('orders')
    .set({
      gift_name: after > 0 ? name : null,
      gift_pieces: after > 0 ? after : null,
      gift_from_stock: after > 0 && (isOffered ? left !== null : gift_from_stock),
    })
    .where('id', '=', id)
    .execute()
  if (isCounted && left !== null) {
    await trx
      .updateTable('gift_rule')
      .set({ stock: left - after })
      .execute()
  }
  return { name, before, after }
}

/** Takes the gifts of a cancelled order again, as many as are left; without any the order has none. */
export async function retakeGifts(trx: Transaction<Database>, orderId: string): Promise<void> {
  const order = await trx
    .selectFrom('orders')
    .select(['gift_name', 'gift_pieces'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order?.gift_pieces) return
  const { gift, stock } = await lockGiftRule(trx)
  if (gift !== order.gift_name || stock === null) return
  const pieces = Math.min(order.gift_pieces, stock)
  const kept = pieces > 0 ? { gift_pieces: pieces } : { gift_name: null, gift_pieces: null }
  await trx
    .updateTable('orders')
    .set({ ...kept, gift_from_stock: pieces > 0 })
    .where('id', '=', orderId)
    .execute()
  await trx
    .updateTable('gift_rule')
    .set({ stock: stock - pieces })
    .execute()
}
