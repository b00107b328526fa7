import { Link } from 'react-router'
import { SignOutButton } from '#app/account/sign-out-button.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import type { AdminOrdersPage } from './admin-orders.ts'
import { OrderCards } from './order-cards.tsx'
import { OrderTable } from './order-table.tsx'

/** The owner's orders, newest first, to read: a table where there is room, cards on the phone. */
export function OrdersScreen({ email, checkouts, total, page, pages }: AdminOrdersPage & { email: string }) {
  return (
    <>
      <header className="border-b border-night/10 bg-white">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="font-display text-xl">Panel Administracyjny</p>
            <p className="text-xs break-words text-oud">{email}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <a href="/" className={buttonClass('quiet')}>
              Sklep
            </a>
            <SignOutButton />
          </div>
        </div>
      </header>
      <main className="page-width py-6">
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
      </main>
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
  return (
    <Link to={to === 1 ? '/admin' : `/admin?page=${to}`} rel={rel} className={buttonClass('secondary')}>
      {label}
    </Link>
  )
}
