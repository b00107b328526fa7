import { Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import type { ActiveFilter } from './active-filters.ts'

/** spec 1 §2: 'Brak produktów', with what to loosen. */
export function EmptyShelf({ active }: { active: ActiveFilter[] }) {
  return (
    <div className="rounded-2xl bg-sand/60 px-6 py-14 text-center sm:px-12">
      <svg viewBox="0 0 40 50" className="mx-auto w-14 text-oud" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M4 48V25C4 14 16 14 20 2c4 12 16 12 16 23v23z" />
      </svg>
      <h3 className="mt-4 font-display text-2xl">Brak produktów</h3>
      {active.length > 1 && (
        <>
          <p className="mx-auto mt-2 max-w-md">
            Nic nie spełnia wszystkich warunków naraz. Zrezygnuj z jednego z nich:
          </p>
          <ul className="mt-5 flex flex-wrap justify-center gap-2">
            {active.map((filter) => (
              <li key={filter.name}>
                <Link
                  to={filter.without}
                  preventScrollReset
                  className={buttonClass('secondary', 'md', 'wrap-anywhere')}
                >
                  bez: {filter.label}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {active.length === 1 && (
        <p className="mx-auto mt-2 max-w-md">
          {active[0]?.name === 'search'
            ? 'Sprawdź pisownię albo wpisz krótszy fragment nazwy perfum lub marki.'
            : 'Zmień ten warunek albo zobacz wszystkie zapachy.'}
        </p>
      )}
      <Link to="/sklep" preventScrollReset className={buttonClass('primary', 'md', 'mt-6')}>
        {active.length > 0 ? 'Wyczyść filtry' : 'Odśwież'}
      </Link>
    </div>
  )
}
