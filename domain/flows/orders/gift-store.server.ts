import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { findGiftOffer, type GiftRule, type HeldGifts } from '#domain/gifts/gift.ts'
import { lockGiftRule } from '#domain/gifts/gift-rule-store.server.ts'

/**
 * What the rule promises to an order that is being placed. Counted gifts are locked until the transaction ends, so that
 * the last one goes to one order.
 * @param read the rule as it was read before the transaction
 */
export async function holdGifts(
  trx: Transaction<Database>,
  read: GiftRule,
  facts: { shopUrl: string; today: string },
): Promise<HeldGifts | null> {
  if (findGiftOffer(read, facts) === null) return null
  const rule = read.stock === null ? read : await lockGiftRule(trx)
  const offer = findGiftOffer(rule, facts)
  return offer && { offer, left: rule.stock }
}

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
