import { type FeedRow, toDecimalZl } from '#domain/feeds/feed-row.ts'
import { GENDER_NAMES, GENDER_TITLES, GENDERS } from '#domain/kernel/gender.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { countPages } from '#domain/kernel/lists/paging.ts'
import { foldText } from '#domain/kernel/text/fold-text.ts'
import type { TaxedRate } from '#domain/papers/vat.ts'
import type { ListFilter } from './read-fields.ts'

/** A product that buyers see now: each size is one of its own, as in the shop, so that none has variants. */
export type Offer = { id: string; row: FeedRow; pieces: number; rate: TaxedRate }

/** What is said of a product whose stock is not counted. */
export const UNCOUNTED_PIECES = 100

/** The category of a product, and of ProductsCategories. */
export const listCategories = (): Record<string, string> =>
  Object.fromEntries(GENDERS.map((gender) => [gender, GENDER_TITLES[gender]]))

/** The key of a product's own price and stock, beside those of variants. */
const OWN = '0'

/** A page under the ids of its products, with the number of pages. */
function toPage<Value>(offers: readonly Offer[], page: number, describe: (offer: Offer) => Value) {
  const size = PAGE_SIZES.baselinkerProducts
  const shown = offers.slice((page - 1) * size, page * size)
  return {
    ...Object.fromEntries(shown.map((offer) => [offer.id, describe(offer)])),
    pages: countPages(offers.length, size),
  }
}

export const listPrices = (offers: readonly Offer[], page: number) =>
  toPage(offers, page, ({ row }) => ({ [OWN]: toDecimalZl(row.grosze) }))

export const listQuantities = (offers: readonly Offer[], page: number) =>
  toPage(offers, page, ({ pieces }) => ({ [OWN]: pieces }))

export function listOffers(offers: readonly Offer[], filter: ListFilter) {
  const found = offers.filter((offer) => fits(offer, filter)).toSorted(compareBy(filter.filter_sort))
  const limited = filter.filter_limit ? found.slice(0, filter.filter_limit) : found
  return toPage(limited, filter.page, ({ row, pieces }) => ({
    name: row.title,
    quantity: pieces,
    price: toDecimalZl(row.grosze),
    ...codesOf(row),
  }))
}

function fits({ id, row, pieces }: Offer, filter: ListFilter): boolean {
  const { category_id: category, filter_ids_list: ids, filter_available: available } = filter
  return (
    (category === '' || category === 'all' || category === row.gender) &&
    (filter.filter_id === '' || filter.filter_id === id) &&
    (ids === undefined || ids.includes(id)) &&
    (filter.filter_ean === '' || filter.filter_ean === codesOf(row).ean) &&
    (filter.filter_sku === '' || filter.filter_sku === row.code) &&
    foldText(row.title).includes(foldText(filter.filter_name)) &&
    row.grosze >= (filter.filter_price_from ?? 0) &&
    row.grosze <= (filter.filter_price_to ?? Number.POSITIVE_INFINITY) &&
    pieces >= (filter.filter_quantity_from ?? 0) &&
    pieces <= (filter.filter_quantity_to ?? Number.POSITIVE_INFINITY) &&
    (available === '' || (available === '1') === pieces > 0)
  )
}

/** 'name DESC'. Equal ones, and those of no order, stand by their ids, so that pages never overlap. */
function compareBy(sort: string) {
  const [by = '', direction = ''] = sort.trim().toLowerCase().split(/\s+/)
  const sign = direction === 'desc' ? -1 : 1
  return (a: Offer, b: Offer): number => {
    const byValue =
      by === 'name'
        ? a.row.title.localeCompare(b.row.title, 'pl')
        : by === 'price'
          ? a.row.grosze - b.row.grosze
          : by === 'quantity'
            ? a.pieces - b.pieces
            : 0
    const byId = a.id < b.id ? -1 : 1
    return byValue !== 0 ? sign * byValue : by === 'id' ? sign * byId : byId
  }
}

const codesOf = ({ code, gtin }: FeedRow) => ({ ean: gtin ?? '', sku: code ?? '' })

/** Those that were asked for and are offered. */
export function listDetails(offers: readonly Offer[], ids: readonly string[], onlyImages: boolean) {
  const asked = new Set(ids)
  return Object.fromEntries(
    offers
      .filter(({ id }) => asked.has(id))
      .map((offer) => [offer.id, onlyImages ? { images: offer.row.pictures } : describe(offer)]),
  )
}

function describe({ row, pieces, rate }: Offer) {
  return {
    ...codesOf(row),
    name: row.title,
    quantity: pieces,
    price: toDecimalZl(row.grosze),
    currency: 'PLN',
    tax: Number(rate),
    weight: 0,
    description: row.description,
    man_name: row.brand,
    category_id: row.gender,
    category_name: row.category.join('/'),
    url: row.url,
    images: row.pictures,
    features: [
      ['Marka', row.brand],
      ...(row.size === null ? [] : [['Pojemność', row.size]]),
      ['Płeć', GENDER_NAMES[row.gender]],
      ...(row.producer === null ? [] : [['Producent', row.producer.name]]),
    ],
    variants: [],
  }
}
