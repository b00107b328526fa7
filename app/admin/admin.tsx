import { data } from 'react-router'
import { SignOutButton } from '#app/account/sign-out-button.tsx'
import { type AdminOrdersPage, adminCheckouts, ORDERS_PER_PAGE, pageOf } from '#app/admin/orders/admin-orders.ts'
import { OrdersScreen } from '#app/admin/orders/orders-screen.tsx'
import { servicesContext } from '#app/services-context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { isAdmin } from '#domain/accounts/account.ts'
import { listOrders } from '#domain/orders/order-queries.server.ts'
import type { Route } from './+types/admin'
import { LoginScreen } from './login-screen.tsx'

const PRIVATE = { 'Cache-Control': 'private, no-store' }

type Screen = { name: 'login' } | { name: 'no-access' } | ({ name: 'orders'; email: string } & AdminOrdersPage)

/** Data only for the owner: role and address are checked here, on every request (spec 2 §2, §6). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { accounts, adminEmail, db } = context.get(servicesContext)
  const user = await accounts.findUser(request.headers)
  if (!user) return screen({ name: 'login' }, 200)
  if (!isAdmin(user, adminEmail)) return screen({ name: 'no-access' }, 403)
  const wanted = pageOf(new URL(request.url).searchParams.get('page'))
  const first = await listOrders(db, { page: wanted, pageSize: ORDERS_PER_PAGE })
  const pages = Math.max(1, Math.ceil(first.total / ORDERS_PER_PAGE))
  const page = Math.min(wanted, pages)
  const { items, total } = page === wanted ? first : await listOrders(db, { page, pageSize: ORDERS_PER_PAGE })
  return screen({ name: 'orders', email: user.email, checkouts: adminCheckouts(items), total, page, pages }, 200)
}

function screen(shown: Screen, status: number) {
  return data(shown, { status, headers: PRIVATE })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function Admin({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <title>Panel Administracyjny</title>
      <meta name="robots" content="noindex" />
      {loaderData.name === 'login' && <LoginScreen />}
      {loaderData.name === 'no-access' && <NoAccessScreen />}
      {loaderData.name === 'orders' && <OrdersScreen {...loaderData} />}
    </>
  )
}

/** A session that is not the owner's (spec 2 §2). */
export function NoAccessScreen() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col items-start justify-center gap-4 px-6">
      <h1 className="font-display text-3xl">Dostęp zabroniony</h1>
      <p>Tylko administratorzy mogą uzyskać dostęp do tego panelu.</p>
      <div className="flex flex-wrap gap-2">
        <a href="/" className={buttonClass('primary')}>
          Powrót do sklepu
        </a>
        <SignOutButton />
      </div>
    </main>
  )
}
