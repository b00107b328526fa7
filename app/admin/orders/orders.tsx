import { href } from 'react-router'
import { servicesContext } from '#app/services-context.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { listOrders } from '#domain/orders/order-queries.server.ts'
import { buildPageHref, parsePage } from '#domain/paging.ts'
import type { Route } from './+types/orders'
import { ORDERS_PER_PAGE, toAdminCheckouts } from './admin-orders.ts'
import { OrderCards } from './order-cards.tsx'
import { OrderTable } from './order-table.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const wanted = parsePage(new URL(request.url).searchParams)
  const { items, ...list } = await listOrders(db, { page: wanted, pageSize: ORDERS_PER_PAGE })
  return { ...list, checkouts: toAdminCheckouts(items) }
}

/** All orders, newest first, to read: a table where there is room, cards on the phone. */
export default function Orders({ loaderData }: Route.ComponentProps) {
  const { checkouts, total, page, pages } = loaderData
  return (
    <>
      <h1 className="mb-4 font-display text-2xl">
        Zamówienia <span className="text-oud tabular-nums">({total})</span>
      </h1>
      {total === 0 ? (
        <p className="rounded-2xl border border-dashed border-night/30 px-6 py-14 text-center">Brak zamówień</p>
      ) : (
        <>
          <OrderTable checkouts={checkouts} />
          <OrderCards checkouts={checkouts} />
        </>
      )}
      <Pagination
        page={page}
        lastPage={pages}
        label="Strony zamówień"
        buildHref={(number) => buildPageHref(href('/admin'), number)}
        className="mt-6"
      />
    </>
  )
}
