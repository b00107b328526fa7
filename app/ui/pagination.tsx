import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'

/** spec 1 §2: at most 5 page buttons. */
const BUTTONS = 5

type PageLinksProps = { page: number; lastPage: number; label: string; hrefOf: (page: number) => string }

/** Pages of a list as links: previous, up to five around the present one, next. */
export function PageLinks({ page, lastPage, label, hrefOf }: PageLinksProps) {
  if (lastPage < 2) return null
  const first = Math.max(1, Math.min(page - 2, lastPage - BUTTONS + 1))
  const pages = Array.from({ length: Math.min(BUTTONS, lastPage) }, (_, index) => first + index)
  return (
    <nav aria-label={label} className="mt-14 flex items-center justify-center gap-1">
      <Step to={page > 1 ? hrefOf(page - 1) : null} rel="prev" label="Poprzednia strona" />
      {pages.map((number) => (
        <Link
          key={number}
          to={hrefOf(number)}
          aria-label={`Strona ${number}`}
          aria-current={number === page ? 'page' : undefined}
          className={classNames(
            'grid size-11 place-items-center rounded-full text-sm font-semibold tabular-nums transition-colors',
            number === page ? 'bg-night text-ivory' : 'hover:bg-sand',
          )}
        >
          {number}
        </Link>
      ))}
      <Step to={page < lastPage ? hrefOf(page + 1) : null} rel="next" label="Następna strona" />
    </nav>
  )
}

function Step({ to, rel, label }: { to: string | null; rel: 'prev' | 'next'; label: string }) {
  const Icon = rel === 'prev' ? ChevronLeft : ChevronRight
  const icon = <Icon aria-hidden="true" className="size-5" />
  if (to === null) return <span className="grid size-11 place-items-center text-night/30">{icon}</span>
  return (
    <Link to={to} rel={rel} aria-label={label} className="grid size-11 place-items-center rounded-full hover:bg-sand">
      {icon}
    </Link>
  )
}
