import { href } from 'react-router'
import type { ActiveFilter } from '#app/shop/active-filters.tsx'
import type { PickerGender } from '#domain/catalog/lists/picker.ts'
import {
  NO_QUESTION,
  type Occasion,
  type ScentQuestion,
  toQuestionParams,
} from '#domain/catalog/lists/scent-question.ts'
import { SCENT_FAMILIES } from '#domain/catalog/scents/scent-families.ts'
import { TWIST_NAMES } from '#domain/catalog/scents/twists.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'

/** Of the answers, where a question leads. */
export const ANSWERS_ID = 'wyniki'

export const OCCASION_NAMES: Record<Occasion, string> = {
  dzien: 'Na co dzień, do pracy',
  wieczor: 'Na wieczór',
  lato: 'Na lato',
  zima: 'Na zimę',
}
export const FOR_WHOM: Record<PickerGender, string> = { women: 'Dla niej', men: 'Dla niego' }

export function buildFinderHref(question: ScentQuestion): string {
  const query = toQuestionParams(question).toString()
  return query === '' ? href('/znajdz-zapach') : `${href('/znajdz-zapach')}?${query}`
}

/** What was asked, in words, each part with the address that removes it. */
export function listAskedParts(question: ScentQuestion, likeName: string): ActiveFilter<keyof ScentQuestion>[] {
  const { like, twists, when, likes, dislikes, gender, maxPrice } = question
  const asked: ActiveFilter<keyof ScentQuestion>[] = []
  const add = (name: keyof ScentQuestion, label: string, further?: Partial<ScentQuestion>) => {
    const without = buildFinderHref({ ...question, [name]: NO_QUESTION[name], ...further })
    asked.push({ name, label, without })
  }
  if (like !== null) add('like', `jak ${likeName}`, { twists: [] })
  if (twists.length > 0) add('twists', `ale ${twists.map((twist) => TWIST_NAMES[twist]).join(', ')}`)
  if (when !== null) add('when', OCCASION_NAMES[when].toLowerCase())
  if (likes.length > 0) add('likes', `lubię: ${labelFamilies(likes)}`)
  if (dislikes.length > 0) add('dislikes', `nie znoszę: ${labelFamilies(dislikes)}`)
  if (gender !== null) add('gender', FOR_WHOM[gender].toLowerCase())
  if (maxPrice !== null) add('maxPrice', `do ${formatGrosze(maxPrice)}`)
  return asked
}

const labelFamilies = (slugs: readonly string[]): string =>
  SCENT_FAMILIES.flatMap(({ slug, name }) => (slugs.includes(slug) ? name.toLowerCase() : [])).join(', ')
