import type { SignedInUser } from '#domain/accounts/account.ts'
import type { RequestedItem } from '#domain/checkout/checkout.ts'
import { checkHoldings } from '#domain/checkout/order-limits.ts'
import { readNewBuyerHoldings } from '#domain/checkout/order-limits-queries.server.ts'
import type { OwnOrderInTheWay } from '#domain/checkout/own-order.ts'
import { freeOwnOrders } from '#domain/flows/payments/free-own-orders.server.ts'
import {
  listUnpaid,
  listUnpaidInTheWay,
  type OwnUnpaidOrder,
  type WantedThings,
} from '#domain/flows/payments/own-unpaid-queries.server.ts'
import { findGiftOffer, type GiftRule, shareGifts } from '#domain/gifts/gift.ts'
import { readGiftRule } from '#domain/gifts/gift-rule-queries.server.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import type { Busy } from '#domain/kernel/database/transaction.server.ts'
import type { PaymentMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { findHeldPieces } from '#domain/prepared-orders/prepared-order-queries.server.ts'
import type { Services } from '#domain/services.ts'

type FreeServices = Pick<Services, 'db' | 'payments' | 'jobs' | 'catalog' | 'profile' | 'limitFactor'>

type WantedOrder = {
  items: readonly RequestedItem[]
  discountCode?: string | undefined
  payment: PaymentMethod
  giftRule: GiftRule
  today: Day
  preparedOrderIds?: readonly string[] | undefined
}

/**
 * Frees what an order needs and own unpaid orders hold: pieces, code, gifts, free samples.
 * @returns the gift rule as it is afterwards
 */
export async function freeForOrder(
  services: FreeServices,
  user: SignedInUser,
  wanted: WantedOrder & { unpaidIds: readonly string[] },
): Promise<Result<GiftRule, OwnOrderInTheWay | Busy>> {
  if (wanted.unpaidIds.length === 0) return ok(wanted.giftRule)
  const things = await listWanted(services, wanted)
  const orders = await listUnpaidInTheWay(services.db, { userId: user.id, email: user.email }, things, wanted.unpaidIds)
  if (orders.length === 0) return ok(wanted.giftRule)
  const freed = await freeOwnOrders(services, user.id, orders)
  if (!freed.ok) return freed
  // Whether a free sample is there is read from the catalogue.
  await services.catalog.receiveChanges()
  return ok(await readGiftRule(services.db))
}

const BY_THINGS: ReadonlySet<string> = new Set(['out_of_stock', 'code_used_up', 'code_used_already'])

/**
 * Frees what an order was refused for: another window of the buyer took it meanwhile, or its unpaid orders reach the
 * limits of a new buyer.
 * @returns whether another try may succeed
 */
export async function freeForRefused(
  services: FreeServices,
  { id: userId, email }: SignedInUser,
  wanted: WantedOrder,
  { reason }: { reason: string },
): Promise<Result<boolean, OwnOrderInTheWay | Busy>> {
  let orders: OwnUnpaidOrder[] = []
  if (BY_THINGS.has(reason)) {
    orders = await listUnpaidInTheWay(services.db, { userId, email }, await listWanted(services, wanted), null)
  } else if (reason === 'order_limit_reached' && (await isWithinLimits(services, userId, wanted))) {
    orders = await listUnpaid(services.db, userId)
  }
  if (orders.length === 0) return ok(false)
  const freed = await freeOwnOrders(services, userId, orders)
  return freed.ok ? ok(true) : freed
}

async function listWanted(
  { db, catalog, profile: { shopUrl } }: FreeServices,
  { items, discountCode, giftRule, today, preparedOrderIds = [] }: WantedOrder,
): Promise<WantedThings> {
  const { byKey } = await catalog.read()
  const ordered = items.flatMap(({ productId, quantity }) => {
    const product = byKey.get(productId)?.product
    return product ? [{ gender: product.gender, quantity }] : []
  })
  const itemsGrosze = items.reduce((sum, { quantity, shownPriceGrosze }) => sum + quantity * shownPriceGrosze, 0)
  // As if all gifts that the buyer's own orders hold were there.
  const offer = findGiftOffer({ ...giftRule, stock: null }, { shopUrl, today })
  const [gifts = 0] = shareGifts(offer && { offer, left: null }, [ordered], itemsGrosze)
  const held = await findHeldPieces(db, preparedOrderIds)
  const pieces = items.map(({ productId, quantity }) => {
    return { productId, quantity: Math.max(0, quantity - (held.get(productId) ?? 0)) }
  })
  return { pieces, code: discountCode ?? null, gifts, withSample: giftRule.with_sample }
}

/** Whether the limits of a new buyer allow the order once the unpaid ones are given up. */
async function isWithinLimits(
  { db, limitFactor }: FreeServices,
  userId: string,
  { items, payment }: WantedOrder,
): Promise<boolean> {
  const asked = { userId, network: '', productIds: [], withoutUnpaid: true }
  const holdings = await readNewBuyerHoldings(db, asked)
  const ordered = items.map(({ productId: id, quantity }) => ({ product: { id, name: '' }, quantity }))
  return holdings === null || checkHoldings(holdings, { payment, ordered }, limitFactor).ok
}
