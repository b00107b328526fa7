import { escapeXml, xmlElement } from '#domain/kernel/text/xml.ts'
import type { Producer } from '#domain/labels/producer.ts'
import { type FeedRow, toDecimalZl } from './feed-row.ts'
import { readPostalAddress } from './postal-address.ts'

type Party = Pick<Producer, 'name' | 'address' | 'contact'>

/** Ceneo's numbers for days to dispatch. */
const DISPATCH_DAYS = [1, 3, 7, 14] as const
/** 'Sprawdź w sklepie'. */
const UNKNOWN_DISPATCH = 99

function readAvail({ days }: FeedRow): number {
  return DISPATCH_DAYS.find((most) => days !== null && days.handling[0] <= most) ?? UNKNOWN_DISPATCH
}

/**
 * Products as Ceneo reads them, with producers and responsible persons of the regulation on product safety. Products
 * that cannot be ordered are left out, because Ceneo has no value for them and each click costs the shop money.
 */
export function writeCeneoFeed(rows: readonly FeedRow[]): string {
  const producers = new Parties('producent')
  const persons = new Parties('podmiot')
  const offers = rows
    .filter(({ availability }) => availability === 'in_stock')
    .map((row) => {
      const { producer } = row
      const attributes = [
        ['Producent', row.brand],
        ['EAN', row.gtin],
        ['Pojemność', row.volumeMl === null ? null : `${row.volumeMl} ml`],
        ['Producent odpowiedzialny', producer && producers.refer(producer)],
        ['Podmiot odpowiedzialny', producer?.responsible ? persons.refer(producer.responsible) : null],
        ['Informacje o bezpieczeństwie', row.warnings],
      ] as const
      const [main, ...further] = row.pictures.map((url) => ` url="${escapeXml(url)}"/>`)
      return (
        `<o id="${escapeXml(row.id)}" url="${escapeXml(row.url)}" price="${toDecimalZl(row.grosze)}" avail="${readAvail(row)}">` +
        `${xmlElement('cat', row.category.join('/'))}${xmlElement('name', row.title)}` +
        (main === undefined ? '' : `<imgs><main${main}${further.map((url) => `<i${url}`).join('')}</imgs>`) +
        `${xmlElement('desc', row.description)}<attrs>` +
        `${attributes.map(([name, value]) => (value ? xmlElement('a', value, ` name="${name}"`) : '')).join('')}</attrs></o>\n`
      )
    })
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<offers xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="1">\n' +
    `<responsibleProducers>${producers.write()}</responsibleProducers>\n` +
    `<responsiblePersons>${persons.write()}</responsiblePersons>\n${offers.join('')}</offers>\n`
  )
}

/** Parties to which offers refer, each written once. */
class Parties {
  readonly #kind: string
  readonly #known = new Map<string, string>()

  constructor(kind: string) {
    this.#kind = kind
  }

  /** The id of a party, e.g. 'producent_1'. */
  refer(party: Party): string {
    const written = writeParty(party)
    const id = this.#known.get(written) ?? `${this.#kind}_${this.#known.size + 1}`
    this.#known.set(written, id)
    return id
  }

  write(): string {
    return [...this.#known].map(([written, id]) => `<p id="${id}">${written}</p>`).join('')
  }
}

/** An address whose parts are unknown is written whole as the street; the panel asks for its parts. */
function writeParty({ name, address, contact }: Party): string {
  const parts = readPostalAddress(address) ?? { street: address }
  const email = isEmail(contact) ? `<contact>${xmlElement('email', contact)}</contact>` : ''
  const written = Object.entries(parts).map(([part, value]) => xmlElement(part, value))
  return `${xmlElement('name', name)}<address>${written.join('')}</address>${email}`
}

/** Whether the contact of a producer is an e-mail address; otherwise it is the address of a page. */
export const isEmail = (contact: string): boolean => !/^https?:/.test(contact)
