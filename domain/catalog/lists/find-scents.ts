import { type Catalog, type CatalogProduct, findProduct } from '#domain/catalog/catalog.ts'
import { findScentFamily } from '#domain/catalog/scents/scent-notes.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { chooseFirstSize, groupByScent, mergeSizes } from './grouped-scents.ts'
import { isFor } from './picker.ts'
import { characterOf, describeLikeness, describeNotes, isAlike, isTwist, weighScent } from './scent-likeness.ts'
import { NO_QUESTION, type Occasion, type ScentQuestion } from './scent-question.ts'
import { isWornAsWell, rankByLikeness } from './similar-products.ts'

/** A scent that answers a question, and why. */
export type FoundScent = { entry: CatalogProduct; reason: string }

/**
 * Notes tell nothing of seasons; as most people wear them, fresh and light ones are for warm days, warm and heavy ones
 * for cold days and evenings. The number says how well a scent suits, 0 and more: well enough.
 */
const SUITS: Record<Occasion, (entry: CatalogProduct) => number> = {
  dzien: (entry) => 0.1 - weighScent(entry),
  wieczor: (entry) => weighScent(entry) - 0.5,
  lato: (entry) => -0.3 - characterOf(entry).warmth - weighScent(entry),
  zima: (entry) => characterOf(entry).warmth + weighScent(entry) - 1,
}

/**
 * All scents that answer a question: like a known scent, in the order of similar scents, else by how well they suit.
 * Sold-out ones come last. Without a question nothing is found.
 */
export function findScents(catalog: Catalog, question: ScentQuestion): FoundScent[] {
  const own = question.like === null ? null : findProduct(catalog, question.like)
  const priced = catalog.products.filter(isPricedAndFor(question, own))
  if (own !== null) {
    return rankByLikeness(own, priced)
      .filter((ranked) => isAlike(ranked) && answers(ranked.entry, question))
      .filter(({ entry }) => question.twists.every((twist) => isTwist(twist, own, entry)))
      .map(({ entry }) => ({ entry, reason: describeLikeness(own, entry) }))
  }
  if (!isAsked(question)) return []
  const suits = (entry: CatalogProduct) =>
    countLiked(entry, question) + (question.when === null ? 0 : SUITS[question.when](entry))
  return groupByScent(priced, chooseFirstSize)
    .map(mergeSizes)
    .filter((entry) => answers(entry, question))
    .map((entry) => ({ entry, reason: describeFit(entry, question), rank: suits(entry) }))
    .sort((a, b) => Number(a.entry.product.out_of_stock) - Number(b.entry.product.out_of_stock) || b.rank - a.rank)
}

/** Whether anything is asked that a scent can answer; an unknown scent to be like asks nothing. */
const isAsked = ({ when, likes, dislikes, gender, maxPrice }: ScentQuestion): boolean =>
  likes.length + dislikes.length > 0 || [when, gender, maxPrice].some((value) => value !== null)

/** Sizes, not scents: a scent is found by the size that costs no more. */
function isPricedAndFor({ gender, maxPrice }: ScentQuestion, own: CatalogProduct | null) {
  const isWorn = own !== null && gender === null ? isWornAsWell(own) : null
  return (entry: CatalogProduct): boolean =>
    isWithin(entry.product.current_price_cents, maxPrice) &&
    (gender === null || isFor(entry.product, gender)) &&
    (isWorn === null || isWorn(entry))
}

const isWithin = (price: Grosze, most: Grosze | null) => most === null || price <= most

/** A scent without known notes answers no question about notes. */
function answers(entry: CatalogProduct, { when, likes, dislikes }: ScentQuestion): boolean {
  const { families } = characterOf(entry)
  if (families.size === 0) return when === null && likes.length + dislikes.length === 0
  const wanted = likes.filter((family) => !dislikes.includes(family))
  return (
    !dislikes.some((family) => families.has(family)) &&
    (likes.length === 0 || wanted.some((family) => families.has(family))) &&
    (when === null || SUITS[when](entry) >= 0)
  )
}

/** One for each liked family that the scent has, and how much of the scent they are. */
function countLiked(entry: CatalogProduct, { likes }: ScentQuestion): number {
  const { families } = characterOf(entry)
  return likes.reduce((sum, family) => sum + (families.has(family) ? 1 : 0) + (families.get(family) ?? 0), 0)
}

/** 'jaśmin w sercu, piżmo w bazie; lekki i świeży' */
function describeFit(entry: CatalogProduct, { likes }: ScentQuestion): string {
  const { notes } = entry.product
  const liked = notes.filter((note) => likes.some((family) => findScentFamily(note)?.slug === family))
  return [describeNotes(entry, liked.length > 0 ? liked : notes), describeNature(entry)].filter(Boolean).join('; ')
}

/** 'lekki, świeży'; '' for a scent that is neither light nor heavy, warm nor cool. */
export function describeNature(entry: CatalogProduct): string {
  const { warmth } = characterOf(entry)
  const weight = weighScent(entry)
  return [
    warmth >= 0.6 && 'ciepły',
    warmth <= -0.2 && 'świeży',
    weight <= -0.3 && 'lekki',
    weight >= 0.6 && 'wyrazisty',
  ]
    .filter(Boolean)
    .join(', ')
}

/** How many scents there are without each part of a question. */
export function countWithout(
  catalog: Catalog,
  question: ScentQuestion,
): { name: keyof ScentQuestion; total: number }[] {
  return QUESTION_PARTS.map((name) => {
    const rest = { ...question, [name]: NO_QUESTION[name], ...(name === 'like' && { twists: [] }) }
    return { name, total: findScents(catalog, rest).length }
  })
}

const QUESTION_PARTS = ['like', 'twists', 'when', 'likes', 'dislikes', 'gender', 'maxPrice'] as const
