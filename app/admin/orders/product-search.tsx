import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminProductsQuery } from '#app/admin/products/products-data.ts'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useDebounced } from '#app/ui/use-debounced.ts'
import { parseAdminFilters } from '#domain/catalog/admin/admin-product.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'

const SEARCH_DEBOUNCE_MS = 300
const MOST_FOUND = 6

type ProductSearchProps = {
  label: string
  /** Those that are chosen already. */
  known: readonly string[]
  onAdd: (product: { productId: string; name: string; priceGrosze: Grosze }) => void
}

/** Finds another product of the shop, at its present price. */
export function ProductSearch({ label, known, onAdd }: ProductSearchProps) {
  const [term, setTerm] = useState('')
  const search = useDebounced(term, SEARCH_DEBOUNCE_MS).trim()
  const { data } = useQuery(
    {
      ...adminProductsQuery({ ...parseAdminFilters(new URLSearchParams()), search }),
      placeholderData: undefined,
      enabled: search.length > 1,
    },
    queryClient,
  )
  const found = data?.items.filter(({ id }) => !known.includes(id)).slice(0, MOST_FOUND) ?? []
  return (
    <div className="grid gap-2">
      <PanelField
        label={label}
        name="productSearch"
        maxLength={60}
        value={term}
        onChange={(event) => setTerm(event.target.value)}
        onKeyDown={(event) => {
          // Enter must not save the surrounding form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {search.length > 1 && data && found.length === 0 && <p className="text-sm">Nie ma takiego produktu.</p>}
      <ul>
        {found.map(({ id, brand_name, current_price_cents, out_of_stock, ...product }) => (
          <li key={id} className="flex items-center justify-between gap-3 text-sm">
            <span className="min-w-0 wrap-anywhere">
              {nameSized(product)}{' '}
              <span className="text-oud">
                · {brand_name}, {formatGrosze(current_price_cents)}
              </span>
            </span>
            <Button
              variant="quiet"
              size="tight"
              className="underline"
              disabled={out_of_stock}
              aria-label={`Dołóż ${nameSized(product)}`}
              onClick={() => {
                onAdd({ productId: id, name: nameSized(product), priceGrosze: current_price_cents })
                setTerm('')
              }}
            >
              {out_of_stock ? 'Wyprzedany' : 'Dołóż'}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
