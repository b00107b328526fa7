import { foldText } from '#domain/kernel/text/fold-text.ts'
import type { ScentFamilySlug } from './scent-families.ts'
import { findScentFamily } from './scent-notes.ts'
import { type NotesPyramid, PYRAMID_LEVELS, type PyramidLevel } from './scent-pyramid.ts'

// What notes say of a scent, as perfumers sort them. It is never a claim of the producer, and screens say so.

/** Families in a circle, each beside those that smell like it: fresh, flowers and fruits, sweet, woods and smoke. */
export const FAMILY_CIRCLE = [
  ...(['cytrusy', 'zielone', 'owoce', 'roza', 'biale-kwiaty', 'kwiaty-pudrowe', 'pizmo'] as const),
  ...(['slodycze', 'wanilia', 'kawa-i-kakao', 'ambra', 'przyprawy'] as const),
  ...(['zywice', 'oud', 'skora', 'drewno', 'mech', 'ziola', 'morskie'] as const),
] as const satisfies readonly ScentFamilySlug[]

/** How warm (sweet, resinous) and how heavy each family is, from -2 to 2. */
const NATURES: Record<ScentFamilySlug, { warmth: number; weight: number }> = {
  cytrusy: { warmth: -2, weight: -2 },
  zielone: { warmth: -1, weight: -2 },
  morskie: { warmth: -2, weight: -2 },
  ziola: { warmth: -1, weight: -1 },
  owoce: { warmth: 0, weight: -1 },
  roza: { warmth: 0, weight: 0 },
  'biale-kwiaty': { warmth: 0, weight: 0 },
  'kwiaty-pudrowe': { warmth: 0, weight: 0 },
  pizmo: { warmth: 0, weight: -1 },
  drewno: { warmth: 0, weight: 1 },
  mech: { warmth: 0, weight: 1 },
  przyprawy: { warmth: 1, weight: 1 },
  skora: { warmth: 1, weight: 2 },
  zywice: { warmth: 2, weight: 2 },
  oud: { warmth: 2, weight: 2 },
  ambra: { warmth: 2, weight: 1 },
  wanilia: { warmth: 2, weight: 1 },
  slodycze: { warmth: 2, weight: 1 },
  'kawa-i-kakao': { warmth: 2, weight: 2 },
}

/** The base lasts longest, so it counts most. A note without a level counts as one of the heart. */
const LEVEL_WEIGHTS: Record<PyramidLevel, number> = { head: 1, heart: 2, base: 3 }

export type ScentCharacter = {
  /** The share of each family that the scent has, the largest first; together 1. Empty: no note is known. */
  families: ReadonlyMap<ScentFamilySlug, number>
  /** From -2, cool, to 2, warm. */
  warmth: number
  /** From -2, light, to 2, heavy, by the notes alone. */
  weight: number
}

type Notes = { notes: readonly string[]; notes_pyramid: NotesPyramid | null }

/** The level of a note, if the scent has a pyramid. */
export function findLevel({ notes_pyramid: pyramid }: Pick<Notes, 'notes_pyramid'>, note: string): PyramidLevel | null {
  const folded = foldText(note)
  return PYRAMID_LEVELS.find((level) => pyramid?.[level].some((placed) => foldText(placed) === folded)) ?? null
}

export function describeCharacter(product: Notes): ScentCharacter {
  const sums = new Map<ScentFamilySlug, number>()
  for (const note of product.notes) {
    const family = findScentFamily(note)?.slug
    const weight = LEVEL_WEIGHTS[findLevel(product, note) ?? 'heart']
    if (family !== undefined) sums.set(family, (sums.get(family) ?? 0) + weight)
  }
  const whole = [...sums.values()].reduce((sum, weight) => sum + weight, 0)
  const shares = [...sums].map(([family, weight]) => [family, weight / whole] as const)
  const average = (nature: 'warmth' | 'weight') =>
    shares.reduce((sum, [family, share]) => sum + share * NATURES[family][nature], 0)
  return {
    families: new Map(shares.toSorted(([, a], [, b]) => b - a)),
    warmth: average('warmth'),
    weight: average('weight'),
  }
}

/** Words of concentrations, from the weakest to the strongest. */
const CONCENTRATIONS = [
  /kolonsk|cologne|\bedc\b|mgielk/,
  /toaletow|toilette|\bedt\b/,
  /perfumowan|eau de parfum|\bedp\b/,
  /ekstrakt|extrait/,
]

/** From 0, cologne, to 3, extrait, which lasts longest; null: unknown. */
export function findStrength(concentration: string | null): number | null {
  const found = CONCENTRATIONS.findIndex((words) => words.test(foldText(concentration ?? '')))
  return found === -1 ? null : found
}
