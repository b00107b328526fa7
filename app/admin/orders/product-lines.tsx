import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminProductsQuery } from '#app/admin/products/products-data.ts'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import { useDebounced } from '#app/ui/use-debounced.ts'
import { parseAdminFilters } from '#domain/catalog/admin/admin-product.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'

const SEARCH_DEBOUNCE_MS = 300
const MOST_FOUND = 6

export type FoundProduct = { productId: string; name: string; priceGrosze: Grosze }

type ProductSearchProps = {
  label: string
  /** Those that are chosen already. */
  known: readonly string[]
  onAdd: (product: FoundProduct) => void
}

type ProductLinesProps<Line> = {
  lines: readonly Line[]
  /** Text after a line's price. */
  note?: (line: Line) => string | false
  /** Label of the search for a further product. */
  add: string
  onChange: (productId: string, quantity: number) => void
  onAdd: (product: FoundProduct) => void
}

/** The products of an order with their pieces, and a search that adds others. A line without pieces is struck through. */
export function ProductLines<Line extends FoundProduct & { quantity: number }>(props: ProductLinesProps<Line>) {
  const { lines, note, add, onChange, onAdd } = props
  return (
    <>
      {lines.length > 0 && (
        <ul className="divide-y divide-night/10">
          {lines.map((line) => (
            <li
              key={line.productId}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm"
            >
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                <span className={line.quantity === 0 ? 'text-oud line-through' : 'font-medium'}>{line.name}</span>
                <span className="block text-xs text-oud">
                  <Price grosze={line.priceGrosze} />
                  {note && <span>{note(line)}</span>}
                </span>
              </span>
              <QuantityStepper
                name={line.name}
                quantity={line.quantity}
                min={0}
                onChange={(next) => onChange(line.productId, next)}
              />
            </li>
          ))}
        </ul>
      )}
      <ProductSearch label={add} known={lines.map(({ productId }) => productId)} onAdd={onAdd} />
    </>
  )
}

/** Finds another product of the shop, at its present price. */
function ProductSearch({ label, known, onAdd }: ProductSearchProps) {
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
