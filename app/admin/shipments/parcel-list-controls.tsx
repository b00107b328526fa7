import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { SearchField, withParams, writePage } from '#app/admin/list-filters.tsx'
import { buttonClass } from '#app/ui/button.tsx'

/** 'Poprzednia', 'Strona X z Y', 'Następna'. An address beyond the end is replaced by that of the last page. */
export function PageSteps({ page, pages, label }: { page: number; pages: number; label: string }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const asked = params.get('page') ?? '1'
  const clamped = toSearch(params, page)
  useEffect(() => {
    if (asked !== String(page)) {
      void navigate({ search: clamped }, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false })
    }
  }, [asked, page, clamped, navigate])
  if (pages < 2) return null
  return (
    <nav aria-label={label} className="mt-4 flex items-center justify-center gap-4 text-sm">
      <Step to={page > 1 ? toSearch(params, page - 1) : null}>Poprzednia</Step>
      <p className="tabular-nums">
        Strona {page} z {pages}
      </p>
      <Step to={page < pages ? toSearch(params, page + 1) : null}>Następna</Step>
    </nav>
  )
}

function Step({ to, children }: { to: string | null; children: string }) {
  if (to === null) {
    return (
      <button type="button" disabled className={buttonClass('secondary')}>
        {children}
      </button>
    )
  }
  return (
    <Link to={{ search: to }} className={buttonClass('secondary')}>
      {children}
    </Link>
  )
}

function toSearch(params: URLSearchParams, page: number): string {
  const search = withParams(params, { page: writePage(page) }).toString()
  return search && `?${search}`
}

/** Finds a parcel by number, receiver or tracking number; kept in the address, with the other filters. */
export function ParcelSearch() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <SearchField
      label="Szukaj przesyłki"
      placeholder="Numer zamówienia, odbiorca, numer śledzenia"
      search={params.get('search') ?? ''}
      className="mb-3 max-w-xl"
      onSearch={(search) => {
        void navigate(
          { search: `?${withParams(params, { page: null, search })}` },
          { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
        )
      }}
    />
  )
}
