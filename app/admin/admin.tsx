import { data } from 'react-router'
import { servicesContext } from '#app/services-context.ts'
import { isOwner } from '#domain/accounts/owner.ts'
import { listOrders } from '#domain/orders/admin-order-queries.server.ts'
import type { Route } from './+types/admin'
import { type AdminOrdersPage, adminCheckouts, ORDERS_PER_PAGE, pageOf } from './admin-orders.ts'
import { LoginScreen } from './login-screen.tsx'
import { NoAccessScreen } from './no-access-screen.tsx'
import { OrdersScreen } from './orders-screen.tsx'

const PRIVATE = { 'Cache-Control': 'private, no-store' }

type Screen = { name: 'login' } | { name: 'no-access' } | ({ name: 'orders'; email: string } & AdminOrdersPage)

/** Data only for the owner: role and address are checked here, on every request (spec 2 §2, §6). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { accounts, adminEmail, db } = context.get(servicesContext)
  const user = await accounts.userOf(request.headers)
  if (!user) return screen({ name: 'login' }, 200)
  if (!isOwner(user, adminEmail)) return screen({ name: 'no-access' }, 403)
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
