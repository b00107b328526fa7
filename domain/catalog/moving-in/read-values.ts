import { GENDER_NAMES, type Gender } from '#domain/kernel/gender.ts'

const WOMEN = /(?<!\p{L})(?:damsk\p{L}*|kobiet\p{L}*|dla niej|wom[ae]n|female|femme|donna|ladies|for her)(?!\p{L})/iu
const MEN = /(?<!\p{L})(?:męsk\p{L}*|mężczyzn\p{L}*|dla niego|m[ae]n|male|homme|uomo|for him)(?!\p{L})/iu
const UNISEX = /(?<!\p{L})(?:unisex|uniseks)(?!\p{L})/iu

/** Whom these texts name, by the first that names anybody; '' for nobody. */
export function readGender(texts: readonly string[]): string {
  for (const text of texts) {
    const [women, men] = [WOMEN.test(text), MEN.test(text)]
    const gender: Gender | null = UNISEX.test(text) || (women && men) ? 'unisex' : women ? 'women' : men ? 'men' : null
    if (gender !== null) return GENDER_NAMES[gender]
  }
  return ''
}

/** Millilitres that these texts name, by the first that names exactly one volume; '' for none. */
export function readVolume(texts: readonly string[]): string {
  for (const text of texts) {
    const bare = /^\s*(\d{1,4})(?:[.,]0+)?\s*$/.exec(text)?.[1]
    const named = [...text.matchAll(/(?<![\d.,]|[x×]\s?)(\d{1,4})\s?ml(?!\p{L})/giu)].map(([, volume = '']) => volume)
    const [only, another] = new Set(bare === undefined ? named : [bare])
    if (only !== undefined && another === undefined) return String(Number(only))
  }
  return ''
}

const CONCENTRATIONS: [RegExp, string][] = [
  [/(?<!\p{L})(?:extrait|ekstrakt)(?!\p{L})/iu, 'Ekstrakt perfum'],
  [/(?<!\p{L})(?:edp|eau de parfum|woda perfumowana|wody perfumowane)(?!\p{L})/iu, 'Woda perfumowana'],
  [/(?<!\p{L})(?:edt|eau de toilette|woda toaletowa|wody toaletowe)(?!\p{L})/iu, 'Woda toaletowa'],
  [/(?<!\p{L})(?:edc|eau de cologne|woda kolońska|wody kolońskie)(?!\p{L})/iu, 'Woda kolońska'],
]

/** The concentration that these texts name, by the first that names one; '' for none. */
export function readConcentration(texts: readonly string[]): string {
  for (const text of texts) {
    const found = CONCENTRATIONS.find(([pattern]) => pattern.test(text))
    if (found) return found[1]
  }
  return ''
}

/** Pieces: '12', '12,00', '100+', '-3'. Null where it is no number. */
export function readPieces(cell: string): number | null {
  const [, sign = '', pieces] =
    /^\s*[>~]?\s*([-−]?)\s*(\d{1,7})(?:[.,]\d*)?\s*(?:\+|szt\.?|sztuk)?\s*$/i.exec(cell) ?? []
  return pieces === undefined ? null : Number(pieces) * (sign !== '' && Number(pieces) > 0 ? -1 : 1)
}

/** Whether a cell says no: not published, not available. An empty one says nothing. */
export const saysNo = (cell: string): boolean =>
  /^(?:0|-1|false|no?|nie|draft|archived|szkic|private|prywatny|ukryty|unlisted|inactive|nieaktywny|brak|niedostępny|wyprzedany|out[ _-]?of[ _-]?stock)$/i.test(
    cell.trim(),
  )

const UNAVAILABLE =
  /(?<!\p{L})(?:nie ?dostępn\p{L}*|wyprzedan\p{L}*|brak(?:u)?|unavailable|sold ?out|out[ _-]?of[ _-]?stock)(?!\p{L})/iu
const ON_ORDER = /(?<!\p{L})(?:(?:on ?)?back ?orders?|na zamówienie)(?!\p{L})/iu

/** Whether a cell about availability says that nobody can buy it now: '0', 'Chwilowo niedostępny', 'Brak towaru'. */
export const saysUnavailable = (cell: string): boolean => saysNo(cell) || UNAVAILABLE.test(cell)

/** Whether it is only procured for those who order it. */
export const saysOnOrder = (cell: string): boolean => ON_ORDER.test(cell)

export const saysYes = (cell: string): boolean => /^(?:1|true|yes|tak|y|t|notify|continue)$/i.test(cell.trim())
