import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { labelRate, type VatRate } from '#domain/papers/vat.ts'

/** Characters that printers put on a line of a receipt. */
const MOST_NAME = 40

/** What online tills have to take in names (Dz.U. 2021 poz. 1759, § 40): Polish letters, digits, space and . , % / \ */
const TAKEN = /^[A-Za-zĄĆĘŁŃÓŚŹŻąćęłńóśźż\d .,%/\\]+$/

/** Letters and signs that have no simple form in Unicode. */
const SPELLED: Record<string, string> = {
  Œ: 'OE',
  œ: 'oe',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  Þ: 'Th',
  þ: 'th',
  ß: 'ss',
  ẞ: 'SS',
  ı: 'i',
  '&': ' i ',
  '+': ' plus ',
  '·': ',',
  ';': ',',
  '⁄': '/',
  '|': '/',
}

/** A name of a till: in letters that it prints, no longer than a line, and with something to read. */
export const tillNameSchema = defineSchema(() =>
  z
    .string()
    .trim()
    .max(MOST_NAME, `Wpisz najwyżej ${MOST_NAME} znaków`)
    .regex(/[\p{L}\d]/u, 'Podaj nazwę')
    .regex(TAKEN, 'Kasa drukuje polskie litery, cyfry, spację i znaki . , % / \\'),
)

/** Tills do not distinguish capital letters. */
export const toNameKey = (name: string): string => name.toLocaleLowerCase('pl')

/** 'Œillet & l’Été' is 'OEillet i l Ete'. Signs that no till prints become spaces. */
export function foldForTill(text: string): string {
  const spell = (sign: string) => (TAKEN.test(sign) ? sign : (SPELLED[sign] ?? ''))
  const simplify = (sign: string) =>
    [...sign.normalize('NFKD').replaceAll(/\p{M}/gu, '')].map((part) => spell(part) || ' ').join('')
  return [...text.normalize('NFC')]
    .map((sign) => spell(sign) || simplify(sign))
    .join('')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ (?=[.,])/g, '')
    .trim()
}

/**
 * A name that no other has: with the rate or a number behind it where one is taken. A long name keeps its size, the first
 * of the facts behind the comma: 'Noemira Brzoskwiniowy Zmierzch, 50 ml'. `taken`: keys of the other names.
 */
export function nameForTill(name: string, rate: VatRate, taken: ReadonlySet<string>): string {
  const marks = ['', ...(rate === '23' ? [] : [` ${labelRate(rate)}`])]
  for (let count = 2; ; count += 1) {
    const free = marks.map((mark) => shorten(name, mark)).find((each) => !taken.has(toNameKey(each)))
    if (free !== undefined) return free
    marks.splice(0, marks.length, ` ${count}`)
  }
}

function shorten(name: string, mark: string): string {
  const at = name.lastIndexOf(', ')
  const readable = (text: string) => (/[\p{L}\d]/u.test(text) ? text : 'Towar')
  const [whole, head] = [name, at < 0 ? name : name.slice(0, at)].map((text) => readable(foldForTill(text)))
  const facts = at < 0 ? '' : foldForTill(name.slice(at + 2))
  const size = at < 0 ? '' : foldForTill(name.slice(at + 2).split(' · ')[0] ?? '')
  const withFacts = (text = '', more: string) => (more === '' ? text : `${text}, ${more}`)
  const full = withFacts(`${head}${mark}`, facts)
  if (full.length <= MOST_NAME) return full
  const kept = size.length > MOST_NAME / 2 ? '' : withFacts('', size)
  const cut = (kept === '' ? whole : head)?.slice(0, MOST_NAME - mark.length - kept.length).trimEnd()
  return `${cut}${mark}${kept}`
}
