import { GENDER_NAMES, type Gender } from '#domain/kernel/gender.ts'
import { type Grosze, parseZl } from '#domain/kernel/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { MOVED_PATH_MAX, PICTURE_ADDRESS_MAX } from './moving-in.ts'

/**
 * An amount as shops and suppliers write it: '129.99', '1 299,00 zł', '1,299.00', '129.990000'. The last comma or point
 * is the decimal one, unless exactly three digits follow it: a price that is a thousand times too high is refused, one
 * that is too low would be sold.
 */
export function readPriceCell(cell: string): Result<Grosze, { reason: 'no_amount' | 'other_currency' }> {
  const text = cell.replace(/[\s’']/gu, '')
  const [, before = '', digits = '', after = ''] = /^([^\d-]{0,5})(\d[\d.,]{0,20})([^\d]{0,5})$/u.exec(text) ?? []
  if (digits === '') return fail({ reason: 'no_amount' })
  if (isForeignCurrency(before) || isForeignCurrency(after)) return fail({ reason: 'other_currency' })
  const [, whole = digits, fraction = ''] = /^(.*)[.,](\d{1,2}|\d{4,})$/.exec(digits) ?? []
  const amount = parseZl(whole.replace(/[.,]/g, ''))
  // Exports write more decimals than there are grosze.
  return amount.ok ? ok(amount.value + Math.round(Number(`0.${fraction || '0'}`) * 100)) : fail({ reason: 'no_amount' })
}

export const isForeignCurrency = (cell: string): boolean => !/^(?:zł|zl|pln)?\.?$/i.test(cell.trim())

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

/** Pieces: '12', '12,00', '100+'; below zero is none. '' where it is no number: they are not counted. */
export function readPieces(cell: string): string {
  const [, sign = '', pieces = ''] = /^\s*[>~]?\s*(-?)\s*(\d{1,7})(?:[.,]\d*)?\s*(?:\+|szt\.?)?\s*$/i.exec(cell) ?? []
  return sign === '-' ? '0' : pieces
}

/** Whether a cell says no: not published, not available. An empty one says nothing. */
export const saysNo = (cell: string): boolean =>
  /^(?:0|-1|false|no?|nie|draft|archived|szkic|private|ukryty|unlisted)$/i.test(cell.trim())

/** The addresses of pictures in these cells, each once. */
export function readPictureAddresses(cells: readonly string[]): string[] {
  const addresses = cells.flatMap((cell) => cell.split(/[\s,|;]+(?=https?:\/\/)/i)).map((address) => address.trim())
  const isAddress = (address: string) =>
    /^https?:\/\//i.test(address) && address.length <= PICTURE_ADDRESS_MAX && URL.canParse(address)
  return [...new Set(addresses.filter(isAddress))]
}

/** The path of a former page as it is looked up: decoded once, without query and without slashes at its end. */
export function toMovedPath(address: string): string | null {
  if (!URL.canParse(address, 'https://shop.invalid')) return null
  try {
    const path = decodeURIComponent(new URL(address, 'https://shop.invalid').pathname).replace(/\/+/g, '/')
    const whole = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    return whole === '/' || whole.length > MOVED_PATH_MAX || /\p{C}/u.test(whole) ? null : whole
  } catch {
    // A broken escape is nobody's address.
    return null
  }
}
