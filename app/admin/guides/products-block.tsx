import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { queryClient, suggestionsQuery } from '#app/query-client.ts'
import { useDebounced } from '#app/ui/use-debounced.ts'
import { SUGGEST_DEBOUNCE_MS } from '#domain/catalog/lists/suggestions.ts'
import { type GuideBlock, MOST_GUIDE_PRODUCTS } from '#domain/guides/guide.ts'

type Block = Extract<GuideBlock, { kind: 'products' }>
type ProductsBlockProps = {
  block: Block
  /** Of products, by id. */
  names: Readonly<Record<string, string>>
  errors: Partial<Record<string, string>>
  onChange: (block: Block) => void
}

/** A choice of products that are on sale, by their names. */
export function ProductsBlock({ block, names, errors, onChange }: ProductsBlockProps) {
  const { product_ids: ids } = block
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  /** Names of products that were chosen here. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const search = useDebounced(typed.trim(), SUGGEST_DEBOUNCE_MS)
  const { data: found, isError } = useQuery(suggestionsQuery(search), queryClient)
  const offered = search === '' ? [] : (found?.products ?? []).filter(({ id }) => !ids.includes(id))
  const isFull = ids.length >= MOST_GUIDE_PRODUCTS
  function choose(product_ids: string[]) {
    onChange({ ...block, product_ids })
    // The pressed button disappears.
    field.current?.focus()
  }
  return (
    <div className="grid gap-3">
      <ul aria-label="Wybrane produkty" className="flex flex-wrap gap-2 empty:hidden">
        {ids.map((id) => {
          const name = chosen[id] ?? names[id] ?? 'Produkt, którego nie ma teraz w sklepie'
          return (
            <li key={id} className="flex items-center rounded-full bg-sand pl-4 text-sm">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <button
                type="button"
                aria-label={`Usuń z listy: ${name}`}
                className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sand-deep"
                onClick={() => choose(ids.filter((other) => other !== id))}
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          )
        })}
      </ul>
      <PanelField
        ref={field}
        label="Znajdź produkt"
        type="search"
        disabled={isFull}
        hint={isFull ? `To najwięcej produktów: ${MOST_GUIDE_PRODUCTS}.` : 'Wpisz nazwę i wybierz z listy.'}
        error={errors.product_ids}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        // Enter must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {!isFull && offered.length > 0 && (
        <ul aria-label="Znalezione produkty" className="divide-y divide-night/10 rounded-xl border border-night/20">
          {offered.map(({ id, name, brand }) => (
            <li key={id}>
              <button
                type="button"
                className="flex min-h-11 w-full flex-wrap items-center gap-x-2 px-3 py-2 text-left text-sm hover:bg-ivory"
                onClick={() => {
                  setChosen({ ...chosen, [id]: name })
                  setTyped('')
                  choose([...ids, id])
                }}
              >
                <span className="font-semibold">{name}</span>
                <span className="text-oud">{brand.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-xs text-night/80 empty:hidden">
        {search.length > 1 ? describeFound(isError, found?.products.length) : ''}
      </p>
    </div>
  )
}

function describeFound(isError: boolean, count: number | undefined): string {
  if (isError) return 'Nie udało się wczytać produktów.'
  return count === 0 ? 'Nie ma takiego produktu w sklepie.' : ''
}
