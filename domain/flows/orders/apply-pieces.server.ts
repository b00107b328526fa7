import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { labelGift } from '#domain/gifts/gift.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import type { ChangedLine, PiecesChange } from '#domain/orders/changes/parcel-change.ts'
import type { ParcelOrder, ParcelToChange } from '#domain/orders/changes/parcel-state-queries.server.ts'
import type { PiecesPlan } from '#domain/orders/changes/plan-pieces.ts'
import type { Services } from '#domain/services.ts'
import { adjustGifts } from './gift-store.server.ts'
import { addToItemsTotal, insertAmendment, updateItems } from './order-change-store.server.ts'
import { dropLabel, recordChange } from './record-change.server.ts'
import { returnSamplesOf } from './sample-store.server.ts'
import { exchangePieces, type lockProductsInOrder } from './stock-store.server.ts'

type ApplyServices = Pick<Services, 'jobs' | 'now' | 'profile'>

export type PlannedChange = {
  plan: PiecesPlan
  items: PiecesChange['items']
  /** All products that the order has before or after the change, locked. */
  products: Awaited<ReturnType<typeof lockProductsInOrder>>
  adminId: string
  refundedGrosze: Grosze | null
  paidGrosze: Grosze | null
}

/**
 * Gives a locked order its planned pieces: they move between order and stock, gifts and free samples follow their rules,
 * the cost of delivery stays, a label that exists becomes useless. Writes the difference of the total, an event and one
 * mail.
 */
export async function applyPieces(
  services: ApplyServices,
  trx: Transaction<Database>,
  state: ParcelToChange,
  order: ParcelOrder,
  change: PlannedChange,
): Promise<void> {
  const { plan, adminId, refundedGrosze, paidGrosze } = change
  const { id: orderId, checkout_id: checkoutId } = order
  const { differenceGrosze } = plan
  const leaving = plan.changed.map(({ productId, quantity }) => {
    const before = order.items.find(({ product_id }) => product_id === productId)?.quantity ?? quantity
    return { product_id: productId, quantity: Math.max(0, before - quantity) }
  })
  const arriving = plan.added.map(({ productId }) => productId)
  const cause = { reason: 'changed', order_id: orderId, user_id: adminId } as const
  const samplesOut = await returnSamplesOf(trx, cause, leaving, arriving)
  await exchangePieces(trx, plan, cause)
  await updateItems(trx, orderId, plan)
  await addToItemsTotal(trx, { orderId, checkoutId, differenceGrosze })
  const gift = await adjustOrderGifts(services, trx, state, order, change)
  const droppedNumber = await dropLabel(services, trx, state)
  const changeId = await recordChange(
    trx,
    state,
    { actor: 'admin', actorId: adminId },
    {
      order,
      lines: [...plan.lines, ...samplesOut, ...gift],
      dueGrosze: state.dueGrosze === null ? null : state.dueGrosze + differenceGrosze,
      refundedGrosze,
      paidGrosze,
      droppedNumber,
    },
  )
  await insertAmendment(trx, { orderId, changeId, differenceGrosze })
}

/** Gives the gifts that the rule promises for the new pieces. Returns what changed. */
async function adjustOrderGifts(
  { now, profile }: ApplyServices,
  trx: Transaction<Database>,
  state: ParcelToChange,
  order: ParcelOrder,
  { plan, products, items }: PlannedChange,
): Promise<ChangedLine[]> {
  const kept = state.orders.filter(({ status }) => status !== 'cancelled')
  // The rule counts products before the discount of a code.
  const gone = plan.changed.map(({ productId, discountGrosze }) => {
    const item = order.items.find(({ product_id }) => product_id === productId)
    return (item?.discount_grosze ?? 0) - discountGrosze
  })
  const discounts = kept.flatMap((each) => each.items.map(({ discount_grosze }) => discount_grosze))
  const discountGrosze = discounts.reduce((sum, grosze) => sum + grosze, 0) - gone.reduce((sum, each) => sum + each, 0)
  const itemsGrosze = kept.reduce((sum, { items_grosze }) => sum + items_grosze, plan.differenceGrosze + discountGrosze)
  const ordered = items.flatMap(({ product_id: productId, quantity }) => {
    const product = products.find(({ id }) => id === productId)
    const isFree = order.items.some((item) => item.product_id === productId && item.unit_price_grosze === 0)
    return product && !isFree ? [{ gender: product.gender, quantity }] : []
  })
  const facts = { shopUrl: profile.shopUrl, today: readWarsawClock(now()).day }
  const gift = await adjustGifts(trx, order, { ordered, itemsGrosze, facts })
  if (gift === null) return []
  const { name, before, after } = gift
  return [{ field: 'pieces', what: labelGift({ name }), before: String(before), after: String(after) }]
}
