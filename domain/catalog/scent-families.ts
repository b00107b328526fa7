import { toSlug } from './slug.ts'

/** Kinds of scent, each with the notes that belong to it: every note in exactly one. */
export const SCENT_FAMILIES = [
  {
    slug: 'cytrusy',
    name: 'Cytrusy',
    notes: [
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
  },
  {
    slug: 'owoce',
    name: 'Owoce',
    notes: [
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
  },
  {
    slug: 'roza',
    name: 'Róża i piwonia',
    notes: ['geranium', 'piwonia', 'róża', 'róża damasceńska', 'róża majowa', 'róża stulistna', 'róża taifska'],
  },
  {
    slug: 'biale-kwiaty',
    name: 'Białe kwiaty',
    notes: [
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
  },
  {
    slug: 'kwiaty-pudrowe',
    name: 'Kwiaty pudrowe',
    notes: ['bez', 'fiołek', 'heliotrop', 'irys', 'mimoza', 'zielony hiacynt'],
  },
  {
    slug: 'ziola',
    name: 'Zioła',
    notes: [
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
  },
  {
    slug: 'zielone',
    name: 'Zieleń i herbata',
    notes: [
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
  },
  {
    slug: 'przyprawy',
    name: 'Przyprawy',
    notes: [
      'cynamon',
      'czarny pieprz',
      'gałka muszkatołowa',
      'imbir',
      'kardamon',
      'kmin rzymski',
      'różowy pieprz',
      'szafran',
    ],
  },
  {
    slug: 'drewno',
    name: 'Drewno',
    notes: [
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
  },
  { slug: 'oud', name: 'Oud i dym', notes: ['dym drzewny', 'dziegieć brzozowy', 'oud'] },
  {
    slug: 'zywice',
    name: 'Żywice i kadzidło',
    notes: ['benzoes', 'elemi', 'kadzidło', 'labdanum', 'mirra', 'olibanum', 'styraks', 'żywica'],
  },
  { slug: 'ambra', name: 'Ambra i bursztyn', notes: ['ambra', 'biały bursztyn', 'bursztyn', 'szara ambra'] },
  { slug: 'wanilia', name: 'Wanilia i tonka', notes: ['tonka', 'wanilia'] },
  {
    slug: 'slodycze',
    name: 'Słodycze i miód',
    notes: ['karmel', 'likier', 'migdał', 'miód', 'miód akacjowy', 'pralina', 'rum', 'wata cukrowa', 'wosk pszczeli'],
  },
  { slug: 'kawa-i-kakao', name: 'Kawa i kakao', notes: ['kakao', 'kawa'] },
  {
    slug: 'pizmo',
    name: 'Piżmo i czysta bawełna',
    notes: ['aldehydy', 'ambrette', 'białe piżmo', 'kaszmir', 'kwiat bawełny', 'kwiat lnu', 'piżmo'],
  },
  { slug: 'skora', name: 'Skóra i tytoń', notes: ['atrament', 'skóra', 'tytoń', 'zamsz'] },
  {
    slug: 'morskie',
    name: 'Morze i minerały',
    notes: ['krzemień', 'nuty metaliczne', 'nuty wodne', 'ozon', 'piasek', 'sól morska'],
  },
  { slug: 'mech', name: 'Mech i ziemia', notes: ['mech', 'mech dębowy', 'paczula', 'torf', 'wetyweria'] },
] as const

export type ScentFamily = { slug: ScentFamilySlug; name: string; notes: readonly string[] }
export type ScentFamilySlug = (typeof SCENT_FAMILIES)[number]['slug']

/** The kind of a note, whatever its case and diacritics; undefined for a note that nobody has sorted in. */
export function findScentFamily(note: string): ScentFamily | undefined {
  return sortedIn().get(toSlug(note))?.family
}

/** The name of a note by its slug, if it is sorted in. */
export function findNoteName(noteSlug: string): string | undefined {
  return sortedIn().get(noteSlug)?.name
}

type SortedNote = { name: string; family: ScentFamily }

let sorted: Map<string, SortedNote> | undefined

/** Made when it is first asked for, so that a bundle that needs the names alone can leave the rest out. */
function sortedIn(): Map<string, SortedNote> {
  sorted ??= new Map(
    SCENT_FAMILIES.flatMap((family) => family.notes.map((name) => [toSlug(name), { name, family }] as const)),
  )
  return sorted
}

/** Widths of the families' pictures, px; they are square. */
export const FAMILY_PICTURE_WIDTHS = [160, 400] as const

/** The still life of a family (public/notes). */
export function buildFamilyPictureUrl(
  slug: ScentFamilySlug,
  width: (typeof FAMILY_PICTURE_WIDTHS)[number],
  format: 'avif' | 'webp',
): string {
  return `/notes/${slug}-${width}.${format}`
}
