import { useNavigate, useSearchParams } from 'react-router'
import { SearchField } from '#app/admin/list-filters.tsx'

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
        const next = new URLSearchParams(params)
        next.delete('page')
        if (search === '') next.delete('search')
        else next.set('search', search)
        void navigate(
          { search: `?${next}` },
          { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
        )
      }}
    />
  )
}
