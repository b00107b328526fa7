import { href, Link, useOutletContext } from 'react-router'
import { ReviewModeration } from '#app/admin/reviews/review-moderation.tsx'
import { servicesContext } from '#app/services-context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import type { PendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { readToday } from '#domain/orders/figures/sales-figures-queries.server.ts'
import type { Route } from './+types/overview'
import { AccountLimits } from './account-limits.tsx'
import { RecentProducts, StatCards } from './catalog-cards.tsx'
import { DispatchCalendarCard } from './dispatch-calendar-card.tsx'
import { LandingFilms } from './landing-films.tsx'
import { OrderWaves } from './order-waves-card.tsx'
import { PaymentMode } from './payment-mode-card.tsx'
import { SetupCard } from './setup-card.tsx'
import { ShippingCosts } from './shipping-costs.tsx'
import { StoreSettings } from './store-settings.tsx'
import { SystemStatusCard } from './system-status-card.tsx'
import { TodayCard } from './today-card.tsx'
import { WorkToDo } from './work-to-do.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, profile } = context.get(servicesContext)
  return { provider: profile.paymentProvider, today: await readToday(db, now()) }
}

/** 'Przegląd': what waits for the admin, how the shop stands, and what it does by itself. */
export default function Overview({ loaderData }: Route.ComponentProps) {
  // What the frame of all sections has counted.
  const work = useOutletContext<PendingWork>()
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Przegląd</h1>
        <div className="flex flex-wrap gap-2">
          <Link to={href('/admin/powiadomienia')} className={buttonClass('secondary', 'tight')}>
            Powiadomienia
          </Link>
          <Link to={href('/admin/dziennik')} className={buttonClass('secondary', 'tight')}>
            Dziennik
          </Link>
        </div>
      </div>
      <TodayCard today={loaderData.today} />
      <OrderWaves />
      <WorkToDo work={work} />
      <StatCards />
      <SetupCard />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <RecentProducts />
          <ShippingCosts />
          <DispatchCalendarCard />
        </div>
        <div className="grid min-w-0 gap-4">
          <StoreSettings />
          <LandingFilms />
          <PaymentMode provider={loaderData.provider} />
          <SystemStatusCard />
        </div>
      </div>
      <ReviewModeration />
      <AccountLimits />
    </div>
  )
}
