import { X } from 'lucide-react'
import { Link } from 'react-router'
import type { ActiveFilter } from './active-filters.ts'

/** Filters in force; pressing one takes it off. */
export function FilterChips({ active }: { active: ActiveFilter[] }) {
  if (active.length === 0) return null
  return (
    <ul aria-label="Wybrane filtry" className="flex w-full flex-wrap items-center gap-2">
      {active.map((filter) => (
        <li key={filter.name}>
          <Link
            to={filter.without}
            preventScrollReset
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-sand px-4 text-sm wrap-anywhere hover:bg-sand-deep"
          >
            <span className="sr-only">Usuń filtr </span>
            {filter.label}
            <X aria-hidden="true" className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to="/sklep"
          preventScrollReset
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold underline underline-offset-4"
        >
          Wyczyść filtry
        </Link>
      </li>
    </ul>
  )
}
