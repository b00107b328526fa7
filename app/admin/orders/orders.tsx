import { href, Link } from 'react-router'
import { servicesContext } from '#app/services-context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { listOrders } from '#domain/orders/order-queries.server.ts'
import type { Route } from './+types/orders'
import { adminCheckouts, ORDERS_PER_PAGE, pageOf } from './admin-orders.ts'
import { OrderCards } from './order-cards.tsx'
import { OrderTable } from './order-table.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const wanted = pageOf(new URL(request.url).searchParams.get('page'))
  const first = await listOrders(db, { page: wanted, pageSize: ORDERS_PER_PAGE })
  const pages = Math.max(1, Math.ceil(first.total / ORDERS_PER_PAGE))
  const page = Math.min(wanted, pages)
  const { items, total } = page === wanted ? first : await listOrders(db, { page, pageSize: ORDERS_PER_PAGE })
  return { checkouts: adminCheckouts(items), total, page, pages }
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
      {pages > 1 && (
        <nav aria-label="Strony zamówień" className="mt-6 flex items-center justify-center gap-4 text-sm">
          <PageLink to={page - 1} exists={page > 1} rel="prev" label="Poprzednia" />
          <p className="tabular-nums">
            Strona {page} z {pages}
          </p>
          <PageLink to={page + 1} exists={page < pages} rel="next" label="Następna" />
        </nav>
      )}
    </>
  )
}

function PageLink({ to, exists, rel, label }: { to: number; exists: boolean; rel: 'prev' | 'next'; label: string }) {
  if (!exists) {
    return (
      <span aria-disabled="true" className={buttonClass('secondary', 'md', 'opacity-40')}>
        {label}
      </span>
    )
  }
  const path = href('/admin')
  return (
    <Link to={to === 1 ? path : `${path}?page=${to}`} rel={rel} className={buttonClass('secondary')}>
      {label}
    </Link>
  )
}
