import { classNames } from './class-names.ts'

const STARS = [1, 2, 3, 4, 5]

/** 'opinia', 'opinie' or 'opinii' after a number (spec 1 §2). */
export function reviewsNoun(count: number): string {
  if (count === 1) return 'opinia'
  const tens = count % 100
  const ones = count % 10
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? 'opinie' : 'opinii'
}

/** Stars filled to the nearest half, with the number of reviews when it is given. */
export function Rating({ value, count, className }: { value: number; count?: number; className?: string }) {
  const shown = value.toLocaleString('pl-PL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <span className={classNames('inline-flex items-center gap-1.5 text-xs', className)}>
      <span className="sr-only">Ocena {shown} na 5.</span>
      <span aria-hidden="true" className="inline-flex text-gold">
        {STARS.map((star) => (
          <Star key={star} fill={value >= star - 0.25 ? 'full' : value >= star - 0.75 ? 'half' : 'none'} />
        ))}
      </span>
      {count !== undefined && (
        <span>
          {count} {reviewsNoun(count)}
        </span>
      )}
    </span>
  )
}

const STAR_PATH = 'M10 1.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z'

function Star({ fill }: { fill: 'full' | 'half' | 'none' }) {
  return (
    <svg viewBox="0 0 20 20" className="size-4" aria-hidden="true">
      <path d={STAR_PATH} fill={fill === 'full' ? 'currentColor' : 'none'} stroke="currentColor" strokeWidth="1.2" />
      {fill === 'half' && <path d="M10 1.8v13l-5.1 2.7 1-5.7-4.1-4 5.7-.8z" fill="currentColor" />}
    </svg>
  )
}
