import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { href, useSearchParams } from 'react-router'
import { queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { AdminBrand } from '#domain/catalog/admin/admin-brand.ts'
import { countPages } from '#domain/kernel/paging.ts'
import { SearchField } from '../search-field.tsx'
import { BrandDialog } from './brand-dialog.tsx'
import { BRAND_COLUMNS, BrandRow } from './brand-row.tsx'
import { brandsQuery, readBrandSearch } from './brands-data.ts'
import { DeleteBrandDialog } from './delete-brand-dialog.tsx'

/** Names a brand, or that a new one is asked for; in the address, so that Back closes the dialog. */
const OPEN = { edit: 'edytuj', remove: 'usun' } as const
const NEW = 'nowa'

/** 'Zarządzanie markami': all active brands, to be found, added, changed and deleted. */
export default function Brands() {
  const [params, setParams] = useSearchParams()
  const { data: list, error, isPlaceholderData, refetch } = useQuery(brandsQuery(params), queryClient)
  const search = readBrandSearch(params)
  const edited = params.get(OPEN.edit)
  const named = (id: string | null) => list?.items.find((brand) => brand.id === id)
  const toDelete = named(params.get(OPEN.remove))

  function go(change: Record<string, string | null>, { replace = false } = {}) {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    }
    setParams(next, { replace, preventScrollReset: true, defaultShouldRevalidate: false })
  }
  const close = () => go({ [OPEN.edit]: null, [OPEN.remove]: null }, { replace: true })

  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Zarządzanie markami</h1>
        <Button onClick={() => go({ [OPEN.edit]: NEW })}>
          <Plus aria-hidden="true" className="size-4" />
          Dodaj markę
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Total total={search === '' ? list?.total : undefined} found={search === '' ? undefined : list?.total} />
        <SearchField
          label="Szukaj marek"
          placeholder="Szukaj po nazwie"
          search={search}
          onSearch={(text) => go({ search: text, page: null }, { replace: true })}
          className="sm:max-w-sm"
        />
      </div>
      {error ? (
        <Alert title="Nie udało się wczytać marek." onRetry={() => void refetch()}>
          {error.message}
        </Alert>
      ) : !list ? (
        <Loading />
      ) : list.total === 0 ? (
        <EmptyState title={search === '' ? 'Brak marek w systemie' : 'Brak marek pasujących do wyszukiwania'} />
      ) : (
        <div aria-busy={isPlaceholderData || undefined} className={classNames(isPlaceholderData && 'opacity-60')}>
          <BrandList
            brands={list.items}
            onEdit={({ id }) => go({ [OPEN.edit]: id })}
            onDelete={({ id }) => go({ [OPEN.remove]: id })}
          />
          <Pagination
            page={list.page}
            lastPage={countPages(list.total, list.pageSize)}
            label="Strony marek"
            buildHref={(page) => buildListHref(search, page)}
            className="mt-6"
          />
        </div>
      )}
      {edited !== null && (edited === NEW || named(edited)) && (
        <BrandDialog key={edited} brand={named(edited) ?? null} onClose={close} />
      )}
      {toDelete && <DeleteBrandDialog brand={toDelete} onClose={close} />}
    </div>
  )
}

function buildListHref(search: string, page: number): string {
  const query = new URLSearchParams({ ...(search && { search }), ...(page > 1 && { page: String(page) }) }).toString()
  return query === '' ? href('/admin/marki') : `${href('/admin/marki')}?${query}`
}

function Total({ total, found }: { total: number | undefined; found: number | undefined }) {
  return (
    <section
      aria-label="Liczba marek"
      className="inline-flex items-center gap-3 rounded-2xl border border-night/10 bg-white px-5 py-2.5"
    >
      <h2 className="text-sm text-oud">{found === undefined ? 'Wszystkie marki' : 'Znalezione marki'}</h2>
      <p role="status" className="font-display text-xl tabular-nums">
        {found ?? total ?? '…'}
      </p>
    </section>
  )
}

type BrandListProps = {
  brands: readonly AdminBrand[]
  onEdit: (brand: AdminBrand) => void
  onDelete: (brand: AdminBrand) => void
}

function BrandList({ brands, onEdit, onDelete }: BrandListProps) {
  return (
    <div className="overflow-clip rounded-2xl border border-night/15 bg-white">
      <div
        aria-hidden="true"
        className={classNames(
          'sticky top-0 z-10 hidden gap-x-4 border-b border-night/15 bg-sand px-4 py-2 text-xs font-semibold lg:grid',
          BRAND_COLUMNS,
        )}
      >
        <span>Nazwa</span>
        <span>Slug</span>
        <span>Opis</span>
        <span className="text-right">Produkty</span>
        <span className="w-19" />
      </div>
      <ul className="divide-y divide-night/10">
        {brands.map((brand) => (
          <li key={brand.id}>
            <BrandRow brand={brand} onEdit={() => onEdit(brand)} onDelete={() => onDelete(brand)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Loading() {
  return (
    <div className="space-y-2 rounded-2xl border border-night/15 bg-white p-3">
      <span className="sr-only">Wczytywanie marek...</span>
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without anything in them
        <Skeleton key={row} className="h-20 lg:h-10" />
      ))}
    </div>
  )
}
