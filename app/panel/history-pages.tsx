import { Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'

/** Turns the pages of the history; orders and their shipments turn together. */
export function HistoryPages({ page, pages }: { page: number; pages: number }) {
  return (
    <nav
      aria-label="Strony historii zamówień"
      className="mt-6 flex flex-wrap items-center justify-between gap-4 text-sm"
    >
      {page > 1 && (
        <Link to={hrefOf(page - 1)} rel="prev" className={buttonClass('secondary')}>
          Nowsze zamówienia
        </Link>
      )}
      <p className="tabular-nums">
        Strona {page} z {pages}
      </p>
      {page < pages && (
        <Link to={hrefOf(page + 1)} rel="next" className={buttonClass('secondary')}>
          Starsze zamówienia
        </Link>
      )}
    </nav>
  )
}

function hrefOf(page: number): string {
  return page === 1 ? '/panel-klienta' : `/panel-klienta?page=${page}`
}
