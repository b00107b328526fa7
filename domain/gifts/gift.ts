import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Gender } from '#domain/kernel/gender.ts'

/** The rule of free gifts (+GRATIS), as the owner sets it. */
export type GiftRule = {
  active: boolean
  /** A gift comes with each piece of a product for one of these. */
  genders: readonly Gender[]
  /** The least sum of products in one checkout; 0: any sum. */
  from_grosze: Grosze
  /** The name of the gift. */
  gift: string
  /** Gifts left; null: not counted. */
  stock: number | null
  /** The last day; null: no end. */
  until_day: string | null
  /** What every shop begins with. */
  preset: boolean
  /** A sample of its scent comes free with a bottle. */
  with_sample: boolean
  /** The price of a paid sample comes back as a code. */
  sample_codes: boolean
}

/** The offer as buyers see it. */
export type GiftOffer = {
  genders: readonly Gender[]
  fromGrosze: Grosze
  name: string
  untilDay: string | null
  /** Gifts left, shown only when they are few; null: enough, or not counted. */
  left: number | null
}

/** This many gifts are enough for any cart. The database notifies pages of changes only below this number. */
const FEW_BELOW = 20

/** The name in the preset rule. */
export const PRESET_GIFT = 'Drobny upominek'

/**
 * What the rule promises now; null: nothing. On https the preset rule promises nothing, because no owner decided it.
 * @param today the day in Warsaw
 */
export function findGiftOffer(
  { active, genders, from_grosze, gift, stock, until_day, preset }: GiftRule,
  { shopUrl, today }: { shopUrl: string; today: string },
): GiftOffer | null {
  const isOver = until_day !== null && until_day < today
  const isUndecided = preset && shopUrl.startsWith('https:')
  if (!active || stock === 0 || isOver || isUndecided) return null
  const left = stock !== null && stock < FEW_BELOW ? stock : null
  return { genders, fromGrosze: from_grosze, name: gift, untilDay: until_day, left }
}

/** Whether a product has the badge. */
export function hasGift({ gender }: { gender: Gender }, offer: Pick<GiftOffer, 'genders'> | null): boolean {
  return offer?.genders.includes(gender) ?? false
}

/** An offer while an order is placed. `left`: the exact number; null: not counted. */
export type ClaimedGifts = { offer: GiftOffer; left: number | null }

type Ordered = { gender: Gender; quantity: number }

/** How many gifts each order of a checkout gets: one for each piece with the badge, in the order of the groups. */
export function shareGifts(
  claimed: ClaimedGifts | null,
  orders: readonly (readonly Ordered[])[],
  itemsGrosze: Grosze,
): number[] {
  if (claimed === null || itemsGrosze < claimed.offer.fromGrosze) return orders.map(() => 0)
  let left = claimed.left ?? Number.POSITIVE_INFINITY
  return orders.map((items) => {
    const promised = items.reduce((sum, item) => sum + (hasGift(item, claimed.offer) ? item.quantity : 0), 0)
    const given = Math.min(promised, left)
    left -= given
    return given
  })
}

/** The gifts of an order, as it is stored. */
export type GiftColumns = { gift_name: string | null; gift_pieces: number | null }
export type OrderGift = { name: string; pieces: number }

/** Null: the order has none. */
export function toOrderGift({ gift_name: name, gift_pieces: pieces }: GiftColumns): OrderGift | null {
  return name === null || pieces === null ? null : { name, pieces }
}

/** The label of the line of 0,00 zł. */
export const labelGift = ({ name }: Pick<OrderGift, 'name'>): string => `+GRATIS: ${name}`

/** The label of a sample that comes with its bottle, which is also its name in the order. */
export const labelSample = (name: string): string => `Próbka w prezencie: ${name}`
