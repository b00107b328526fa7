import {
  ChartColumn,
  LayoutDashboard,
  type LucideIcon,
  MailWarning,
  Package,
  PackageCheck,
  ReceiptText,
  Tag,
  Truck,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { href, isRouteErrorResponse, type LinksFunction, NavLink, Outlet, useLocation } from 'react-router'
import { SignOutButton } from '#app/account/sign-out-button.tsx'
import { PRIVATE_HEADERS, requireAdmin, userContext } from '#app/guards.ts'
import { servicesContext } from '#app/services-context.ts'
import { PageFailure } from '#app/shell/page-failure.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { PaymentMarks } from '#app/ui/payment-marks.tsx'
import { countPendingWork, type PendingWork } from '#domain/orders/pending-work-queries.server.ts'
import type { Route } from './+types/layout'
import adminStyles from './admin.css?url'
import { LoginScreen } from './login-screen.tsx'
import { RecentProof } from './recent-proof.tsx'
import { SearchButton } from './search/search-button.tsx'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const middleware: Route.MiddlewareFunction[] = [requireAdmin]

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  return { email: context.get(userContext).email, work: await countPendingWork(db) }
}

/** Whatever a tab answers, failures included, stays with the one who asked. */
export function headers() {
  return PRIVATE_HEADERS
}

type Section = {
  to: string
  label: string
  icon: LucideIcon
  /** What is counted beside it. */
  waiting?: keyof PendingWork
}

/** Every section is one nested route with a folder of its own, in the order of the rail. */
const SECTIONS: readonly Section[] = [
  { to: href('/admin/produkty'), label: 'Produkty', icon: Package },
  { to: href('/admin/marki'), label: 'Marki', icon: Tag },
  { to: href('/admin/przesylki'), label: 'Przesyłki', icon: Truck },
  { to: href('/admin'), label: 'Przegląd', icon: LayoutDashboard },
  { to: href('/admin/zamowienia'), label: 'Zamówienia', icon: ReceiptText },
  { to: href('/admin/pakowanie'), label: 'Pakowanie', icon: PackageCheck, waiting: 'shipments' },
  { to: href('/admin/liczby'), label: 'Liczby', icon: ChartColumn },
  { to: href('/admin/wiadomosci'), label: 'Wiadomości', icon: MailWarning, waiting: 'mails' },
]

/** A rail beside the section on wide screens, a bar under it on the phone. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <div
      data-workplace=""
      className="min-h-dvh print:block print:pb-0 pb-[calc(4rem+env(safe-area-inset-bottom))] lg:grid lg:grid-cols-[14rem_1fr] lg:pb-0"
    >
      <AdminHead />
      <a
        href="#tresc"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-night px-5 py-3 text-ivory focus:translate-y-0"
      >
        Przejdź do treści
      </a>
      <div className="border-b border-night/10 bg-white print:hidden lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r lg:border-b-0">
        <header className="flex items-center justify-between gap-3 px-4 py-2 lg:block lg:px-5 lg:py-5">
          <div className="mr-auto min-w-0">
            <p className="font-display leading-5 sm:text-lg lg:text-xl lg:leading-7">Panel Administracyjny</p>
            <p className="truncate text-xs text-oud max-sm:hidden">{loaderData.email}</p>
          </div>
          <div className="flex shrink-0 gap-2 lg:mt-3">
            <a href={href('/')} className={buttonClass('quiet', 'tight')}>
              Sklep
            </a>
            <SignOutButton />
          </div>
          <div className="shrink-0 lg:mt-3">
            <SearchButton />
          </div>
        </header>
        <Sections work={loaderData.work} />
      </div>
      <div className="min-w-0">
        <main
          id="tresc"
          tabIndex={-1}
          className="mx-auto max-w-7xl px-4 py-5 outline-none print:max-w-none print:p-0 sm:px-6 lg:px-8"
        >
          <RecentProof>
            <Outlet context={loaderData.work} />
          </RecentProof>
        </main>
        <AdminFoot />
      </div>
    </div>
  )
}

function Sections({ work }: { work: PendingWork }) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // On the phone the bar is wider than the screen: the open section is in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open section follows the address
  useEffect(() => {
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav
      aria-label="Panel Administracyjny"
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 z-40 border-t border-night/15 bg-white pb-[env(safe-area-inset-bottom)] lg:static lg:border-0 lg:px-3"
    >
      <ul ref={list} className="flex overflow-x-auto lg:flex-col lg:gap-1">
        {SECTIONS.map(({ to, label, icon: SectionIcon, waiting }) => (
          <li key={to} className="min-w-20 flex-1 lg:min-w-0">
            <NavLink
              to={to}
              end={to === href('/admin')}
              className={({ isActive }) =>
                classNames(
                  'relative flex min-h-16 flex-col items-center justify-center gap-1 px-1 text-xs font-semibold',
                  'lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-xl lg:px-3 lg:text-sm',
                  isActive
                    ? 'text-night max-lg:shadow-[inset_0_3px_0] max-lg:shadow-gold lg:bg-sand'
                    : 'text-night/75 hover:text-night lg:hover:bg-ivory',
                )
              }
            >
              <SectionIcon aria-hidden="true" className="size-5 shrink-0" />
              {label}
              {waiting !== undefined && work[waiting] > 0 && <Waiting count={work[waiting]} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Waiting({ count }: { count: number }) {
  return (
    <span className="rounded-full bg-wine px-2 text-xs leading-5 text-ivory tabular-nums max-lg:absolute max-lg:top-1 max-lg:left-[calc(50%+0.5rem)] max-lg:px-1.5 max-lg:leading-4 lg:ml-auto">
      {count}
      <span className="sr-only"> do sprawdzenia</span>
    </span>
  )
}

/** The guard's refusals: without a session the login form, with another account than the admin's a refusal. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) throw error
  if (error.status === 503) return <PageFailure error={error} />
  if (error.status !== 401 && error.status !== 403) throw error
  return (
    <>
      <AdminHead />
      {error.status === 401 ? <LoginScreen /> : <AccessDenied />}
      <AdminFoot />
    </>
  )
}

function AdminHead() {
  return (
    <>
      <title>Panel Administracyjny</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

/** What the shop can be paid with stands on all of its pages. */
function AdminFoot() {
  return (
    <footer className="flex justify-end print:hidden px-4 py-4 sm:px-6 lg:px-8">
      <PaymentMarks className="rounded shadow-[0_0_0_1px] shadow-night/15" />
    </footer>
  )
}

function AccessDenied() {
  return (
    <main className="mx-auto flex min-h-[calc(100dvh-4rem)] max-w-xl flex-col items-start justify-center gap-4 px-6">
      <h1 className="font-display text-3xl">Dostęp zabroniony</h1>
      <p>Tylko administratorzy mogą uzyskać dostęp do tego panelu.</p>
      <div className="flex flex-wrap gap-2">
        <a href={href('/')} className={buttonClass('primary')}>
          Powrót do sklepu
        </a>
        <SignOutButton />
      </div>
    </main>
  )
}
