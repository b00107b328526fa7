import { toSlug } from '#domain/catalog/slug.ts'
import { SCENT_FAMILIES, type ScentFamily, type ScentFamilySlug } from './scent-families.ts'

// For the server and for code that loads lazily. The data of a page names the families of its notes.

/** The notes of each scent family. Every note is in exactly one. */
export const FAMILY_NOTES: Record<ScentFamilySlug, readonly string[]> = {
  cytrusy: [
    'bergamotka',
    'cedrat',
    'cytron',
    'cytryna',
    'gorzka pomarańcza',
    'grejpfrut',
    'limonka',
    'mandarynka',
    'pomarańcza',
    'różowy grejpfrut',
  ],
  owoce: [
    'ananas',
    'brzoskwinia',
    'czarna porzeczka',
    'czarna wiśnia',
    'daktyl',
    'gruszka',
    'jabłko',
    'kokos',
    'liczi',
    'malina',
    'nektarynka',
    'owoc figi',
    'suszona śliwka',
    'wiśnia',
    'śliwka',
  ],
  roza: ['geranium', 'piwonia', 'róża', 'róża damasceńska', 'róża majowa', 'róża stulistna', 'róża taifska'],
  'biale-kwiaty': [
    'białe kwiaty',
    'frezja',
    'głóg',
    'herbata jaśminowa',
    'jaśmin',
    'jaśmin wodny',
    'konwalia',
    'kwiat bzu czarnego',
    'kwiat figowca',
    'kwiat lipy',
    'kwiat moreli',
    'kwiat pomarańczy',
    'kwiat tiare',
    'magnolia',
    'neroli',
    'tuberoza',
    'ylang-ylang',
  ],
  'kwiaty-pudrowe': ['bez', 'fiołek', 'heliotrop', 'irys', 'mimoza', 'zielony hiacynt'],
  ziola: [
    'bazylia',
    'jałowiec',
    'lawenda',
    'mięta',
    'rozmaryn',
    'rumianek',
    'szałwia',
    'szałwia muszkatołowa',
    'tymianek',
  ],
  zielone: [
    'czarna herbata',
    'galbanum',
    'herbata',
    'liść figi',
    'liść porzeczki',
    'marchew',
    'ogórek',
    'paproć',
    'siano',
    'zielona herbata',
    'zielone liście',
  ],
  przyprawy: [
    'cynamon',
    'czarny pieprz',
    'gałka muszkatołowa',
    'imbir',
    'kardamon',
    'kmin rzymski',
    'różowy pieprz',
    'szafran',
  ],
  drewno: [
    'cedr',
    'cedr atlaski',
    'cyprys',
    'drewno dryfowe',
    'drewno dębowe',
    'drewno figowca',
    'drewno palmowe',
    'drewno tekowe',
    'drzewo gwajakowe',
    'drzewo sandałowe',
    'dąb',
    'jasne drewno',
    'jodła',
    'sosna',
    'szyszka świerku',
  ],
  oud: ['dym drzewny', 'dziegieć brzozowy', 'oud'],
  zywice: ['benzoes', 'elemi', 'kadzidło', 'labdanum', 'mirra', 'olibanum', 'styraks', 'żywica'],
  ambra: ['ambra', 'biały bursztyn', 'bursztyn', 'szara ambra'],
  wanilia: ['tonka', 'wanilia'],
  slodycze: ['karmel', 'likier', 'migdał', 'miód', 'miód akacjowy', 'pralina', 'rum', 'wata cukrowa', 'wosk pszczeli'],
  'kawa-i-kakao': ['kakao', 'kawa'],
  pizmo: ['aldehydy', 'ambrette', 'białe piżmo', 'kaszmir', 'kwiat bawełny', 'kwiat lnu', 'piżmo'],
  skora: ['atrament', 'skóra', 'tytoń', 'zamsz'],
  morskie: ['krzemień', 'nuty metaliczne', 'nuty wodne', 'ozon', 'piasek', 'sól morska'],
  mech: ['mech', 'mech dębowy', 'paczula', 'torf', 'wetyweria'],
}

type SortedNote = { name: string; family: ScentFamily }

let sorted: Map<string, SortedNote> | undefined

/** Computed on first use, because work at module level would keep this module in a page's script. */
function sortedNotes(): Map<string, SortedNote> {
  sorted ??= new Map(
    SCENT_FAMILIES.flatMap((family) => FAMILY_NOTES[family.slug].map((name) => [toSlug(name), { name, family }])),
  )
  return sorted
}

/** The family of a note, whatever its case and diacritics; undefined for an unsorted note. */
export const findScentFamily = (note: string): ScentFamily | undefined => sortedNotes().get(toSlug(note))?.family

/** The name of a note by its slug, if it has a family. */
export const findNoteName = (noteSlug: string): string | undefined => sortedNotes().get(noteSlug)?.name

export const listNoteSlugs = (family: ScentFamilySlug): string[] => FAMILY_NOTES[family].map(toSlug)
