import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { href } from 'react-router'
import { useListParams } from '#app/admin/list-filters.tsx'
import { ProductFilterBar } from '#app/admin/products/product-filter-bar.tsx'
import { adminProductsQuery } from '#app/admin/products/products-data.ts'
import { describePieces } from '#app/admin/products/save-stock.ts'
import { ListPages } from '#app/admin/ui/list-parts.tsx'
import { AnswerView } from '#app/admin/ui/query-view.tsx'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { Price } from '#app/ui/price.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { type AdminProduct, parseAdminFilters, toAdminSearchParams } from '#domain/catalog/admin/admin-product.ts'
import type { AdminProductPage } from '#domain/catalog/admin/admin-product-queries.server.ts'
import { describeSize, scentOf } from '#domain/catalog/scents/sizes.ts'
import { countPages } from '#domain/kernel/lists/paging.ts'

type ProductChoiceProps = {
  chosen: ReadonlyMap<string, AdminProduct>
  onChoose: (products: readonly AdminProduct[], isChosen: boolean) => void
}

/** Products by filters and pages, to be chosen one by one, by scent, by page or all that are found. */
export function ProductChoice({ chosen, onChoose }: ProductChoiceProps) {
  const [params, changeParams] = useListParams()
  const filters = parseAdminFilters(params)
  const answer = useQuery(adminProductsQuery(filters), queryClient)
  const products = answer.data?.items ?? []
  const [wholeScents, setWholeScents] = useState(false)
  const listChosen = (product: AdminProduct) =>
    wholeScents ? products.filter((other) => scentOf(other) === scentOf(product)) : [product]
  const all = products.length > 0 && products.every(({ id }) => chosen.has(id))
  const [isChoosing, setChoosing] = useState(false)

  /** Selects all products that the filters find, on every page. */
  async function chooseFound({ total, pageSize }: AdminProductPage) {
    setChoosing(true)
    try {
      const pages = Array.from({ length: countPages(total, pageSize) }, (_, index) => index + 1)
      const lists = await Promise.all(
        pages.map((page) => queryClient.fetchQuery(adminProductsQuery({ ...filters, page }))),
      )
      onChoose(
        lists.flatMap(({ items }) => items),
        true,
      )
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      toast({ title: 'Nie udało się wczytać produktów.', tone: 'error', ...(description && { description }) })
    } finally {
      setChoosing(false)
    }
  }
  return (
    <div className="space-y-3">
      <ProductFilterBar
        filters={filters}
        brands={answer.data?.brands ?? []}
        onChange={(changed) =>
          changeParams((params) => toAdminSearchParams({ ...parseAdminFilters(params), page: 1, ...changed }), {
            replace: true,
            defaultShouldRevalidate: false,
          })
        }
      />
      <AnswerView of={answer} failed="Błąd" loading={<Skeleton className="h-40" />} className="space-y-3">
        {(list) =>
          products.length === 0 ? (
            <EmptyState title="Brak produktów pasujących do kryteriów" />
          ) : (
            <>
              <div className="flex flex-wrap gap-x-6">
                <CheckboxField
                  label={`Zaznacz wszystkie na tej stronie (${products.length})`}
                  checked={all}
                  onChange={() => onChoose(products, !all)}
                />
                <CheckboxField
                  label="Zaznaczaj razem wszystkie pojemności zapachu"
                  checked={wholeScents}
                  onChange={() => setWholeScents(!wholeScents)}
                />
              </div>
              {list.total > products.length && (
                <Button variant="secondary" size="tight" busy={isChoosing} onClick={() => void chooseFound(list)}>
                  {`Zaznacz wszystkie znalezione (${list.total})`}
                </Button>
              )}
              <ul className="divide-y divide-night/10 border-t border-night/10">
                {products.map((product) => (
                  <li key={product.id}>
                    <label className="flex min-h-11 items-center gap-3 text-sm lg:min-h-10">
                      <input
                        type="checkbox"
                        className="size-5 shrink-0 accent-night"
                        checked={chosen.has(product.id)}
                        onChange={({ target }) => onChoose(listChosen(product), target.checked)}
                      />
                      <span className="min-w-0 flex-1 wrap-anywhere">
                        <span className="font-semibold">{product.name}</span>{' '}
                        <span className="text-night/80">
                          {product.brand_name} · {describeSize(product)}
                        </span>
                      </span>
                      <span className="text-right text-xs tabular-nums">{describePieces(product.stock_quantity)}</span>
                      <Price grosze={product.regular_price_cents} className="w-24 text-right text-sm" />
                    </label>
                  </li>
                ))}
              </ul>
              <ListPages
                of={list}
                className=""
                label="Strony produktów"
                buildHref={(page) => `${href('/admin/produkty/arkusz')}?${toAdminSearchParams({ ...filters, page })}`}
              />
            </>
          )
        }
      </AnswerView>
    </div>
  )
}
