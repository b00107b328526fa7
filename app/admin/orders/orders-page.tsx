import { useQuery } from '@tanstack/react-query'
import { href, useSearchParams } from 'react-router'
import { useListKeys } from '#app/admin/list-keys.ts'
import { queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { countPages } from '#domain/kernel/paging.ts'
import type { OrderList } from '#domain/orders/admin/admin-order-list.ts'
import { isFiltered } from '#domain/orders/admin/order-filters.ts'
import { inflectOrders } from '#domain/orders/order.ts'
import { ExportMenu } from './export-menu.tsx'
import { OrderCards } from './order-cards.tsx'
import { OrderFilterBar } from './order-filter-bar.tsx'
import { OrderTable } from './order-table.tsx'
import { ordersQuery, parseOrderFilters, toParameters } from './orders-data.ts'
import { toParcels } from './parcels.ts'

/** 'Zamówienia': all orders, newest first; a table where there is room, cards on the phone. */
export default function Orders() {
  const [params] = useSearchParams()
  const { data, error, refetch, isPlaceholderData } = useQuery(ordersQuery(params), queryClient)
  useListKeys()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h1 className="font-display text-2xl">
          Zamówienia {data && <span className="text-oud tabular-nums">({formatTotal(data)})</span>}
        </h1>
        {data && data.total > 0 && (
          <ExportMenu filters={parseOrderFilters(params)} what={`${formatTotal(data)} ${inflectOrders(data.total)}`} />
        )}
      </div>
      <OrderFilterBar />
      <p role="status" className="sr-only">
        {data && !isPlaceholderData && `${formatTotal(data)} ${inflectOrders(data.total)}`}
      </p>
      {error ? (
        <Alert title="Nie udało się wczytać zamówień." onRetry={() => void refetch()}>
          {error.message}
        </Alert>
      ) : data ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          <FoundOrders list={data} params={params} />
        </div>
      ) : (
        <Loading />
      )}
    </>
  )
}

function FoundOrders({ list, params }: { list: OrderList; params: URLSearchParams }) {
  const filters = parseOrderFilters(params)
  if (list.items.length === 0) {
    return isFiltered(filters) ? (
      <EmptyState title="Brak zamówień pasujących do filtrów">
        <p className="text-sm">Usuń któryś filtr albo wpisz krótszy fragment: numer, e-mail, telefon lub nazwisko.</p>
      </EmptyState>
    ) : (
      <EmptyState title="Brak zamówień" />
    )
  }
  const parcels = toParcels(list.items)
  return (
    <>
      <OrderTable parcels={parcels} />
      <OrderCards parcels={parcels} />
      <Pagination
        page={list.page}
        lastPage={countPages(list.total, list.pageSize)}
        label="Strony zamówień"
        buildHref={(page) => buildListHref({ ...toParameters(filters), ...(page > 1 && { page: String(page) }) })}
        className="mt-6"
      />
      {list.isMore && (
        <p className="mt-3 text-center text-sm text-oud">
          Lista kończy się na {list.total} najnowszych. Zawęź ją datami, aby zobaczyć starsze.
        </p>
      )}
    </>
  )
}

function buildListHref(parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters).toString()
  return query === '' ? href('/admin/zamowienia') : `${href('/admin/zamowienia')}?${query}`
}

const formatTotal = ({ total, isMore }: OrderList) => (isMore ? `ponad ${total}` : String(total))

function Loading() {
  return (
    <div className="space-y-2 rounded-2xl border border-night/15 bg-white p-3">
      <span className="sr-only">Wczytywanie zamówień...</span>
      {Array.from({ length: 10 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without anything in them
        <Skeleton key={row} className="h-16 lg:h-8" />
      ))}
    </div>
  )
}
