/** The state of an own review. Rejected ones are not published, and edited ones wait again. */
export const REVIEW_STATES = ['pending', 'published', 'rejected'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** Labels of the states for the author. */
export const REVIEW_STATE_LABELS: Record<ReviewState, string> = {
  pending: 'Oczekuje na akceptację',
  published: 'Opublikowana',
  rejected: 'Nieopublikowana',
}

export const MODERATION_SORTS = ['newest', 'stars'] as const
export type ModerationSort = (typeof MODERATION_SORTS)[number]

/** Pictures of one review. */
export const MOST_REVIEW_PICTURES = 3

export const REVIEW_TEXTS = {
  /** Of a draft whose pictures may no longer be added. */
  picturesDropped:
    'Zdjęć z tego szkicu nie można teraz dodać: dodają je osoby, którym dostarczyliśmy ten produkt. Ocena i komentarz zostały.',
  signInToReview: 'Zaloguj się, aby dodać opinię o tym produkcie.',
  ratingRequired: { title: 'Wybierz ocenę', description: 'Musisz wybrać ocenę od 1 do 5 gwiazdek.' },
  confirmDeletion: 'Czy na pewno chcesz usunąć tę opinię?',
} as const

const ANONYMOUS_AUTHOR = 'Klient'

/** Words of letters, including 'Anna-Maria' and "D'Arcy". */
const FIRST_NAME = /^\p{L}{1,30}(?:[-'’]\p{L}{1,30})*$/u

/**
 * The first word of a first name, if it is a name: some people type their e-mail or an advertisement into that field.
 */
export function reviewAuthor(firstName: string | null): string {
  const first = firstName?.trim().split(/\s+/u)[0] ?? ''
  return FIRST_NAME.test(first) ? first : ANONYMOUS_AUTHOR
}
