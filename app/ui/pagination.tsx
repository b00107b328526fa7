import { Link } from 'react-router'
import { classNames } from './class-names.ts'
import { CHEVRON_LEFT, CHEVRON_RIGHT, Icon } from './icon.tsx'
import { INTENT } from './save-data.ts'

/** Maximum number of page links. */
const NUMBERS = 5

type PaginationProps = {
  page: number
  lastPage: number
  /** What is paged, for screen readers. */
  label: string
  /** The absolute address of a page. */
  buildHref: (page: number) => string
  className?: string
}

/** The pages of a list as links: previous, up to five numbers, next. Nothing for a single page. */
export function Pagination({ page, lastPage, label, buildHref, className }: PaginationProps) {
  if (lastPage < 2) return null
  const first = Math.max(1, Math.min(page - 2, lastPage - NUMBERS + 1))
  const pages = Array.from({ length: Math.min(NUMBERS, lastPage) }, (_, index) => first + index)
  return (
    <nav aria-label={label} className={classNames('flex items-center justify-center gap-1', className)}>
      <Step to={page > 1 ? buildHref(page - 1) : null} rel="prev" label="Poprzednia strona" />
      {pages.map((number) => (
        <PageLink key={number} to={buildHref(number)} number={number} isPresent={number === page} />
      ))}
      <Step to={page < lastPage ? buildHref(page + 1) : null} rel="next" label="Następna strona" />
    </nav>
  )
}

type PageLinkProps = { to: string; number: number; isPresent: boolean }

function PageLink({ to, number, isPresent }: PageLinkProps) {
  return (
    <Link
      to={to}
      prefetch={INTENT}
      aria-label={`Strona ${number}`}
      aria-current={isPresent ? 'page' : undefined}
      className={classNames(
        'grid size-11 place-items-center rounded-full text-sm font-semibold tabular-nums transition-colors',
        isPresent ? 'bg-night text-ivory' : 'hover:bg-sand',
      )}
    >
      {number}
    </Link>
  )
}

type StepProps = { to: string | null; rel: 'prev' | 'next'; label: string }

function Step({ to, rel, label }: StepProps) {
  const icon = <Icon d={rel === 'prev' ? CHEVRON_LEFT : CHEVRON_RIGHT} className="size-5" />
  if (to === null) return <span className="grid size-11 place-items-center text-night/30">{icon}</span>
  return (
    <Link
      to={to}
      prefetch={INTENT}
      rel={rel}
      aria-label={label}
      className="grid size-11 place-items-center rounded-full hover:bg-sand"
    >
      {icon}
    </Link>
  )
}
