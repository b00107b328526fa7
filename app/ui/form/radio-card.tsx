import type { ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'

type RadioCardProps = {
  name: string
  value: string
  checked: boolean
  onChoose: () => void
  title: string
  /** Shown under the title. */
  children?: ReactNode
  /** At the right end, e.g. a price. */
  aside?: ReactNode
  /** `card` has its own border; `row` is part of a list with a border. */
  variant?: 'card' | 'row'
  /** Id of the sentence about an invalid choice. */
  errorId?: string
}

const VARIANTS = {
  card: classNames(
    'items-center rounded-xl border border-night/30 bg-white py-2.5 has-checked:border-2 has-checked:border-night',
    'has-focus-visible:outline-offset-2',
  ),
  row: 'items-start py-3 has-checked:bg-sand has-focus-visible:-outline-offset-3',
} as const

/** One choice of several, as large as its target. */
export function RadioCard(props: RadioCardProps) {
  const { name, value, checked, onChoose, title, children, aside, variant = 'card', errorId } = props
  return (
    <label
      className={classNames(
        'flex min-h-14 gap-3 px-4 has-focus-visible:outline-3 has-focus-visible:outline-gold',
        VARIANTS[variant],
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        onChange={onChoose}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        className={classNames('size-5 shrink-0 accent-night outline-none', variant === 'row' && 'mt-0.5')}
      />
      <span className="min-w-0 flex-1 text-sm">
        <span className={classNames('block', variant === 'card' ? 'text-base font-medium' : 'font-semibold')}>
          {title}
        </span>
        {children}
      </span>
      {aside}
    </label>
  )
}
