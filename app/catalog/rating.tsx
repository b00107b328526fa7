import { classNames } from '#app/ui/class-names.ts'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'

/** 'opinia', 'opinie' or 'opinii', to follow a number. */
export function inflectReviews(count: number): string {
  return pluralize(count, { one: 'opinia', few: 'opinie', many: 'opinii' })
}

/** 'gwiazdka', 'gwiazdki' or 'gwiazdek', to follow a number. */
export function inflectStars(count: number): string {
  return pluralize(count, { one: 'gwiazdka', few: 'gwiazdki', many: 'gwiazdek' })
}

/** '4,5' */
export const formatRating = (value: number) => value.toFixed(1).replace('.', ',')

/** A class per half star, because the Content-Security-Policy allows no inline style. */
const STARS = 'stars-0 stars-1 stars-2 stars-3 stars-4 stars-5 stars-6 stars-7 stars-8 stars-9 stars-10'.split(' ')

/** Stars filled to the nearest half, with the number of reviews when it is given. */
export function Rating({ value, count, className }: { value: number; count?: number; className?: string }) {
  const shown = formatRating(value)
  return (
    <span className={classNames('inline-flex items-center gap-1.5 text-xs', className)}>
      <span className="sr-only">{`Ocena ${shown} na 5.`}</span>
      <span aria-hidden="true" className={classNames('stars', STARS[Math.round(value * 2)])} />
      {count !== undefined && (
        <span>
          {count} {inflectReviews(count)}
        </span>
      )}
    </span>
  )
}
