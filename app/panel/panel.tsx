import { Tabs } from '@base-ui/react/tabs'
import { useEffect, useState } from 'react'
import { href, Link, useLocation, useNavigate } from 'react-router'
import { AccountSettings } from '#app/account/settings/account-settings.tsx'
import { SignOutButton } from '#app/account/sign-in/sign-out-button.tsx'
import { guardCustomer, PRIVATE_HEADERS, userContext } from '#app/page-access.ts'
import { OrderHistory, toPanelCheckouts } from '#app/panel/orders/order-history.tsx'
import { ShipmentList, toPanelParcels } from '#app/panel/orders/shipment-list.tsx'
import { servicesContext } from '#app/services-context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { buildPageHref, parsePage } from '#domain/kernel/lists/paging.ts'
import { listPayableAdditions } from '#domain/orders/changes/addition-queries.server.ts'
import { MOST_COUNTED_ORDERS } from '#domain/orders/order.ts'
import { findCheckoutPage, listCustomerOrders } from '#domain/orders/order-queries.server.ts'
import { isPaymentOn } from '#domain/payments/mode/payment-means-queries.server.ts'
import { listCustomerShipments } from '#domain/shipping/shipment-queries.server.ts'
import type { Route } from './+types/panel'
import { OwnReviews } from './own-reviews.tsx'

export const middleware: Route.MiddlewareFunction[] = [guardCustomer]

/** The customer's own orders and shipments, a page of checkouts at a time. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { db, now, orderLinks } = services
  const user = context.get(userContext)
  const wanted = parsePage(new URL(request.url).searchParams)
  const { checkoutIds, orders, parcels, page, pages } = await findCheckoutPage(db, user.id, wanted)
  const [ownOrders, ownShipments, additions, paymentOn] = await Promise.all([
    listCustomerOrders(db, user.id, checkoutIds),
    listCustomerShipments(db, user.id, checkoutIds),
    listPayableAdditions(db, checkoutIds, now()),
    isPaymentOn(services),
  ])
  return {
    user,
    checkouts: toPanelCheckouts(ownOrders, { now: now(), paymentOn, additions, orderLinks }),
    parcels: toPanelParcels(ownShipments),
    counts: { orders, parcels },
    page,
    pages,
  }
}

export function headers() {
  return PRIVATE_HEADERS
}

const TAB = classNames(
  'min-h-12 border-b-2 border-transparent px-1 font-semibold text-night/80 hover:text-night',
  'data-active:border-gold data-active:text-night',
)

export default function Panel({ loaderData }: Route.ComponentProps) {
  const { user, checkouts, parcels, counts, page, pages } = loaderData
  const [tab, setTab] = useTab()
  return (
    <>
      <title>Panel klienta</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto max-w-4xl px-4 pt-6 pb-16 sm:px-8 sm:pt-10">
        <header className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div className="min-w-0">
            <h1 className="font-display text-3xl">Panel klienta</h1>
            <p className="break-words text-oud">Witaj, {user.email}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Link to={href('/')} className={buttonClass('secondary')}>
              Powrót do sklepu
            </Link>
            <SignOutButton to={href('/')} />
          </div>
        </header>
        <Tabs.Root value={tab} onValueChange={setTab}>
          <Tabs.List
            className="mb-6 flex gap-x-2 overflow-x-auto border-b border-night/15 text-sm sm:gap-x-8
              sm:text-base"
          >
            <Tabs.Tab value="orders" className={TAB}>
              <span>Zamówienia</span>
              {counts.orders > 0 && <Count of={counts.orders} />}
            </Tabs.Tab>
            <Tabs.Tab value="shipments" className={TAB}>
              <span>Przesyłki</span>
              {counts.parcels > 0 && <Count of={counts.parcels} />}
            </Tabs.Tab>
            <Tabs.Tab value="reviews" className={TAB}>
              Opinie
            </Tabs.Tab>
            <Tabs.Tab value="account" className={TAB}>
              Konto
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="orders">
            <OrderHistory checkouts={checkouts} />
          </Tabs.Panel>
          <Tabs.Panel value="shipments">
            <ShipmentList parcels={parcels} />
          </Tabs.Panel>
          <Tabs.Panel value="reviews">
            <OwnReviews userId={user.id} />
          </Tabs.Panel>
          <Tabs.Panel value="account">
            <AccountSettings user={user} />
          </Tabs.Panel>
        </Tabs.Root>
        {(tab === 'orders' || tab === 'shipments') && (
          <Pagination
            page={page}
            lastPage={pages}
            label="Strony historii zamówień"
            buildHref={(number) => buildPageHref(href('/panel-klienta'), number) + TAB_HASHES[tab]}
            className="mt-6"
          />
        )}
      </div>
    </>
  )
}

/** The fragments of the tabs in the address, so that reload, Back and links lead to them. */
const TAB_HASHES = { orders: '', shipments: '#przesylki', reviews: '#opinie', account: '#konto' } as const
type TabName = keyof typeof TAB_HASHES

function isTab(name: unknown): name is TabName {
  return typeof name === 'string' && name in TAB_HASHES
}

/** The open tab, by the address. */
function useTab(): [TabName, (name: unknown) => void] {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const open = Object.entries(TAB_HASHES).find(([, own]) => own !== '' && own === hash)?.[0]
  // The server does not receive the hash: the first render shows its tab.
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return [
    alive && isTab(open) ? open : 'orders',
    (name) => {
      if (isTab(name)) {
        void navigate(
          { search, hash: TAB_HASHES[name] },
          { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
        )
      }
    },
  ]
}

function Count({ of: count }: { of: number }) {
  return (
    <span aria-hidden="true" className="ml-1 rounded-full bg-sand px-1.5 py-0.5 text-xs tabular-nums sm:ml-2 sm:px-2">
      {count > MOST_COUNTED_ORDERS ? `${MOST_COUNTED_ORDERS}+` : count}
    </span>
  )
}
