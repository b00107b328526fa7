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

type Task = { kind: keyof PendingWork; to: string; forms: PolishForms }

/** The most urgent first. */
const TASKS: readonly Task[] = [
  {
    kind: 'strayPayments',
    to: `${href('/admin')}#wplaty-bez-zamowienia`,
    forms: {
      one: 'wpłata bez zamówienia: sprawdź ją',
      few: 'wpłaty bez zamówienia: sprawdź je',
      many: 'wpłat bez zamówienia: sprawdź je',
    },
  },
  {
    kind: 'failedRefunds',
    to: `${href('/admin/zamowienia')}?money=refund_failed`,
    forms: {
      one: 'zwrot pieniędzy się nie udał: oddaj je inną drogą',
      few: 'zwroty pieniędzy się nie udały: oddaj je inną drogą',
      many: 'zwrotów pieniędzy się nie udało: oddaj je inną drogą',
    },
  },
  {
    kind: 'unreturnedPayments',
    to: `${href('/admin/zamowienia')}?status=cancelled&money=paid`,
    forms: {
      one: 'anulowane zamówienie z pieniędzmi klienta: zwróć je',
      few: 'anulowane zamówienia z pieniędzmi klientów: zwróć je',
      many: 'anulowanych zamówień z pieniędzmi klientów: zwróć je',
    },
  },
  {
    kind: 'unclearPayments',
    to: href('/admin/zamowienia'),
    forms: { one: 'płatność niejasna', few: 'płatności niejasne', many: 'płatności niejasnych' },
  },
  {
    kind: 'disputes',
    to: `${href('/admin/zamowienia')}?money=disputed`,
    forms: {
      one: 'spór w banku czeka na odpowiedź',
      few: 'spory w banku czekają na odpowiedź',
      many: 'sporów w banku czeka na odpowiedź',
    },
  },
  {
    kind: 'returns',
    to: href('/admin/zwroty'),
    forms: { one: 'zwrot lub reklamacja', few: 'zwroty i reklamacje', many: 'zwrotów i reklamacji' },
  },
  {
    kind: 'shipments',
    to: href('/admin/pakowanie'),
    forms: { one: 'przesyłka do spakowania', few: 'przesyłki do spakowania', many: 'przesyłek do spakowania' },
  },
  {
    kind: 'receipts',
    to: href('/admin/kasa'),
    forms: {
      one: 'sprzedaż czeka na paragon',
      few: 'sprzedaże czekają na paragon',
      many: 'sprzedaży czeka na paragon',
    },
  },
  {
    kind: 'reviews',
    to: `${href('/admin')}#komentarze`,
    forms: { one: 'opinia czeka', few: 'opinie czekają', many: 'opinii czeka' },
  },
  {
    kind: 'messages',
    to: href('/admin/wiadomosci'),
    forms: {
      one: 'wiadomość czeka na odpowiedź',
      few: 'wiadomości czekają na odpowiedź',
      many: 'wiadomości czeka na odpowiedź',
    },
  },
  {
    kind: 'mails',
    to: href('/admin/niewyslane-emaile'),
    forms: { one: 'e-mail nie wyszedł', few: 'e-maile nie wyszły', many: 'e-maili nie wyszło' },
  },
  {
    kind: 'failures',
    to: href('/admin/awarie'),
    forms: { one: 'awaria do obejrzenia', few: 'awarie do obejrzenia', many: 'awarii do obejrzenia' },
  },
]

const NEW: PolishForms = { one: 'nowa', few: 'nowe', many: 'nowych' }

/** The admin's tasks, with numbers and links. */
function WorkToDo({ work, newFailures }: { work: PendingWork; newFailures: number }) {
  const tasks = TASKS.filter(({ kind }) => work[kind] > 0)
  if (tasks.length === 0) {
    return <p className="card px-5 py-4">Wszystko zrobione. Nic na Ciebie nie czeka.</p>
  }
  return (
    <section aria-labelledby="do-zrobienia" className="card pb-2">
      <h2 id="do-zrobienia" className="px-5 pt-4 pb-2 font-display text-xl">
        Do zrobienia
      </h2>
      <ul className="divide-y divide-night/10">
        {tasks.map(({ kind, to, forms }) => (
          <li key={kind}>
            <Link to={to} className="flex min-h-12 items-center gap-3 px-5 py-2 hover:bg-ivory lg:min-h-10 lg:py-1">
              <span className="min-w-8 text-right text-lg font-semibold tabular-nums">{work[kind]}</span>
              <span className="flex-1">
                <span>{pluralize(work[kind], forms)}</span>
                {kind === 'failures' && newFailures > 0 && (
                  <span className="text-wine">
                    , dzisiaj {newFailures} {pluralize(newFailures, NEW)}
                  </span>
                )}
              </span>
              <Icon d={ARROW_RIGHT} className="size-5 shrink-0 text-oud" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
