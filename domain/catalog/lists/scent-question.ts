import { PICKER_GENDERS, type PickerGender } from '#domain/catalog/lists/picker.ts'
import { parsePrice, priceParam } from '#domain/catalog/lists/product-filters.ts'
import { SCENT_FAMILIES, type ScentFamilySlug } from '#domain/catalog/scents/scent-families.ts'
import { TWISTS, type Twist } from '#domain/catalog/scents/twists.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'

/** When a scent is worn. The words are those of the addresses. */
export const OCCASIONS = ['dzien', 'wieczor', 'lato', 'zima'] as const
export type Occasion = (typeof OCCASIONS)[number]

/** What somebody asks of a scent. Every value is valid, whatever the address contained. */
export type ScentQuestion = {
  when: Occasion | null
  likes: readonly ScentFamilySlug[]
  /** Stronger than `likes`. */
  dislikes: readonly ScentFamilySlug[]
  /** Slug of a product that the scent should be like. */
  like: string | null
  /** How it should differ from `like`; without that, nothing. */
  twists: readonly Twist[]
  gender: PickerGender | null
  maxPrice: Grosze | null
}

export const NO_QUESTION: ScentQuestion = {
  when: null,
  likes: [],
  dislikes: [],
  like: null,
  twists: [],
  gender: null,
  maxPrice: null,
}

const FAMILY_SLUGS = SCENT_FAMILIES.map(({ slug }) => slug)
const SLUG = /^[a-z0-9-]{1,160}$/

/** Parses a question from an address. Never throws: an unknown value counts as missing. */
export function parseQuestion(params: URLSearchParams): ScentQuestion {
  const all = <Value extends string>(name: string, values: readonly Value[]) => {
    const given = new Set(params.getAll(name))
    return values.filter((value) => given.has(value))
  }
  const like = params.get('jak')
  return {
    when: all('kiedy', OCCASIONS)[0] ?? null,
    likes: all('lubie', FAMILY_SLUGS),
    dislikes: all('nie', FAMILY_SLUGS),
    like: like !== null && SLUG.test(like) ? like : null,
    twists: like !== null && SLUG.test(like) ? all('ale', TWISTS) : [],
    gender: all('gender', PICKER_GENDERS)[0] ?? null,
    maxPrice: parsePrice(params.get('maxPrice')),
  }
}

/** The canonical query string of a question: fixed order, nothing that was not asked. */
export function toQuestionParams(question: ScentQuestion): URLSearchParams {
  const params = new URLSearchParams()
  if (question.like !== null) params.set('jak', question.like)
  for (const twist of question.twists) params.append('ale', twist)
  if (question.when !== null) params.set('kiedy', question.when)
  for (const family of question.likes) params.append('lubie', family)
  for (const family of question.dislikes) params.append('nie', family)
  if (question.gender !== null) params.set('gender', question.gender)
  if (question.maxPrice !== null) params.set('maxPrice', priceParam(question.maxPrice))
  return params
}
