import type { Transaction } from 'kysely'
import { countPiecesLeft, isOnSale, type StockedProduct } from '#domain/catalog/product.ts'
import type { Shortage } from '#domain/catalog/product-schema.ts'
import type { OrderGroup, ShopState } from '#domain/checkout/pricing.ts'
import { type CodeRefusal, type CodeTerms, refuseByTime } from '#domain/codes/code.ts'
import { countUses, type StoredCode } from '#domain/codes/code-queries.server.ts'
import { lockCode, needsProvenAddress } from '#domain/codes/code-store.server.ts'
import type { Database } from '#domain/database.ts'
import { type ClaimedGifts, findGiftOffer, type GiftRule, labelSample } from '#domain/gifts/gift.ts'
import { lockGiftRule } from '#domain/gifts/gift-rule-store.server.ts'
import { type Day, toWallClock } from '#domain/kernel/calendar-day.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { findOrderCode } from '#domain/orders/order-store.server.ts'
import type { Services } from '#domain/services.ts'

type Ordered = { productId: string; quantity: number }

/** An order that is being placed. Its products are locked, with the samples that come with them. */
export type LockedCart = Pick<ShopState, 'products' | 'hideSubstitutes'> & {
  items: readonly Ordered[]
  /** As `findSamplesOf` returns it. */
  samplesOf: ReadonlyMap<string, string>
  discountCode?: string | undefined
  email: string
  isProven: boolean
  /** The buyer opened the link mailed about this order. */
  confirmed?: boolean
  /** As it was read before the transaction. */
  giftRule: GiftRule
  shopUrl: string
  today: Day
  now: Date
}

/**
 * The terms of the cart's code; null: it has none. Where the code has a limit it is locked until the transaction ends,
 * so that its last use goes to one order. A personal code makes the order wait for the mailed link, unless the buyer's
 * address is proven.
 */
export async function claimCode(
  trx: Transaction<Database>,
  { discountCode, email, isProven, confirmed, now }: LockedCart,
): Promise<Result<CodeTerms | null, CodeRefusal | { reason: 'confirmation_needed' }>> {
  if (discountCode === undefined) return ok(null)
  const found = await lockCode(trx, discountCode)
  if (!found) return fail({ reason: 'code_unknown' })
  const refused = refuseByTime(found, toWallClock(now))
  if (refused !== null) return fail(refused)
  if (found.email !== null && found.email !== email) return fail({ reason: 'code_not_for_you' })
  const left = await checkUses(trx, found, { email, beside: null })
  if (!left.ok) return left
  return isProven || confirmed || !needsProvenAddress(found) ? ok(found) : fail({ reason: 'confirmation_needed' })
}

/**
 * What the rule promises to the cart; null: nothing. Counted gifts are locked until the transaction ends, so that the
 * last one goes to one order.
 */
export async function claimGifts(trx: Transaction<Database>, cart: LockedCart): Promise<ClaimedGifts | null> {
  const read = cart.giftRule
  if (findGiftOffer(read, cart) === null) return null
  const rule = read.stock === null ? read : await lockGiftRule(trx)
  const offer = findGiftOffer(rule, cart)
  return offer && { offer, left: rule.stock }
}

/** Samples by the product that they come with, with their name and price in the order. */
export type ClaimedSamples = ReadonlyMap<string, StockedProduct>

/** The samples of the cart. One that was ordered and is sold out refuses the order, as any ordered product does. */
export function claimSamples(cart: LockedCart): Result<ClaimedSamples, { reason: 'out_of_stock' } & Shortage> {
  const samples = listSamplesLeft(cart.samplesOf, cart)
  const gone = [...cart.samplesOf].flatMap(([id, sampleId]) => {
    const isOrdered = cart.items.some(({ productId }) => productId === sampleId)
    const name = cart.products.find((product) => product.id === sampleId)?.name ?? ''
    return isOrdered && !samples.has(id) ? [{ id: sampleId, name, left: 0 }] : []
  })
  return gone.length > 0 ? fail({ reason: 'out_of_stock', products: gone }) : ok(samples)
}

/**
 * The samples that come with these products, by the product: one for each scent. A buyer who orders the sample itself
 * gets that one free, and pays for it only where more than one is ordered: then none is given. Read before the
 * transaction, so that the samples are locked together with the ordered products.
 */
export async function findSamplesOf(
  { catalog }: Pick<Services, 'catalog'>,
  { with_sample }: Pick<GiftRule, 'with_sample'>,
  items: readonly Ordered[],
): Promise<Map<string, string>> {
  const samples = new Map<string, string>()
  if (!with_sample) return samples
  const { byKey } = await catalog.read()
  for (const { productId: id } of items) {
    const sampleId = byKey.get(id)?.product.sample_gift?.id
    if (sampleId === undefined || items.some((item) => item.productId === sampleId && item.quantity > 1)) continue
    if (![...samples.values()].includes(sampleId)) samples.set(id, sampleId)
  }
  return samples
}

/** The samples of which a piece is left, read once all are locked. */
export function listSamplesLeft(
  samplesOf: ReadonlyMap<string, string>,
  shop: Pick<ShopState, 'products' | 'hideSubstitutes'>,
): ClaimedSamples {
  const left = new Map<string, StockedProduct>()
  for (const [id, sampleId] of samplesOf) {
    const sample = shop.products.find((product) => product.id === sampleId)
    if (!sample || !isOnSale(sample, shop) || countPiecesLeft(sample) === 0) continue
    left.set(id, { ...sample, name: labelSample(sample.name), price_grosze: 0 })
  }
  return left
}

/** Adds each sample to the order of its product. */
export function addSamples(groups: readonly OrderGroup[], samples: ClaimedSamples): OrderGroup[] {
  return groups.map((group) => ({
    ...group,
    items: group.items.flatMap((item) => {
      const sample = samples.get(item.product.id)
      return sample ? [item, { product: sample, quantity: 1, discountGrosze: 0 }] : [item]
    }),
  }))
}

export type CodeGone = Extract<CodeRefusal, { reason: 'code_used_up' | 'code_used_already' }>

/**
 * Uses the code of a cancelled order again, which is about to be restored: its limits apply, its dates do not, and that
 * for samples which came back since is gone. The caller has locked the products of the order.
 */
export async function retakeCode(trx: Transaction<Database>, orderId: string): Promise<Result<null, CodeGone>> {
  const order = await findOrderCode(trx, orderId)
  if (!order?.discount_code) return ok(null)
  const found = await lockCode(trx, order.discount_code)
  if (!found) throw new Error(`the code of order ${orderId} was deleted`)
  if (found.sample_checkout_id !== null && !found.active) return fail({ reason: 'code_used_up' })
  return checkUses(trx, found, { email: order.email, beside: order.checkout_id })
}

async function checkUses(
  trx: Transaction<Database>,
  { code, most_uses: most, once_per_person: isOnce }: StoredCode,
  of: { email: string; beside: string | null },
): Promise<Result<null, CodeGone>> {
  if (most === null && !isOnce) return ok(null)
  const { uses, own } = await countUses(trx, code, of)
  if (isOnce && own > 0) return fail({ reason: 'code_used_already' })
  return most !== null && uses >= most ? fail({ reason: 'code_used_up' }) : ok(null)
}
