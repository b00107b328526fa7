import type { CatalogProduct } from '#domain/catalog/catalog.ts'
import {
  describeCharacter,
  findLevel,
  findStrength,
  type ScentCharacter,
} from '#domain/catalog/scents/scent-character.ts'
import { SCENT_FAMILIES } from '#domain/catalog/scents/scent-families.ts'
import { PYRAMID_LEVELS, type PyramidLevel } from '#domain/catalog/scents/scent-pyramid.ts'
import { describeSize } from '#domain/catalog/scents/sizes.ts'
import { TWISTS, type Twist } from '#domain/catalog/scents/twists.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { memoizeByObject } from '#domain/kernel/memoize-by-object.ts'

export const characterOf = memoizeByObject(({ product }: CatalogProduct): ScentCharacter => describeCharacter(product))

/** What two scents have in common. */
export type Likeness = {
  /** Notes of both, as the first one spells them. */
  shared: readonly string[]
  /** How much of their scent families is common, from 0 to 1. */
  overlap: number
}

export function compareScents(own: CatalogProduct, other: CatalogProduct): Likeness {
  const theirs = characterOf(other).families
  return {
    shared: [...own.notes].flatMap(([folded, name]) => (other.notes.has(folded) ? name : [])),
    overlap: [...characterOf(own).families].reduce(
      (sum, [family, share]) => sum + Math.min(share, theirs.get(family) ?? 0),
      0,
    ),
  }
}

/** Scents with less in common are not called alike: a bergamot in the head is in every third one. */
const ALIKE = { notes: 2, overlap: 0.25 }
export const isAlike = ({ shared, overlap }: Likeness): boolean =>
  shared.length >= ALIKE.notes || overlap >= ALIKE.overlap

/** A difference of warmth or weight that somebody notices. */
const NOTICED = 0.4
/** How much heavier the next stronger concentration makes a scent. */
const WEIGHT_OF_STRENGTH = 0.4
/** The concentration of most perfumes; one that is not known makes no difference. */
const USUAL_STRENGTH = 2

/** How heavy a scent is: its notes, and its concentration where that is known. */
export function weighScent(entry: CatalogProduct): number {
  const strength = findStrength(entry.product.concentration) ?? USUAL_STRENGTH
  return characterOf(entry).weight + WEIGHT_OF_STRENGTH * (strength - USUAL_STRENGTH)
}

const hasCharacter = (entry: CatalogProduct) => characterOf(entry).families.size > 0

function isKnownCheaper({ product: own }: CatalogProduct, { product: other }: CatalogProduct): boolean {
  const [price, otherPrice] = [own.current_price_cents, other.current_price_cents]
  // A smaller bottle that costs less, but more for each millilitre, is no cheaper scent.
  const perMl = own.volume_ml && other.volume_ml ? otherPrice / other.volume_ml <= price / own.volume_ml : true
  return otherPrice < price && perMl
}

function isStronger({ product: own }: CatalogProduct, { product: other }: CatalogProduct): boolean {
  const [strength, otherStrength] = [findStrength(own.concentration), findStrength(other.concentration)]
  return strength !== null && otherStrength !== null && otherStrength > strength
}

/** Positive: the second is warmer, or heavier. Null: unknown, because one of them has no known note. */
function differ(own: CatalogProduct, other: CatalogProduct, measure: (entry: CatalogProduct) => number): number | null {
  return hasCharacter(own) && hasCharacter(other) ? measure(other) - measure(own) : null
}
const warmthOf = (entry: CatalogProduct) => characterOf(entry).warmth

const IS_TWIST: Record<Twist, (own: CatalogProduct, other: CatalogProduct) => boolean> = {
  cieplejszy: (own, other) => (differ(own, other, warmthOf) ?? 0) >= NOTICED,
  lzejszy: (own, other) => (differ(own, other, weighScent) ?? 0) <= -NOTICED,
  tanszy: isKnownCheaper,
  trwalszy: isStronger,
}

/** Whether the second scent differs from the first in this way. What is not known is not claimed. */
export const isTwist = (twist: Twist, own: CatalogProduct, other: CatalogProduct): boolean =>
  IS_TWIST[twist](own, other)

/** The ways in which at least one of the others, which are like it, differs from a scent. */
export function listTwists(own: CatalogProduct, others: readonly CatalogProduct[]): Twist[] {
  return TWISTS.filter((twist) => others.some((other) => !other.product.out_of_stock && isTwist(twist, own, other)))
}

const words = new Intl.ListFormat('pl')
const LEVEL_PLACES: Record<PyramidLevel, string> = { head: 'w głowie', heart: 'w sercu', base: 'w bazie' }
/** How many notes, or families, a sentence names. */
const NAMED = 3

/** 'oud i ambra w bazie, szafran w głowie': the notes by their levels in a product, from the base on. */
export function describeNotes({ product }: CatalogProduct, notes: readonly string[]): string {
  const levels = Map.groupBy(notes, (note) => findLevel(product, note))
  const ordered = [...PYRAMID_LEVELS.toReversed(), null].flatMap((level) =>
    (levels.get(level) ?? []).map((note) => ({ note, level })),
  )
  const named = Map.groupBy(ordered.slice(0, NAMED), ({ level }) => level)
  return [...named]
    .map(([level, group]) => {
      const list = words.format(group.map(({ note }) => note))
      return level === null ? list : `${list} ${LEVEL_PLACES[level]}`
    })
    .join(', ')
}

/** 'drewno, piżmo i czysta bawełna' */
function describeFamilies(own: CatalogProduct, other: CatalogProduct): string {
  const theirs = characterOf(other).families
  const common = [...characterOf(own).families.keys()].filter((family) => theirs.has(family)).slice(0, NAMED)
  return common
    .map((family) => SCENT_FAMILIES.find(({ slug }) => slug === family)?.name.toLowerCase() ?? family)
    .join(', ')
}

/** 'podobny: oud i szafran w bazie; cieplejszy, 30,00 zł tańszy': why the second is shown to who knows the first. */
export function describeLikeness(own: CatalogProduct, other: CatalogProduct): string {
  const { shared } = compareScents(own, other)
  const families = describeFamilies(own, other)
  const alike =
    shared.length > 0 ? `podobny: ${describeNotes(other, shared)}` : families && `pokrewne nuty: ${families}`
  return [alike, describeDifferences(own, other)].filter(Boolean).join('; ')
}

function describeDifferences(own: CatalogProduct, other: CatalogProduct): string {
  const [warmth, weight] = [differ(own, other, warmthOf) ?? 0, differ(own, other, weighScent) ?? 0]
  return [
    Math.abs(warmth) >= NOTICED && (warmth > 0 ? 'cieplejszy' : 'chłodniejszy'),
    Math.abs(weight) >= NOTICED && (weight > 0 ? 'cięższy' : 'lżejszy'),
    isStronger(own, other) && `trwalszy (${other.product.concentration?.toLowerCase()})`,
    describePriceDifference(own, other),
  ]
    .filter(Boolean)
    .join(', ')
}

/** '30,00 zł tańszy (50 ml zamiast 100 ml)', with the size where there are several; '' for an equal price. */
function describePriceDifference({ product: own }: CatalogProduct, { product: other }: CatalogProduct): string {
  const grosze = other.current_price_cents - own.current_price_cents
  if (grosze === 0) return ''
  const sizes = own.volume_ml && other.volume_ml && own.volume_ml !== other.volume_ml
  const compared = sizes ? `${describeSize(other)} zamiast ${describeSize(own)}` : describeSize(other)
  const dearer = `${formatGrosze(Math.abs(grosze))} ${grosze < 0 ? 'tańszy' : 'droższy'}`
  return sizes || other.sizes.length > 1 ? `${dearer} (${compared})` : dearer
}
