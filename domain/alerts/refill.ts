import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'

/** Days that a millilitre lasts with about seven sprays a day, until the shop's own buyers tell better. */
const DAYS_PER_ML = 1.5
/** For a bottle of unknown size, ml. */
const USUAL_ML = 75
const [LEAST_DAYS, MOST_DAYS] = [14, 365]

/** After how many days a bottle is used up. @param learnt days after which buyers of this size bought it again */
export function findRefillDays(volumeMl: number | null, learnt: number | null): number {
  const days = learnt ?? Math.round((volumeMl ?? USUAL_ML) * DAYS_PER_ML)
  return Math.min(MOST_DAYS, Math.max(LEAST_DAYS, days))
}

/** 'za około 6 tygodni', 'za około 5 miesięcy' */
export function describeRefillTime(days: number): string {
  const weeks = Math.round(days / 7)
  if (weeks < 9) return `za około ${weeks} ${pluralize(weeks, { one: 'tydzień', few: 'tygodnie', many: 'tygodni' })}`
  const months = Math.round(days / 30.4)
  return `za około ${months} ${pluralize(months, { one: 'miesiąc', few: 'miesiące', many: 'miesięcy' })}`
}
