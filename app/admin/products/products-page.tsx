import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { href, Link, useLocation, useNavigate } from 'react-router'
import { buildDialogState, useIsCovered } from '#app/admin/history-dialog.ts'
import { useListParams, withParams } from '#app/admin/list-filters.tsx'
import { useListKeys } from '#app/admin/list-keys.ts'
import { Caution } from '#app/admin/ui/card.tsx'
import { ListPages } from '#app/admin/ui/list-parts.tsx'
import { queryClient } from '#app/query-client.ts'
import { servicesContext } from '#app/services-context.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import {
  type AdminProductFilters,
  isNearLimit,
  parseAdminFilters,
  toAdminSearchParams,
} from '#domain/catalog/admin/admin-product.ts'
import type { AdminProductPage } from '#domain/catalog/admin/admin-product-queries.server.ts'
import { inflectProducts } from '#domain/catalog/product.ts'
import type { Route } from './+types/products-page'
import { ProductDialog } from './edit-product-dialog.tsx'
import { ProductFilterBar } from './product-filter-bar.tsx'
import { COLUMNS, ProductRow } from './product-row.tsx'
import { useProductSync } from './product-sync.tsx'
import { adminProductsQuery } from './products-data.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { provider: context.get(servicesContext).profile.paymentProvider }
}

/** 'Zarządzanie produktami': finds, adds and edits products, sets their stock and marks them as sold out. */
export default function Products({ loaderData: { provider } }: Route.ComponentProps) {
  const [params, changeParams] = useListParams()
  const filters = parseAdminFilters(params)
  const { data: list, error, isPlaceholderData, refetch } = useQuery(adminProductsQuery(filters), queryClient)
  const dialog = useProductDialog()
  const sync = useProductSync(provider)
  useListKeys()

  function changeFilters(changed: Partial<AdminProductFilters>) {
    changeParams((params) => toAdminSearchParams({ ...parseAdminFilters(params), page: 1, ...changed }), {
      replace: true,
      defaultShouldRevalidate: false,
    })
  }

  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="font-display text-2xl">Zarządzanie produktami</h1>
        <div className="flex flex-wrap gap-2">
          <Link to={href('/admin/partie')} className={buttonClass('quiet', 'tight')}>
            Partie
          </Link>
          <Link to={href('/admin/inwentaryzacja')} className={buttonClass('quiet', 'tight')}>
            Inwentaryzacja
          </Link>
          <Link to={href('/admin/produkty/arkusz')} className={buttonClass('quiet', 'tight')}>
            Zmiany zbiorcze
          </Link>
          {sync.button}
          <Button size="tight" disabled={!list || list.active >= list.limit} onClick={() => dialog.open(NEW)}>
            <Plus aria-hidden="true" className="size-4 max-[26rem]:hidden" />
            Dodaj produkt
          </Button>
        </div>
      </div>
      {sync.progress}
      <Total list={list} />
      {list && isNearLimit(list.active, list.limit) && <LimitWarning active={list.active} limit={list.limit} />}
      <ProductFilterBar filters={filters} brands={list?.brands ?? []} onChange={changeFilters} />
      {error && !list ? (
        <Alert title="Błąd" onRetry={() => void refetch()}>
          {error.message}
        </Alert>
      ) : list ? (
        <ProductList list={list} filters={filters} isStale={isPlaceholderData} provider={provider} />
      ) : (
        <ListSkeleton />
      )}
      {list && dialog.shown !== null && (
        <ProductDialog
          key={`${dialog.shown} ${dialog.sizeOf}`}
          productId={dialog.shown === NEW ? null : dialog.shown}
          sizeOf={dialog.sizeOf}
          brands={list.brands}
          provider={provider}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}

/** Parameter of the address that opens the form, so that Back closes it and a reload opens it again. */
const FORM = 'produkt'
const NEW = 'nowy'
/** Parameter for a new product: another product with the same scent, of which the new one is a further size. */
const SIZE_OF = 'rozmiar'

/** The history entry that opens the form of a product over the list with its present filters. */
function buildFormEntry(search: string, productId: string) {
  const params = withParams(new URLSearchParams(search), { [FORM]: productId })
  return { to: { search: `?${params}` }, state: buildDialogState(FORM, productId) }
}

function useProductDialog() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const isOverList = useIsCovered()
  const params = new URLSearchParams(search)
  return {
    shown: params.get(FORM),
    sizeOf: params.get(SIZE_OF) ?? undefined,
    open(productId: string) {
      const { to, state } = buildFormEntry(search, productId)
      void navigate(to, { state, preventScrollReset: true, defaultShouldRevalidate: false })
    },
    close() {
      if (isOverList) {
        void navigate(-1)
        return
      }
      params.delete(FORM)
      params.delete(SIZE_OF)
      const options = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false }
      void navigate({ search: params.size > 0 ? `?${params}` : '' }, options)
    },
  }
}

function Total({ list }: { list: AdminProductPage | undefined }) {
  return (
    <section aria-label="Wszystkie produkty" className="card inline-flex items-baseline gap-3 px-5 py-2.5">
      <h2 className="text-sm text-oud">Wszystkie produkty</h2>
      <p className="font-display text-xl tabular-nums">{list?.active ?? '…'}</p>
      {list && <p className="text-xs text-night/80">z maksymalnie {list.limit}</p>}
    </section>
  )
}

function LimitWarning({ active, limit }: { active: number; limit: number }) {
  const left = Math.max(0, limit - active)
  return (
    <Caution role="status">
      <strong className="font-semibold">Zbliżasz się do limitu {limit} produktów.</strong>{' '}
      {left === 0
        ? 'Aby dodać nowy, usuń któryś z obecnych.'
        : `Możesz dodać jeszcze ${left} ${inflectProducts(left)}.`}
    </Caution>
  )
}

type ProductListProps = { list: AdminProductPage; filters: AdminProductFilters; isStale: boolean; provider: string }

function ProductList({ list, filters, isStale, provider }: ProductListProps) {
  const { search } = useLocation()
  const isFiltered = filters.search !== '' || filters.gender !== null
  if (list.total === 0) {
    if (isFiltered) return <EmptyState title="Brak produktów pasujących do kryteriów" />
    return (
      <EmptyState title="Brak produktów w sklepie">
        <p className="max-w-md text-sm">
          Kupujący widzą, że sklep dopiero się urządza. Dodaj pierwszy produkt albo wczytaj plik.
        </p>
        <Link to="?produkt=nowy" className={buttonClass()}>
          Dodaj pierwszy produkt
        </Link>
      </EmptyState>
    )
  }
  return (
    <div aria-busy={isStale || undefined} className={classNames('space-y-4', isStale && 'opacity-60')}>
      <p role="status" className="text-sm text-night/85">
        {isFiltered && `Pasuje ${list.total} ${inflectProducts(list.total)}`}
      </p>
      <div className="card overflow-clip">
        <div
          aria-hidden="true"
          className={classNames(
            'sticky top-0 z-10 hidden border-b border-night/15 bg-sand px-4 py-2 text-xs font-semibold xl:grid',
            COLUMNS,
          )}
        >
          <span />
          <span>Produkt</span>
          <span>Stan</span>
          <span className="text-right">Cena</span>
          <span>Płeć</span>
          <span>Wyprzedany</span>
          <span />
        </div>
        <ul className="divide-y divide-night/10">
          {list.items.map((product) => (
            <li key={product.id}>
              <ProductRow product={product} provider={provider} edit={buildFormEntry(search, product.id)} />
            </li>
          ))}
        </ul>
      </div>
      <ListPages
        of={list}
        label="Strony produktów"
        buildHref={(page) => {
          const params = toAdminSearchParams({ ...filters, page })
          return params.size === 0 ? href('/admin/produkty') : `${href('/admin/produkty')}?${params}`
        }}
        className=""
      />
    </div>
  )
}

function ListSkeleton() {
  return (
    <div className="card divide-y divide-night/10">
      <span role="status" className="sr-only">
        Wczytywanie produktów
      </span>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
        <div key={index} className="flex items-center gap-4 px-4 py-3">
          <Skeleton className="h-16 w-14 shrink-0 xl:h-11 xl:w-9" />
          <Skeleton className="h-5 w-1/3" />
          <Skeleton className="ml-auto h-9 w-40" />
        </div>
      ))}
    </div>
  )
}
