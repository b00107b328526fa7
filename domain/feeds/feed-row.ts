import type { CatalogProduct } from '#domain/catalog/catalog.ts'
import type { Filler } from '#domain/catalog/scents/fillers.ts'
import { describeSize, scentOf } from '#domain/catalog/scents/sizes.ts'
import { type Grosze, groszeToZl } from '#domain/kernel/amounts/money.ts'
import type { WallClock } from '#domain/kernel/calendar-day.ts'
import { GENDER_TITLES, type Gender } from '#domain/kernel/gender.ts'
import { readGtin } from '#domain/kernel/numbers/gtin.ts'
import { joinLines } from '#domain/kernel/text/dates-and-plurals.ts'
import type { Producer } from '#domain/labels/producer.ts'
import { findCheapestDelivery } from '#domain/shipping/delivery-offer.ts'
import type { SaleFacts } from './sale-facts.ts'

/**
 * A product as marketplaces and search engines read it. Its page's JSON-LD and every feed are written from this value
 * alone, so that they cannot differ. Texts are one line each.
 */
export type FeedRow = {
  id: string
  name: string
  /** The id that all sizes of its scent share; null where it is sold in one size. */
  scentId: string | null
  /** Brand, name, concentration and size, for lists that show nothing else. */
  title: string
  /** The description; '' without one. */
  description: string
  url: string
  /** Absolute addresses, the first one is the main picture. */
  pictures: readonly string[]
  brand: string
  seller: string
  /** EAN or a code of the shop's own; null without one. */
  code: string | null
  /** A decant has no number of the producer. */
  filledBy: Filler
  /** Thirteen digits that the producer gave it; null: none are known. */
  gtin: string | null
  /** The present price. */
  grosze: Grosze
  /** The lowest price before an announced reduction, and its beginning and end; null: none is announced. */
  reduction: { lowestGrosze: Grosze; from: WallClock | null; to: WallClock | null } | null
  /** `paused`: the whole shop, during a break without sale. */
  availability: 'in_stock' | 'sold_out' | 'paused'
  /** The cheapest delivery; null while the shop has set no costs. */
  deliveryGrosze: Grosze | null
  days: SaleFacts['days']
  /** From the widest to the narrowest. */
  category: readonly string[]
  gender: Gender
  /** '100 ml', 'próbka 2 ml', 'zestaw'; null: unknown. */
  size: string | null
  volumeMl: number | null
  producer: Producer | null
  warnings: string
  /** The rating by approved reviews; null without any. */
  rating: { average: number; reviews: number } | null
}

/** The gender of a scent in the values of Google and schema.org. */
export const GENDER_WORDS: Record<Gender, string> = { women: 'female', men: 'male', unisex: 'unisex' }

const rows = new WeakMap<CatalogProduct, { key: string; row: FeedRow }>()

/** The row of a product, made once until the product or one of the facts changes. */
export function recallRow(product: CatalogProduct, facts: SaleFacts): FeedRow {
  const known = rows.get(product)
  if (known?.key === facts.key) return known.row
  const row = makeRow(product, facts)
  rows.set(product, { key: facts.key, row })
  return row
}

function makeRow({ product, reducedFrom }: CatalogProduct, facts: SaleFacts): FeedRow {
  const { id, slug, brand, gender, product_code, current_price_cents, lowest_price_cents, volume_ml } = product
  const size = product.kind === 'bottle' && volume_ml === null ? null : joinLines(describeSize(product))
  return {
    id,
    name: product.name,
    scentId: product.sizes.length > 0 ? scentOf(product) : null,
    title: joinLines([brand.name, product.name, product.concentration, size].filter(Boolean).join(' ')),
    description: joinLines(product.description),
    url: `${facts.shopUrl}/produkt/${slug}`,
    pictures: product.pictures.map(({ url }) => `${facts.shopUrl}${url}`),
    brand: brand.name,
    seller: facts.shopName,
    code: product_code,
    filledBy: product.filled_by,
    gtin: product.filled_by === 'shop' ? null : readGtin(product_code ?? ''),
    grosze: current_price_cents,
    reduction:
      lowest_price_cents === null
        ? null
        : { lowestGrosze: lowest_price_cents, from: reducedFrom, to: product.reduced_until },
    availability: product.out_of_stock ? 'sold_out' : facts.isStopped ? 'paused' : 'in_stock',
    deliveryGrosze: facts.costs ? findCheapestDelivery(facts.costs, current_price_cents) : null,
    days: facts.days,
    category: ['Perfumy', GENDER_TITLES[gender]],
    gender,
    size,
    volumeMl: volume_ml,
    producer: product.producer,
    warnings: joinLines(product.warnings),
    rating:
      product.average_rating === null ? null : { average: product.average_rating, reviews: product.total_reviews },
  }
}

/** '39.90' */
export const toDecimalZl = (grosze: Grosze): string => groszeToZl(grosze).toFixed(2)
