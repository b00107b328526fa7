import { expect } from 'vitest'
import { recallRow } from '#domain/feeds/feed-row.ts'
import { toSaleFacts } from '#domain/feeds/sale-facts.ts'
import type { Producer } from '#domain/labels/producer.ts'
import { buildPictureUrl } from '#domain/pictures/picture-url.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'
import { makeBrand, makeProduct, type SomeProduct } from './catalog.ts'

export const SHOP = { shopUrl: 'https://sklep.example', shopName: 'Róża & "Oud" <sklep>' }
export const CALENDAR: DispatchCalendar = {
  dispatch_until: 14,
  closed_weekdays: [6, 7],
  closed_dates: [],
  holiday_from: null,
  holiday_to: null,
  holiday_selling: true,
}
export const COSTS = {
  rates: {
    prepaid_courier: 1599,
    cash_on_delivery_courier: 1999,
    prepaid_locker: 1299,
    cash_on_delivery_locker: 1699,
  },
  free_delivery_from_grosze: 20_000,
  cod_limit_grosze: 500_000,
}
/** A Thursday morning. */
export const NOW = new Date('2026-11-26T09:00:00Z')
export const FACTS = toSaleFacts({ profile: SHOP, costs: COSTS, calendar: CALENDAR, now: NOW })

export const PRODUCER: Producer = {
  name: 'Al Zahran Perfumes',
  address: 'Warehouse 12, Al Quoz 3, Dubai, Zjednoczone Emiraty Arabskie',
  contact: 'kontakt@alzahran.example',
  responsible: {
    name: 'Import sp. z o.o.',
    address: 'ul. Przykładowa 7, 00-000 Warszawa, Polska',
    contact: 'ue@import.example',
  },
}

export const SOME: SomeProduct = {
  id: '00000000-0000-4000-8000-000000000007',
  name: 'Noc',
  brand: 0,
  gender: 'women',
  price_grosze: 3990,
  notes: ['róża'],
  volume_ml: 50,
  concentration: 'Woda perfumowana',
}

const PICTURE = 'a'.repeat(32)

export type Given = Parameters<typeof recallRow>[0]
/** A product as the shop has it, with some fields of another value. */
export const entryOf = (more: Partial<Given['product']> = {}, reducedFrom: string | null = null): Given => ({
  product: {
    ...makeProduct([makeBrand(0, 'Perfumy Arabskie')], SOME),
    slug: 'noc',
    pictures: [{ image_key: PICTURE, url: buildPictureUrl(PICTURE, 960, 'webp'), alt: 'Noc' }],
    description: 'Pierwsza linia.\nDruga.',
    product_code: '5901234123457',
    producer: PRODUCER,
    warnings: 'Łatwopalne.\nNie połykać.',
    ...more,
  } as Given['product'],
  reducedFrom,
  editedAt: NOW,
  sold: 0,
  listed: {} as Given['listed'],
  card: {} as Given['card'],
  noteSlugs: [],
  notes: new Map(),
})
/** Its row in the files. */
export const rowOf = (more: Partial<Given['product']> = {}, reducedFrom: string | null = null) =>
  recallRow(entryOf(more, reducedFrom), FACTS)

export function parseXml(xml: string): Document {
  const parsed = new DOMParser().parseFromString(xml, 'text/xml')
  expect(parsed.querySelector('parsererror')?.textContent).toBeUndefined()
  return parsed
}

const GOOGLE = 'http://base.google.com/ns/1.0'
/** The texts of Google's attributes in each item. */
export const readItems = (xml: string) =>
  [...parseXml(xml).getElementsByTagName('item')].map(
    (item) => (name: string) => [...item.getElementsByTagNameNS(GOOGLE, name)].map((found) => found.textContent),
  )

/** The cells of a table by their column heads. */
export function readTable(text: string): Map<string, string>[] {
  const [heads = [], ...lines] = text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t').map((cell) => cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')))
  return lines.map((cells) => new Map(heads.map((head, at) => [head, cells[at] ?? ''])))
}
