import { href, isRouteErrorResponse, NavLink, Outlet } from 'react-router'
import { SignOutButton } from '#app/account/sign-out-button.tsx'
import { PRIVATE_HEADERS, requireAdmin, userContext } from '#app/guards.ts'
import { servicesContext } from '#app/services-context.ts'
import { PageFailure } from '#app/shell/page-failure.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { PaymentMarks } from '#app/ui/payment-marks.tsx'
import { countGivenUpMails } from '#domain/email/mail-queries.server.ts'
import type { Route } from './+types/layout'
import { LoginScreen } from './login-screen.tsx'

export const middleware: Route.MiddlewareFunction[] = [requireAdmin]

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  return { email: context.get(userContext).email, givenUpMails: await countGivenUpMails(db) }
}

/** Whatever a tab answers, failures included, stays with the one who asked. */
export function headers() {
  return PRIVATE_HEADERS
}

/** Every tab is one nested route with a folder of its own. */
const TABS = [
  { to: href('/admin'), label: 'Zamówienia', count: null },
  { to: href('/admin/wiadomosci'), label: 'Wiadomości', count: 'givenUpMails' },
] as const

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <AdminHead />
      <header className="border-b border-night/10 bg-white">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="font-display text-xl">Panel Administracyjny</p>
            <p className="text-xs break-words text-oud">{loaderData.email}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <a href={href('/')} className={buttonClass('quiet')}>
              Sklep
            </a>
            <SignOutButton />
          </div>
        </div>
        <nav aria-label="Panel Administracyjny" className="page-width flex gap-6 overflow-x-auto">
          {TABS.map(({ to, label, count }) => (
            <NavLink
              key={to}
              to={to}
              end
              className={({ isActive }) =>
                classNames(
                  'inline-flex min-h-11 items-center border-b-2 text-sm font-semibold',
                  isActive ? 'border-gold' : 'border-transparent text-night/80 hover:text-night',
                )
              }
            >
              {label}
              {count !== null && loaderData[count] > 0 && <Waiting count={loaderData[count]} />}
            </NavLink>
          ))}
        </nav>
      </header>
      <main className="page-width py-6">
        <Outlet />
      </main>
      <AdminFoot />
    </>
  )
}

function Waiting({ count }: { count: number }) {
  return (
    <span className="ml-2 rounded-full bg-wine px-2 py-0.5 text-xs text-ivory tabular-nums">
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
    <footer className="page-width flex justify-end py-4">
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
