import { lacksLeadingZeros } from '#domain/catalog/admin/product-input.ts'
import { isInStoreCode } from '#domain/kernel/numbers/gtin.ts'
import { countCharacters } from '#domain/kernel/text/plain-text.ts'
import type { Producer } from '#domain/labels/producer.ts'
import { isEmail } from './ceneo-feed.ts'
import type { FeedRow } from './feed-row.ts'
import { readPostalAddress } from './postal-address.ts'

/** The longest title that Google takes, characters. */
const TITLE_MAX = 150

type Problem = {
  /** Marketplaces; null: the offer is only worse. */
  refused_by: string | null
  todo: string
  /** Where in the panel it can be mended. */
  path: string
}
type Item = { key: string; name: string; problems: Problem[] }

const EVERYONE = 'Google, Meta, Ceneo'

/** Products and producers to correct: first what a marketplace refuses, then what makes offers worse, by name. */
export function listProblems(rows: readonly FeedRow[]): Item[] {
  const firms = rows.flatMap(({ producer }) => (producer ? [producer, producer.responsible ?? []].flat() : []))
  const byGtin = Map.groupBy(rows, ({ gtin }) => gtin)
  const items = [
    ...[...new Map(firms.map((firm) => [firm.name, firm])).values()].map((firm) => ({
      key: firm.name,
      name: firm.name,
      problems: findFirmProblems(firm),
    })),
    ...rows.map((row) => ({
      key: row.id,
      name: row.name,
      problems: findProductProblems(row, byGtin.get(row.gtin) ?? []),
    })),
  ].filter(({ problems }) => problems.length > 0)
  const rank = ({ problems }: Item) => (problems.some(isRefusedOffer) ? 0 : 1)
  return items.toSorted((one, other) => rank(one) - rank(other) || collator.compare(one.name, other.name))
}

const collator = new Intl.Collator('pl-PL')

/** Whether a marketplace would refuse the offer. */
export const isRefusedOffer = ({ refused_by }: Problem): boolean => refused_by !== null

/** @param sameCode products with the same EAN, this one among them */
function findProductProblems(row: FeedRow, sameCode: readonly FeedRow[]): Problem[] {
  const found: Problem[] = []
  const add = (refused_by: string | null, todo: string) =>
    found.push({ refused_by, todo, path: `/admin/produkty?produkt=${row.id}` })
  const length = countCharacters(row.title)
  if (row.pictures.length === 0) add(EVERYONE, 'Dodaj zdjęcie.')
  if (row.grosze <= 0) add(EVERYONE, 'Ustaw cenę wyższą od zera.')
  if (row.description === '') add('Google, Meta', 'Dodaj opis.')
  if (length > TITLE_MAX) {
    add('Google', `Skróć nazwę: razem z marką i pojemnością ma ${length} znaków, a może mieć ${TITLE_MAX}.`)
  }
  if (row.producer === null) add('Ceneo', 'Wybierz producenta przy marce albo przy produkcie.')
  const wrongCode = describeCodeProblem(row)
  if (wrongCode !== null) add(null, wrongCode)
  const [other] = row.gtin === null ? [] : sameCode.filter(({ id }) => id !== row.id)
  if (other) {
    add(null, `Ten sam EAN ma „${other.title}”: porównywarka weźmie je za jeden produkt. Przepisz EAN z opakowania.`)
  }
  if (row.availability === 'sold_out') {
    add(null, 'Wyprzedany: Google i Meta pokażą go jako niedostępny, do pliku Ceneo nie trafia.')
  }
  return found
}

function findFirmProblems({ address, contact }: Pick<Producer, 'address' | 'contact'>): Problem[] {
  const path = '/admin/ustawienia/sklad-i-producenci#producenci'
  const found: Problem[] = []
  if (readPostalAddress(address) === null) {
    found.push({ refused_by: 'Ceneo', todo: 'Zapisz adres tak: ulica i numer, kod i miasto, kraj.', path })
  }
  if (!isEmail(contact)) {
    found.push({ refused_by: null, todo: 'Podaj e-mail: w pliku Ceneo nie ma miejsca na adres strony.', path })
  }
  return found
}

/** Why an offer has no EAN; null: it has one, or can have none. */
function describeCodeProblem({ code, gtin, filledBy }: FeedRow): string | null {
  if (gtin !== null || filledBy === 'shop') return null
  if (code === null) return 'Wpisz EAN z opakowania: bez niego porównywarka nie rozpozna produktu.'
  if (isInStoreCode(code)) {
    return `„${code}” to kod nadany w sklepie (zaczyna się od 2, 02, 04, 05, 98 albo 99), nie EAN producenta. Oferta idzie bez EAN.`
  }
  if (lacksLeadingZeros(code)) return `„${code}” zgubił zera z przodu. Przepisz EAN z opakowania, cyfra po cyfrze.`
  if (/^\d{12,13}$/.test(code)) return `W „${code}” nie zgadza się ostatnia cyfra. Przepisz EAN z opakowania.`
  return `„${code}” nie jest kodem EAN. Oferta idzie bez niego.`
}
