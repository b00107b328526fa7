import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ProductLink } from '#app/catalog/product-link.tsx'
import { pickerProductsQuery, queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ARROW_RIGHT, Icon } from '#app/ui/icon.tsx'
import { Price } from '#app/ui/price.tsx'
import { SAVES_DATA } from '#app/ui/save-data.ts'
import { isFor, type PickerGender } from '#domain/catalog/lists/picker.ts'
import { type CardProduct, findCheapest, inflectProducts } from '#domain/catalog/product.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { TILE, TILE_GRID, TILE_NAME, TILE_SIZE, TileFace, TilePager, TileSkeletons } from './picker-tiles.tsx'

/** Loads the products of a brand whose tile may be pressed next. */
export function prefetchBrand(slug: string): void {
  if (!SAVES_DATA) void queryClient.prefetchQuery(pickerProductsQuery({ brand: slug }))
}

/** The products of a brand, or those of a search. */
type PickerFilter = { brand: string } | { search: string }

type PickerProductsProps = {
  gender: PickerGender
  filter: PickerFilter
  /** Leads back to all brands; null: there is no button back. */
  onBack: (() => void) | null
}

function TilePrice({ product }: { product: CardProduct }) {
  const cheapest = findCheapest(product)
  return (
    <span className="text-xs font-semibold">
      {cheapest && <span>od </span>}
      <Price grosze={(cheapest ?? product).current_price_cents} />
    </span>
  )
}

export default function PickerProducts({ gender, filter, onBack }: PickerProductsProps) {
  const { data, error, refetch } = useQuery(pickerProductsQuery(filter), queryClient)
  const [page, setPage] = useState(1)
  const shownList = `${gender} ${JSON.stringify(filter)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its first page.
  useEffect(() => setPage(1), [shownList])

  if (error) {
    return (
      <Alert title="Nie udało się wczytać perfum." onRetry={() => void refetch()}>
        {error.message}
      </Alert>
    )
  }
  if (!data) return <TileSkeletons />
  const products = data.items.filter((product) => isFor(product, gender))
  const pageSize = 'brand' in filter ? PAGE_SIZES.pickerOfBrand : PAGE_SIZES.picker
  const pages = Math.max(1, Math.ceil(products.length / pageSize))
  const shown = products.slice((Math.min(page, pages) - 1) * pageSize, Math.min(page, pages) * pageSize)
  return (
    <>
      <p role="status" className="sr-only">
        {products.length === 0
          ? 'Brak produktów'
          : `${products.length} ${inflectProducts(products.length)}, strona ${page} z ${pages}`}
      </p>
      <ul className={TILE_GRID}>
        {onBack && (
          <li className={TILE_SIZE}>
            <button
              type="button"
              onClick={onBack}
              className={`${TILE} grid place-items-center bg-night p-2 text-center text-sm font-semibold text-ivory on-night hover:bg-oud`}
            >
              <span>
                <Icon d={ARROW_RIGHT} className="mx-auto mb-1 size-5 rotate-180" />
                Wszystkie marki
              </span>
            </button>
          </li>
        )}
        {shown.map((product) => (
          <li key={product.id} className={TILE_SIZE}>
            <ProductLink product={product} className={TILE}>
              <TileFace imageKey={product.image_key}>
                <span className={TILE_NAME}>{product.name}</span>
                <TilePrice product={product} />
              </TileFace>
            </ProductLink>
          </li>
        ))}
        {products.length === 0 && (
          <li className="col-span-full row-span-2 grid place-content-center gap-1 p-4 text-center">
            <span className="font-display text-xl">Brak produktów</span>
            <span className="text-sm">Sprawdź pisownię albo wpisz mniej.</span>
          </li>
        )}
      </ul>
      <TilePager page={Math.min(page, pages)} pages={pages} onPage={setPage} label="Kolejne perfumy" />
    </>
  )
}
