import { useQuery } from '@tanstack/react-query'
import { Scale, UsersRound } from 'lucide-react'
import { useEffect } from 'react'
import { href, Link, useLocation, useNavigate, useOutletContext } from 'react-router'
import { ReviewModeration } from '#app/admin/reviews/review-moderation.tsx'
import { queryClient } from '#app/query-client.ts'
import { servicesContext } from '#app/services-context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { ARROW_RIGHT, Icon } from '#app/ui/icon.tsx'
import { findLastComparison } from '#domain/books/book-comparison-queries.server.ts'
import { countNewFailures } from '#domain/failures/failure-queries.server.ts'
import { countUnfulfilledDuties } from '#domain/kernel/checks/read-duties.server.ts'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import type { PendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { readToday } from '#domain/orders/figures/sales-figures-queries.server.ts'
import { listStrayPayments } from '#domain/payments/settlement/stray-payment-queries.server.ts'
import type { Route } from './+types/overview'
import { BooksCard } from './books-card.tsx'
import { RecentProducts, StatCards } from './catalog-cards.tsx'
import { orderWavesQuery } from './overview-data.ts'
import { PaymentModeCard, PaymentsStopped } from './payment-mode-card.tsx'
import { SetupCard } from './setup-card.tsx'
import { ShippingCostsCard } from './shipping-costs.tsx'
import { StoreSettings } from './store-settings.tsx'
import { StrayPayments } from './stray-payments-card.tsx'
import { SystemStatusCard } from './system-status-card.tsx'
import { TodayCard } from './today-card.tsx'
import { WorkToDo } from './work-to-do.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { db, now, payments, profile } = services
  const [today, strayPayments, newFailures, unfulfilled, books] = await Promise.all([
    readToday(db, now()),
    listStrayPayments(db),
    countNewFailures(db, now()),
    countUnfulfilledDuties(services),
    findLastComparison(db),
  ])
  const strays = strayPayments.map((stray) => ({
    ...stray,
    created_at: stray.created_at.toISOString(),
    dashboardUrl:
      payments[stray.mode]?.buildDashboardUrl({
        sessionId: stray.provider_session_id,
        providerPaymentId: stray.provider_payment_id,
      }) ?? null,
  }))
  const compared = books ? { ...books, compared_at: books.compared_at.toISOString() } : null
  return { provider: profile.paymentProvider, today, strays, newFailures, unfulfilled, books: compared }
}

/** 'Przegląd': the owner's tasks, the shop's figures, and the settings that change often. */
export default function Overview({ loaderData }: Route.ComponentProps) {
  // The layout of all sections counts it.
  const work = useOutletContext<PendingWork>()
  useMovedCards()
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Przegląd</h1>
        <div className="flex flex-wrap gap-2">
          <Link to={href('/admin/ustawienia')} className={buttonClass('secondary', 'tight')}>
            Ustawienia
          </Link>
          <Link to={href('/admin/dziennik')} className={buttonClass('secondary', 'tight')}>
            Dziennik
          </Link>
        </div>
      </div>
      <PaymentsStopped />
      <TodayCard today={loaderData.today} />
      <OrderWavesLink />
      <WorkToDo work={work} newFailures={loaderData.newFailures} />
      <StrayPayments strays={loaderData.strays} />
      <BooksCard books={loaderData.books} />
      <DutiesLink unfulfilled={loaderData.unfulfilled} />
      <StatCards />
      <SetupCard />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <RecentProducts />
          <ShippingCostsCard />
        </div>
        <div className="grid min-w-0 gap-4">
          <StoreSettings />
          <PaymentModeCard provider={loaderData.provider} />
          <SystemStatusCard />
        </div>
      </div>
      <ReviewModeration />
    </div>
  )
}

/** Cards that moved to the settings, by the fragment of their earlier address, which the server does not see. */
const MOVED: Partial<Record<string, string>> = {
  '#gratis': href('/admin/ustawienia/gratisy'),
  '#terminy': href('/admin/ustawienia/wysylka'),
}

function useMovedCards(): void {
  const to = MOVED[useLocation().hash]
  const navigate = useNavigate()
  useEffect(() => {
    if (to !== undefined) void navigate(to, { replace: true })
  }, [to, navigate])
}

/** Links to the measures against order waves; shown only while new accounts order unusually much. */
function OrderWavesLink() {
  const { data } = useQuery(orderWavesQuery, queryClient)
  if (!data || data.waves.length === 0) return null
  return (
    <Link
      to={href('/admin/ustawienia/nowe-konta')}
      className="flex min-h-12 items-center gap-3 rounded-2xl border border-ruby bg-white px-5 py-2 hover:bg-ivory"
    >
      <UsersRound aria-hidden="true" className="size-5 shrink-0 text-wine" />
      <span className="flex-1 font-semibold text-wine">Fala zamówień z nowych kont: zobacz i zdecyduj</span>
      <Icon d={ARROW_RIGHT} className="size-5 shrink-0 text-oud" />
    </Link>
  )
}

const UNFULFILLED: PolishForms = {
  one: 'obowiązek wobec prawa niespełniony',
  few: 'obowiązki wobec prawa niespełnione',
  many: 'obowiązków wobec prawa niespełnionych',
}

/** How many legal duties are not fulfilled, with a link to them. */
function DutiesLink({ unfulfilled }: { unfulfilled: number }) {
  return (
    <Link to={href('/admin/zgodnosc')} className="card flex min-h-12 items-center gap-3 px-5 py-2 hover:bg-ivory">
      <Scale aria-hidden="true" className="size-5 shrink-0 text-oud" />
      <span className="flex-1">
        {unfulfilled === 0 ? (
          'Obowiązki wobec prawa: wszystkie spełnione'
        ) : (
          <>
            <strong className="font-semibold text-wine tabular-nums">{unfulfilled}</strong>{' '}
            {pluralize(unfulfilled, UNFULFILLED)}
          </>
        )}
      </span>
      <Icon d={ARROW_RIGHT} className="size-5 shrink-0 text-oud" />
    </Link>
  )
}
