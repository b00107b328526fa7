import { useQuery } from '@tanstack/react-query'
import { href, Link } from 'react-router'
import { GenderBadge } from '#app/admin/products/product-row.tsx'
import { Caution } from '#app/admin/ui/card.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { isNearLimit } from '#domain/catalog/admin/admin-product.ts'
import type { CatalogOverview } from '#domain/catalog/admin/catalog-overview-queries.server.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { catalogQuery } from './overview-data.ts'

/** Three counts of the catalogue, and a warning when the shop has nearly reached its limit of products. */
export function StatCards() {
  const { data, error, refetch } = useQuery(catalogQuery, queryClient)
  if (error && !data) {
    return (
      <Alert title="Nie udało się załadować liczb" onRetry={() => void refetch()}>
        {error.message}
      </Alert>
    )
  }
  return (
    <>
      <dl className="grid grid-cols-3 gap-3 lg:gap-4">
        <Stat label="Aktywne produkty" value={data && String(data.products)} />
        <Stat label="Marki" value={data && String(data.brands)} />
        <Stat label="Wykorzystanie limitu" value={data && `${data.products}/${data.limit}`} />
      </dl>
      {data && isNearLimit(data.products, data.limit) && (
        <Caution role="status">
          <strong className="font-semibold">Zbliżasz się do limitu {data.limit} produktów</strong>: jest ich już{' '}
          {data.products}.
        </Caution>
      )}
    </>
  )
}

function Stat({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div className="card flex flex-col-reverse justify-end px-3 py-3 sm:px-5">
      <dt className="text-xs text-oud sm:text-sm">{label}</dt>
      <dd className="font-display text-2xl tabular-nums sm:text-3xl">{value ?? '…'}</dd>
    </div>
  )
}

export function RecentProducts() {
  return (
    <QueryCard
      title="Ostatnio dodane produkty"
      folds
      query={catalogQuery}
      failed="Nie udało się załadować produktów"
      rows={PAGE_SIZES.recentProductsShown}
      aside={
        <Link to={href('/admin/produkty')} className="py-1 text-sm underline underline-offset-4">
          Wszystkie
        </Link>
      }
    >
      {({ recent }) => <RecentList recent={recent} />}
    </QueryCard>
  )
}

function RecentList({ recent }: Pick<CatalogOverview, 'recent'>) {
  if (recent.length === 0) {
    return (
      <div className="space-y-3 text-sm text-night/85">
        <p>Brak produktów w sklepie</p>
        <Link to={`${href('/admin/produkty')}?produkt=nowy`} className={buttonClass('secondary')}>
          Dodaj pierwszy produkt
        </Link>
      </div>
    )
  }
  const shown = recent.slice(0, PAGE_SIZES.recentProductsShown)
  return (
    <ul className="divide-y divide-night/10">
      {shown.map(({ id, brand_name, gender, price_grosze, image_key, ...product }) => (
        <li key={id} className="flex items-center gap-3 py-2 text-sm">
          <ProductPicture
            imageKey={image_key}
            alt=""
            sizes="40px"
            className="w-10 shrink-0 overflow-hidden rounded-md"
          />
          <div className="min-w-0 flex-1">
            <p className="truncate font-semibold">{nameSized(product)}</p>
            <p className="truncate text-xs text-night/85">{brand_name}</p>
          </div>
          <GenderBadge gender={gender} />
          <Price grosze={price_grosze} className="min-w-18 text-right font-semibold" />
        </li>
      ))}
    </ul>
  )
}
