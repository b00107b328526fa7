import { type Grosze, parseZl } from '#domain/kernel/amounts/money.ts'

/** What buyers call things, and the words of the catalogue for them. All words are folded (foldText). */

/** Endings of Polish adjectives and nouns after a stem. */
const ENDINGS = new Set([
  ...'aeiyou',
  '',
  ...'ie ia ii iu ow om ami ach em im ym ej ego emu ich ych imi ymi owi owy owa owe'.split(' '),
])
/** Typed letters from which a beginning of a stem counts as that stem. */
const BEGINNING_FROM = 4

/** Stems of adjectives, and words of families, notes and concentrations. All words of one group have to match. */
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
  dlugotrwal: ['ekstrakt', 'woda perfumowana'],
  mocn: ['ekstrakt', 'woda perfumowana'],
  siln: ['ekstrakt', 'woda perfumowana'],
  lekk: ['woda toaletowa', 'woda kolonska', 'cytrusy', 'morze'],
  delikatn: ['woda toaletowa', 'woda kolonska', 'cytrusy', 'pudrowe'],
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
  flakon: ['flakon'],
  butel: ['flakon'],
  probk: ['probka'],
  tester: ['probka'],
  miniatur: ['probka'],
  odlewk: ['probka'],
  zestaw: ['zestaw'],
  komplet: ['zestaw'],
  gratis: ['gratis'],
  bestseller: ['perfumy'],
  najleps: ['perfumy'],
  polecan: ['perfumy'],
  popularn: ['perfumy'],
  now: ['perfumy'],
  nowosc: ['perfumy'],
  mal: ['perfumy'],
  ladn: ['perfumy'],
  piekn: ['perfumy'],
  podobn: ['perfumy'],
  fiolkow: ['fiolek'],
  ogorkow: ['ogorek'],
  bawelnian: ['bawelny', 'bawelna'],
}

/** Whole words, in all their forms. */
const WORDS: Record<string, string[]> = {
  ...same(['probek', 'probeczka', 'mini', 'miniaturka', 'miniaturki', 'sample', 'samples', 'dekant'], ['probka']),
  ...same(['set', 'box'], ['zestaw']),
  edp: ['woda perfumowana'],
  edt: ['woda toaletowa'],
  extrait: ['ekstrakt'],
  eau: ['woda'],
  parfum: ['perfumowana', 'ekstrakt'],
  toilette: ['toaletowa'],
  ...same(['perfume', 'perfumes', 'fragrance', 'scent'], ['perfumy']),
  ...same(['women', 'woman', 'her'], ['damskie']),
  ...same(['men', 'man', 'him'], ['meskie']),
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
  grapefruit: ['grejpfrut'],
  fig: ['figa', 'figi', 'figowca'],
  pepper: ['pieprz'],
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
 * The words of the catalogue for a typed word: all words of at least one group have to match. Empty for a word that
 * means only itself.
 */
export function listMeanings(folded: string): string[][] {
  const meant = (Object.hasOwn(WORDS, folded) ? WORDS[folded] : undefined) ?? findByStem(folded) ?? []
  return meant.map((group) => group.split(' '))
}

/** 'malin' of 'malinowe': the stem of an adjective made from the name of a note. */
export function findNoun(folded: string): string | null {
  const [, noun, ending] = /^(.{3,})ow(.*)$/.exec(folded) ?? []
  return noun !== undefined && ENDINGS.has(ending ?? '') ? noun : null
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
const CONNECTING = new Set('z ze i w we na do od dla o po oraz albo lub jak co kup szukam and the of de for'.split(' '))
export const isConnecting = (folded: string): boolean => CONNECTING.has(folded)

/** Words of sentences, which say nothing of a perfume, though they may begin words of it. */
const FILLERS = new Set(
  'nie ma mam jest sa to ten ta te taki taka takie takiego cos czy mi mnie sie chce moze bardzo'.split(' '),
)
export const isFiller = (folded: string): boolean => FILLERS.has(folded)

/** Words of every product: alone they find all. */
export const isGeneral = (folded: string): boolean => listMeanings(folded).some((group) => group.includes('perfumy'))

/** What no product says of itself: seasons, times of day and occasions. Never taken for a misspelt word. */
const OCCASION =
  /^(lat(o|a|em|u)|letnie|zim(a|e|owe)|wiosn(a|e|y)|wiosenne|jesien(ne|i)?|wieczor(owe|em)?|dzien(ne)?|codzien(ne)?|randk(a|e|i)|prac(a|e|y)|biur(o|a)|slub(ne)?|impreze|urodziny|swieta)$/
export const isOccasion = (folded: string): boolean => OCCASION.test(folded)

/** What a search asks for in addition to words of products. */
export type AskedFor = {
  minPrice: Grosze | null
  maxPrice: Grosze | null
  /** Reduced products only. */
  reduced: boolean
  /** The cheapest first. */
  cheapFirst: boolean
  /** What others buy most first. */
  bestFirst: boolean
}

/** Boundaries that keep a price from matching inside a word or a number. */
const [FIRST, LAST] = [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}]|[.,]\d|\s*ml)`]
const AMOUNT = String.raw`(\d+(?:[.,]\d{1,2})?)`
const UNIT = String.raw`\s*(?:z[łl]|z[łl]ot\p{L}*|pln)`
const phrase = (pattern: string) => new RegExp(FIRST + pattern + LAST, 'iu')

const RANGE = phrase(
  String.raw`(?:od\s+${AMOUNT}(?:${UNIT})?\s+do\s+${AMOUNT}(?:${UNIT})?|${AMOUNT}(?:${UNIT})?\s*[-–]\s*${AMOUNT}${UNIT})`,
)
const MOST = phrase(
  String.raw`(?:do|poni[żz]ej|max|maks|maksymalnie|za|(?:mniej|taniej|ta[ńn]sze)\s+ni[żz])\s+${AMOUNT}(?:${UNIT})?`,
)
const LEAST = phrase(
  String.raw`(?:od|powy[żz]ej|ponad|min|minimum|(?:wi[ęe]cej|dro[żz]sze)\s+ni[żz])\s+${AMOUNT}(?:${UNIT})?`,
)
const ABOUT = phrase(String.raw`(?:oko[łl]o|ok\.?)\s+${AMOUNT}(?:${UNIT})?`)
/** 'Około 50 zł' is from 40 to 60 zł. */
const ABOUT_SHARE = 0.2
const ONE_PRICE = phrase(`${AMOUNT}${UNIT}`)
const REDUCED = phrase(String.raw`(?:promoc|przecen|wyprzeda|rabat|zni[żz]k|obni[żz]k|okazj)\p{L}*`)
/** Whoever looks for a gift, or for what is good, is shown what others buy. */
const BEST = phrase(
  String.raw`(?:(?:na\s+)?(?:prezent|upomin)|bestsel|(?:naj)?popularn|polecan|najleps|najcz[ęe][śs]ciej\s+kupowan)\p{L}*`,
)
/** 'wanilia -oud' is 'wanilia bez oud'. */
const MINUS = /(?<=^|\s)[-–−](?=\p{L})/gu
const CHEAP = phrase(String.raw`(?:tani(?:[aoe]|ch|mi?|ej)?|(?:naj)?ta[ńn]sz\p{L}*|najtaniej|niedrog\p{L}*)`)

/**
 * Takes prices, 'promocja', 'tanie' and 'bestsellery' out of a search.
 * @returns `rest`: the text without them; `phrases`: they
 */
export function readAskedFor(search: string): AskedFor & { rest: string; phrases: string[] } {
  let rest = search.replace(MINUS, 'bez ')
  const phrases: string[] = []
  const take = (pattern: RegExp): Grosze[] | null => {
    const found = pattern.exec(rest)
    if (!found) return null
    rest = rest.replace(found[0], ' ')
    phrases.push(found[0])
    return found.slice(1).flatMap((amount) => (amount === undefined ? [] : [readAmount(amount)]))
  }
  const [about] = take(ABOUT) ?? []
  const range = about === undefined ? take(RANGE) : [about * (1 - ABOUT_SHARE), about * (1 + ABOUT_SHARE)]
  const least = range ? null : take(LEAST)
  const most = range ? null : take(MOST)
  const [minPrice = null] = range ?? least ?? []
  const maxPrice = range?.[1] ?? most?.[0] ?? (minPrice === null ? take(ONE_PRICE)?.[0] : null) ?? null
  const [reduced, cheapFirst, bestFirst] = [REDUCED, CHEAP, BEST].map((pattern) => take(pattern) !== null)
  return {
    minPrice,
    maxPrice,
    reduced: reduced === true,
    cheapFirst: cheapFirst === true,
    bestFirst: bestFirst === true,
    rest,
    phrases,
  }
}

function readAmount(amount: string): Grosze {
  const price = parseZl(amount)
  return price.ok ? price.value : 0
}
