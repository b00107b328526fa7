import { useEffect } from 'react'
import { href, isRouteErrorResponse, type LinksFunction, Outlet, useLocation } from 'react-router'
import { SignOutButton } from '#app/account/sign-in/sign-out-button.tsx'
import { guardPanel, INVITED_PAGES, PRIVATE_HEADERS, userContext } from '#app/page-access.ts'
import { servicesContext } from '#app/services-context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { PageFailure } from '#app/ui/page-failure.tsx'
import { PaymentMarks } from '#app/ui/payment-marks.tsx'
import { findInvitedRole, type InvitedRole, isAdmin } from '#domain/accounts/account.ts'
import { countPendingWork, sumPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { readHideSubstitutes } from '#domain/settings/admin-settings-queries.server.ts'
import type { Route } from './+types/layout'
import adminStyles from './admin.css?url'
import { AdminSignInAgain } from './admin-sign-in-again.tsx'
import { HiddenSubstitutesBar } from './hidden-substitutes.tsx'
import { IsOwner } from './is-owner.ts'
import { LoginScreen, NEEDS_SCRIPTS } from './login-screen.tsx'
import { RecentProof } from './proof-dialog.tsx'
import { SearchButton } from './search/search-button.tsx'
import { labelSection, Sections } from './sections-nav.tsx'

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: adminStyles },
  // Added to a home screen, the panel is an application of its own.
  { rel: 'manifest', href: '/admin.webmanifest' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export const middleware: Route.MiddlewareFunction[] = [guardPanel]

export async function loader({ context }: Route.LoaderArgs) {
  const { db, adminEmail } = context.get(servicesContext)
  const user = context.get(userContext)
  const [work, substitutes] = await Promise.all([countPendingWork(db), readHideSubstitutes(db)])
  const { email } = user
  if (isAdmin(user, adminEmail)) return { email, role: null, work, waiting: sumPendingWork(work), substitutes }
  const role = findInvitedRole(user)
  const shipments = role === 'packer' ? work.shipments : 0
  return { email, role, work: { shipments }, waiting: shipments, substitutes: null }
}

/** Answers of all sections, failures included, are private. */
export function headers() {
  return PRIVATE_HEADERS
}

/** A rail beside the section on wide screens, a bar under it on the phone. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  useAppBadge(loaderData.waiting)
  const { work, role, substitutes } = loaderData
  const isOwners = substitutes !== null
  return (
    <div
      data-workplace=""
      className="min-h-dvh print:block print:pb-0 pb-[calc(4rem+env(safe-area-inset-bottom))] lg:grid
        lg:grid-cols-[14rem_1fr] lg:pb-0"
    >
      <AdminHead section={labelSection(useLocation().pathname)} />
      <a
        href="#tresc"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-night px-5 py-3 text-ivory
          focus:translate-y-0"
      >
        Przejdź do treści
      </a>
      <div
        className="border-b border-night/10 bg-white print:hidden lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:overflow-y-auto
          lg:border-r lg:border-b-0"
      >
        <header className="flex items-center justify-between gap-3 px-4 py-2 lg:block lg:px-5 lg:pt-3 lg:pb-2">
          <div className="mr-auto min-w-0">
            <p className="font-display leading-5 whitespace-nowrap sm:text-lg lg:leading-6">Panel Administracyjny</p>
            <p className="truncate text-xs text-oud max-sm:hidden">{loaderData.email}</p>
          </div>
          <div className="flex shrink-0 gap-2 lg:mt-1.5">
            <a href={href('/')} className={buttonClass('quiet', 'tight')}>
              Sklep
            </a>
            <div className="max-lg:hidden">
              <SignOutButton />
            </div>
          </div>
          {isOwners && (
            <div className="shrink-0 lg:mt-1.5 lg:flex lg:gap-1">
              <SearchButton />
            </div>
          )}
        </header>
        <Sections work={work} role={role} />
      </div>
      <div className="min-w-0">
        <p className="hidden bg-sand px-4 py-2.5 text-sm font-semibold noscript:block sm:px-6 lg:px-8">
          {NEEDS_SCRIPTS}
        </p>
        {isOwners && <HiddenSubstitutesBar initial={substitutes} />}
        <main
          id="tresc"
          tabIndex={-1}
          className="mx-auto max-w-7xl px-4 py-5 outline-none print:max-w-none print:p-0 sm:px-6 lg:px-8"
        >
          <IsOwner value={isOwners}>
            <RecentProof>
              <Outlet context={work} />
            </RecentProof>
          </IsOwner>
          <AdminSignInAgain email={loaderData.email} />
        </main>
        <AdminFoot />
      </div>
    </div>
  )
}

/** Shows how many tasks wait on the panel's home-screen icon. */
function useAppBadge(waiting: number): void {
  useEffect(() => {
    // Without permission only the panel shows the number.
    if ('setAppBadge' in navigator) navigator.setAppBadge(waiting).catch(() => undefined)
  }, [waiting])
}

/** The guard's refusals: the login form without a session, a refusal for another account. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) throw error
  if (error.status === 503) return <PageFailure error={error} />
  if (error.status !== 401 && error.status !== 403) throw error
  return (
    <>
      <AdminHead />
      {error.status === 401 ? <LoginScreen /> : <AccessDenied role={error.data?.role ?? null} />}
      <AdminFoot />
    </>
  )
}

function AdminHead({ section }: { section?: string }) {
  return (
    <>
      <title>{section === undefined ? 'Panel Administracyjny' : `${section} – Panel Administracyjny`}</title>
      <meta name="robots" content="noindex" />
      <meta name="apple-mobile-web-app-title" content="Panel" />
    </>
  )
}

/** The logos of the payment methods, as on all pages of the shop. */
function AdminFoot() {
  return (
    <footer className="flex justify-end print:hidden px-4 py-4 sm:px-6 lg:px-8">
      <PaymentMarks className="rounded shadow-[0_0_0_1px] shadow-night/15" />
    </footer>
  )
}

/** @param role of an invited person, who has another part of the panel */
function AccessDenied({ role }: { role: InvitedRole | null }) {
  return (
    <main className="mx-auto flex min-h-[calc(100dvh-4rem)] max-w-xl flex-col items-start justify-center gap-4 px-6">
      <h1 className="font-display text-3xl">Dostęp zabroniony</h1>
      <p>
        {role !== null
          ? 'Tę część panelu widzi tylko właściciel sklepu.'
          : 'Tylko administratorzy mogą uzyskać dostęp do tego panelu.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <a href={role !== null ? INVITED_PAGES[role].first : href('/')} className={buttonClass('primary')}>
          {role !== null ? labelSection(INVITED_PAGES[role].first) : 'Powrót do sklepu'}
        </a>
        <SignOutButton />
      </div>
    </main>
  )
}
