import { type Grosze, parseZl } from '#domain/kernel/money.ts'

/** What buyers call things, and the words of the catalogue for them. All words are folded (foldText). */

/** Endings of Polish adjectives and nouns after a stem. */
const ENDINGS = new Set([
  ...'aeiyou',
  '',
  ...'ie ia ii iu ow om ami ach em im ym ej ego emu ich ych imi ymi owi owy owa owe'.split(' '),
])
/** Typed letters from which a beginning of a stem counts as that stem. */
const BEGINNING_FROM = 4

/** Stems of adjectives, and words of families, notes and concentrations. Groups of words: one of them has to fit whole. */
const STEMS: Record<string, string[]> = {
  cytrusow: ['cytrusy'],
  owocow: ['owoce'],
  rozan: ['roza'],
  kwiatow: ['kwiaty', 'roza'],
  jasminow: ['jasmin', 'jasminowa'],
  pudrow: ['pudrowe'],
  ziolow: ['ziola'],
  herbacian: ['herbata'],
  korzenn: ['przyprawy'],
  pikantn: ['przyprawy'],
  drzewn: ['drewno'],
  drewnian: ['drewno'],
  sandalow: ['sandalowe'],
  cedrow: ['cedr'],
  oudow: ['oud'],
  dymn: ['dym', 'oud'],
  zywiczn: ['zywice'],
  kadzidlan: ['kadzidlo'],
  kadzidlow: ['kadzidlo'],
  ambrow: ['ambra'],
  bursztynow: ['bursztyn'],
  waniliow: ['wanilia'],
  slodk: ['slodycze', 'wanilia'],
  miodow: ['miod'],
  karmelow: ['karmel'],
  kawow: ['kawa'],
  czekoladow: ['kakao'],
  pizmow: ['pizmo'],
  skorzan: ['skora'],
  tytoniow: ['tyton'],
  morsk: ['morze'],
  wodn: ['morze', 'wodne'],
  paczulow: ['paczula'],
  lawendow: ['lawenda'],
  kokosow: ['kokos'],
  szafranow: ['szafran'],
  swiez: ['cytrusy', 'morze', 'ziola', 'zielen'],
  orientaln: ['przyprawy', 'oud', 'zywice', 'ambra'],
  trwal: ['ekstrakt', 'woda perfumowana'],
  intensywn: ['ekstrakt', 'woda perfumowana'],
  perfumowan: ['perfumowana'],
  toaletow: ['toaletowa'],
  zamiennik: ['zamiennik'],
  odpowiednik: ['zamiennik'],
  substytut: ['zamiennik'],
  arabsk: ['arabskie'],
  damsk: ['damskie'],
  kobiec: ['damskie'],
  dziewczyn: ['damskie'],
  mesk: ['meskie'],
  chlopak: ['meskie'],
  perfum: ['perfumy'],
  zapach: ['perfumy'],
  prezent: ['perfumy'],
  upomin: ['perfumy'],
  flakon: ['perfumy'],
  bestseller: ['perfumy'],
  najleps: ['perfumy'],
  polecan: ['perfumy'],
  popularn: ['perfumy'],
  nowosc: ['perfumy'],
}

/** Whole words, in all their forms. */
const WORDS: Record<string, string[]> = {
  edp: ['woda perfumowana'],
  edt: ['woda toaletowa'],
  extrait: ['ekstrakt'],
  ...same(['wody', 'wode', 'wod'], ['woda']),
  ...same(['nr', 'numer', 'number'], ['no']),
  ...same('zony zona zone mamy mama mame siostry siostra corki babci niej kobieta kobiety kobiet pani pan'.split(' '), [
    'damskie',
  ]),
  ...same('meza maz taty tata brata brat syna dziadka niego mezczyzna mezczyzny mezczyzn pana panow'.split(' '), [
    'meskie',
  ]),
  ...same(['floral', 'flowers'], ['kwiaty', 'roza']),
  ...same(['fruity', 'fruit'], ['owoce']),
  ...same(['woody', 'wood'], ['drewno']),
  ...same(['sweet', 'gourmand'], ['slodycze', 'wanilia']),
  ...same(['spicy', 'spice'], ['przyprawy']),
  ...same(['smoky', 'smoke'], ['dym', 'oud']),
  ...same(['fresh', 'aquatic', 'marine'], ['morze', 'cytrusy']),
  citrus: ['cytrusy'],
  vanilla: ['wanilia'],
  musk: ['pizmo'],
  amber: ['ambra', 'bursztyn'],
  rose: ['roza'],
  jasmine: ['jasmin'],
  sandalwood: ['sandalowe'],
  cedar: ['cedr'],
  leather: ['skora'],
  tobacco: ['tyton'],
  coffee: ['kawa'],
  chocolate: ['kakao'],
  czekolada: ['kakao'],
  patchouli: ['paczula'],
  vetiver: ['wetyweria'],
  saffron: ['szafran'],
  lavender: ['lawenda'],
  incense: ['kadzidlo'],
  lemon: ['cytryna'],
  orange: ['pomarancza'],
  apple: ['jablko'],
  peach: ['brzoskwinia'],
  pear: ['gruszka'],
  cherry: ['wisnia'],
  raspberry: ['malina'],
  coconut: ['kokos'],
  almond: ['migdal'],
  honey: ['miod'],
  caramel: ['karmel'],
  mint: ['mieta'],
  ginger: ['imbir'],
  cinnamon: ['cynamon'],
  tea: ['herbata'],
}

function same(forms: readonly string[], meant: string[]): Record<string, string[]> {
  return Object.fromEntries(forms.map((form) => [form, meant]))
}

/**
 * The words of the catalogue for a typed word: one of these groups has to fit, each of a group's words. Empty for a
 * word that stands for itself alone.
 */
export function listMeanings(folded: string): string[][] {
  const meant = (Object.hasOwn(WORDS, folded) ? WORDS[folded] : undefined) ?? findByStem(folded) ?? []
  return meant.map((group) => group.split(' '))
}

function findByStem(folded: string): string[] | undefined {
  const stem = Object.keys(STEMS).find(
    (known) =>
      (folded.startsWith(known) && ENDINGS.has(folded.slice(known.length))) ||
      (folded.length >= BEGINNING_FROM && known.startsWith(folded)),
  )
  return stem === undefined ? undefined : STEMS[stem]
}

/** Words that only connect others. */
const CONNECTING = new Set('z ze i w we na do od dla o po oraz albo lub and the of'.split(' '))
export const isConnecting = (folded: string): boolean => CONNECTING.has(folded)

/** Words of every product: alone they find all. */
export const isGeneral = (folded: string): boolean => listMeanings(folded).some((group) => group.includes('perfumy'))

/** What no product says of itself: seasons, times of day and occasions. Never taken for a misspelt word. */
const OCCASION =
  /^(lat(o|a|em|u)|letnie|zim(a|e|owe)|wiosn(a|e|y)|wiosenne|jesien(ne|i)?|wieczor(owe|em)?|dzien(ne)?|codzien|randk(a|e|i)|prac(a|e|y)|biur(o|a)|slub(ne)?|impreze|urodziny|swieta)$/
export const isOccasion = (folded: string): boolean => OCCASION.test(folded)

/** What a search asks for besides words of products. */
export type AskedFor = {
  minPrice: Grosze | null
  maxPrice: Grosze | null
  /** Reduced products only. */
  reduced: boolean
  /** The cheapest first. */
  cheapFirst: boolean
}

/** Not within a word or a number. */
const [FIRST, LAST] = [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}]|[.,]\d|\s*ml)`]
const AMOUNT = String.raw`(\d+(?:[.,]\d{1,2})?)`
const UNIT = String.raw`\s*(?:z[łl]|z[łl]ot\p{L}*|pln)`
const phrase = (pattern: string) => new RegExp(FIRST + pattern + LAST, 'iu')

const RANGE = phrase(
  String.raw`(?:od\s+${AMOUNT}(?:${UNIT})?\s+do\s+${AMOUNT}(?:${UNIT})?|${AMOUNT}(?:${UNIT})?\s*[-–]\s*${AMOUNT}${UNIT})`,
)
const MOST = phrase(
  String.raw`(?:do|poni[żz]ej|max|maks|maksymalnie|za|ta(?:niej|[ńn]sze)\s+ni[żz])\s+${AMOUNT}(?:${UNIT})?`,
)
const LEAST = phrase(String.raw`(?:od|powy[żz]ej|ponad|min|minimum|dro[żz]sze\s+ni[żz])\s+${AMOUNT}(?:${UNIT})?`)
const ONE_PRICE = phrase(`${AMOUNT}${UNIT}`)
const REDUCED = phrase(String.raw`(?:promoc|przecen|wyprzeda|rabat|zni[żz]k|obni[żz]k|okazj)\p{L}*`)
const CHEAP = phrase(String.raw`(?:tani[aoe]?|taniej|ta[ńn]sze|najta(?:[ńn]sze|niej)|niedrog\p{L}*)`)

/**
 * Takes prices, 'promocja' and 'tanie' out of a search.
 * @returns `rest`: the text without them; `phrases`: they
 */
export function readAskedFor(search: string): AskedFor & { rest: string; phrases: string[] } {
  let rest = search
  const phrases: string[] = []
  const take = (pattern: RegExp): Grosze[] | null => {
    const found = pattern.exec(rest)
    if (!found) return null
    rest = rest.replace(found[0], ' ')
    phrases.push(found[0])
    return found.slice(1).flatMap((amount) => (amount === undefined ? [] : [readAmount(amount)]))
  }
  const range = take(RANGE)
  const least = range ? null : take(LEAST)
  const most = range ? null : take(MOST)
  const [minPrice = null] = range ?? least ?? []
  const maxPrice = range?.[1] ?? most?.[0] ?? (minPrice === null ? take(ONE_PRICE)?.[0] : null) ?? null
  return { minPrice, maxPrice, reduced: take(REDUCED) !== null, cheapFirst: take(CHEAP) !== null, rest, phrases }
}

function readAmount(amount: string): Grosze {
  const price = parseZl(amount)
  return price.ok ? price.value : 0
}
