import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { href } from 'react-router'
import { useRemoval } from '#app/admin/confirm-dialog.tsx'
import { useRowDialog } from '#app/admin/history-dialog.ts'
import { buildAddress, SearchField, useListParams, withParams, writePage } from '#app/admin/list-filters.tsx'
import { IconButton, ListPages } from '#app/admin/ui/list-parts.tsx'
import { AnswerView, LoadingList } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { AdminBrand } from '#domain/catalog/admin/admin-brand.ts'
import { inflectProducts } from '#domain/catalog/product.ts'
import { BrandDialog } from './brand-dialog.tsx'
import { brandsQuery, readBrandSearch, refreshBrands } from './brands-data.ts'

/** 'Zarządzanie markami': finds, adds, changes and deletes active brands. */
export default function Brands() {
  const [params, changeParams] = useListParams()
  const answer = useQuery(brandsQuery(params), queryClient)
  const list = answer.data
  const search = readBrandSearch(params)
  const edited = useRowDialog('brand', list?.items, ({ id }) => id)
  const removal = useRemoval<AdminBrand>({
    title: 'Usuń markę',
    confirm: 'Usuń markę',
    question: (brand) => `Czy na pewno chcesz usunąć markę „${brand?.name ?? ''}”? Ta operacja jest nieodwracalna.`,
    call: ({ id, version }) => callApi('delete', '/api/admin/brands/:id', { param: { id }, json: { version } }),
    failed: 'Błąd usuwania',
    done: 'Marka usunięta',
    nameOf: ({ name }) => name,
    refresh: refreshBrands,
  })

  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Zarządzanie markami</h1>
        <Button onClick={() => edited.open(null)}>
          <Plus aria-hidden="true" className="size-4" />
          Dodaj markę
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <section aria-label="Liczba marek" className="card inline-flex items-center gap-3 px-5 py-2.5">
          <h2 className="text-sm text-oud">{search === '' ? 'Wszystkie marki' : 'Znalezione marki'}</h2>
          <p role="status" className="font-display text-xl tabular-nums">
            {list?.total ?? '…'}
          </p>
        </section>
        <SearchField
          label="Szukaj marek"
          placeholder="Szukaj po nazwie"
          search={search}
          onSearch={(text) =>
            changeParams((present) => withParams(present, { search: text, page: null }), {
              replace: true,
              defaultShouldRevalidate: false,
            })
          }
          className="sm:max-w-sm"
        />
      </div>
      <AnswerView
        of={answer}
        failed="Nie udało się wczytać marek."
        loading={<LoadingList of="marek" rows={8} rowClass="h-20 lg:h-10" />}
      >
        {(found) =>
          found.total === 0 ? (
            <EmptyState title={search === '' ? 'Brak marek w systemie' : 'Brak marek pasujących do wyszukiwania'} />
          ) : (
            <>
              <BrandList brands={found.items} onEdit={edited.open} onDelete={removal.ask} />
              <ListPages
                of={found}
                label="Strony marek"
                buildHref={(page) => buildAddress(href('/admin/marki'), { search, page: writePage(page) })}
              />
            </>
          )
        }
      </AnswerView>
      {edited.shown && <BrandDialog brand={edited.shown.row} onClose={edited.close} />}
      {removal.dialog}
    </div>
  )
}

type BrandListProps = {
  brands: readonly AdminBrand[]
  onEdit: (brand: AdminBrand) => void
  onDelete: (brand: AdminBrand) => void
}

function BrandList({ brands, onEdit, onDelete }: BrandListProps) {
  return (
    <div className="card overflow-clip">
      <div
        aria-hidden="true"
        className={classNames(
          'sticky top-0 z-10 hidden gap-x-4 border-b border-night/15 bg-sand px-4 py-2 text-xs font-semibold lg:grid',
          COLUMNS,
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

const COLUMNS = 'lg:grid-cols-[minmax(0,18rem)_minmax(0,13rem)_minmax(0,1fr)_6.5rem_auto]'

/** One brand: a row on wide screens, a card on the phone. A press anywhere on it opens the form. */
function BrandRow({ brand, onEdit, onDelete }: { brand: AdminBrand; onEdit: () => void; onDelete: () => void }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard uses the pencil button
    <article
      aria-labelledby={`marka-${brand.id}`}
      onClick={({ target }) => {
        const isOther = target instanceof Element && target.closest('button') !== null
        if (!isOther && window.getSelection()?.isCollapsed !== false) onEdit()
      }}
      className={classNames(
        'grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-3 text-sm hover:bg-ivory',
        'lg:py-1',
        COLUMNS,
      )}
    >
      <h2 id={`marka-${brand.id}`} className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        <span>{brand.name}</span>
        {brand.is_original && <span className="rounded-full bg-sand px-2 text-xs font-semibold">Oryginalna linia</span>}
      </h2>
      <p className="text-xs text-night/80 max-lg:col-start-1 max-lg:row-start-2 lg:truncate">Slug: {brand.slug}</p>
      <p
        title={brand.description}
        className="text-night/85 max-lg:col-span-2 max-lg:row-start-4 max-lg:mt-1 lg:line-clamp-2"
      >
        {brand.description}
      </p>
      <p className="text-xs tabular-nums max-lg:col-start-1 max-lg:row-start-3 lg:text-right">
        {brand.products} {inflectProducts(brand.products)}
      </p>
      <div className="flex gap-1 max-lg:col-start-2 max-lg:row-span-3 max-lg:row-start-1 max-lg:self-start">
        <IconButton icon={Pencil} label={`Edytuj markę ${brand.name}`} onClick={onEdit} />
        {brand.is_arabic ? (
          // No delete button: this brand cannot be deleted.
          <span className="size-11 lg:size-9" />
        ) : (
          <IconButton icon={Trash2} label={`Usuń markę ${brand.name}`} className="text-wine" onClick={onDelete} />
        )}
      </div>
    </article>
  )
}
