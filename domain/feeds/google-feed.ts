import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { fromWallClock, type WallClock } from '#domain/kernel/calendar-day.ts'
import { escapeXml, xmlElement } from '#domain/kernel/text/xml.ts'
import { type FeedRow, GENDER_WORDS, toDecimalZl } from './feed-row.ts'
import type { SaleFacts } from './sale-facts.ts'

/** 'Health & Beauty > Personal Care > Cosmetics > Perfume & Cologne' in Google's taxonomy. */
const GOOGLE_CATEGORY = '479'
/** Google takes ten in addition to the main one. */
const FURTHER_PICTURES = 10

const toAmount = (grosze: Grosze) => `${toDecimalZl(grosze)} PLN`
const toMoment = (clock: WallClock) =>
  fromWallClock(clock)
    .toISOString()
    .replace(/:00\.000Z$/, '+0000')

/** From when until when the reduced price counts; null where its beginning or end is unknown. */
function describePeriod({ reduction }: FeedRow): string | null {
  if (!reduction?.from || !reduction.to) return null
  return `${toMoment(reduction.from)}/${toMoment(reduction.to)}`
}

/**
 * The attributes of a product by Google's specification, which Meta and most others read as well, without delivery.
 * Null and '': there is none. With a reduced price goes the lowest one of the 30 days before it, as on the page. A code
 * of the shop's own is not sent as the producer's number (`mpn`).
 */
const ATTRIBUTES = {
  id: ({ id }) => id,
  item_group_id: ({ scentId }) => scentId,
  title: ({ title }) => title,
  description: ({ description }) => description,
  link: ({ url }) => url,
  image_link: ({ pictures }) => pictures[0] ?? null,
  additional_image_link: ({ pictures }) => pictures.slice(1, 1 + FURTHER_PICTURES),
  availability: ({ availability }) => (availability === 'in_stock' ? 'in_stock' : 'out_of_stock'),
  price: ({ grosze, reduction }) => toAmount(reduction?.lowestGrosze ?? grosze),
  sale_price: ({ grosze, reduction }) => (reduction ? toAmount(grosze) : null),
  sale_price_effective_date: describePeriod,
  condition: () => 'new',
  brand: ({ brand }) => brand,
  gtin: ({ gtin }) => gtin,
  // What has no number of a producer is only what the shop filled; of a bottle it may be just unknown.
  identifier_exists: ({ filledBy }) => (filledBy === 'shop' ? 'no' : null),
  google_product_category: () => GOOGLE_CATEGORY,
  product_type: ({ category }) => category.join(' > '),
  gender: ({ gender }) => GENDER_WORDS[gender],
  age_group: () => 'adult',
  size: ({ size }) => size,
  unit_pricing_measure: ({ volumeMl }) => (volumeMl === null ? null : `${volumeMl} ml`),
  unit_pricing_base_measure: ({ volumeMl }) => (volumeMl === null ? null : '100 ml'),
} satisfies Record<string, (row: FeedRow) => string | readonly string[] | null>

/** Every attribute with its values. */
const readAttributes = (row: FeedRow): [name: string, values: string[]][] =>
  Object.entries(ATTRIBUTES).map(([name, read]) => [name, [read(row) ?? []].flat().filter((value) => value !== '')])

/** Products as RSS 2.0 with Google's attributes. */
export function writeGoogleFeed(rows: readonly FeedRow[], { shopUrl, shopName }: SaleFacts): string {
  const items = rows.map((row) => {
    const delivery = row.deliveryGrosze === null ? '' : describeDelivery(row.deliveryGrosze)
    const attributes = readAttributes(row).flatMap(([name, values]) =>
      values.map((value) => xmlElement(`g:${name}`, value)),
    )
    return `<item>${attributes.join('')}${delivery}</item>\n`
  })
  const channel = `<title>${escapeXml(shopName)}</title><link>${escapeXml(`${shopUrl}/`)}</link>`
  const about = xmlElement('description', `Wszystkie produkty sklepu ${shopName}`)
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>' +
    `${channel}${about}\n${items.join('')}</channel></rss>\n`
  )
}

const describeDelivery = (grosze: Grosze) =>
  `<g:shipping><g:country>PL</g:country>${xmlElement('g:price', toAmount(grosze))}</g:shipping>`

/** The same attributes as a table: a line of heads, and one for each product. */
export function writeProductTable(rows: readonly FeedRow[]): string {
  const lines = rows.map((row) => [
    ...readAttributes(row).map(([, values]) => values.join(',')),
    // Country, region and service, of which the last two are left open.
    row.deliveryGrosze === null ? '' : `PL:::${toAmount(row.deliveryGrosze)}`,
  ])
  return [[...Object.keys(ATTRIBUTES), 'shipping'], ...lines]
    .map((cells) => `${cells.map(toCell).join('\t')}\n`)
    .join('')
}

const toCell = (text: string) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
