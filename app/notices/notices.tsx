import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { href, useLocation, useRouteLoaderData } from 'react-router'
import { useSession } from '#app/account/session.ts'
import { readStored, writeStored } from '#app/browser-storage.ts'
import { useAsking } from '#app/consents/use-asking.ts'
import type { loader } from '#app/shell/layout.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { OfflineMessage } from '#app/ui/offline-message.tsx'
import { ToastPlace } from '#app/ui/toast-place.tsx'
import { ContactWidget } from './contact-widget.tsx'
import { PromoPopup } from './promo-popup.tsx'
import { useShift } from './use-clearance.ts'

const Analytics = lazyPart(() => import('#app/consents/measuring.tsx'), { isRequested: false })

/** Pages where the popup does not appear: results of a payment, links to an order, signing in and recovery. */
const PAGES_WITHOUT_POPUP: ReadonlySet<string> = new Set([
  href('/payment-success'),
  href('/payment-cancel'),
  href('/zamowienie'),
  href('/nowe-haslo'),
  href('/logowanie'),
  href('/logowanie/google'),
  href('/potwierdz-email'),
  href('/potwierdz-zamowienie'),
])

/**
 * Privacy notice, contact links and promotional popup of every page of the storefront. They share the lower edge of the
 * window with toasts and sticky bars, and cover none of them. Only one notice at a time asks for an answer.
 */
export default function Notices() {
  const shop = useRouteLoaderData<typeof loader>('shell/layout')
  const [isAccepted, setAccepted] = useState(() => readStored('privacy_accepted') !== null)
  const place = useRef<HTMLDivElement>(null)
  const dock = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const { user } = useSession()
  const isAboveBar = useRoomAtLowerEdge(place, dock)
  const isLanding = pathname === href('/')
  // The admin's pages have no floating notices, nor has their login form.
  const isWorkplace = /^\/admin(?:\/|$)/.test(pathname)
  const isAsking = useAsking((!isWorkplace && shop?.analytics) || null)
  return (
    <div
      ref={place}
      className={classNames(
        'pointer-events-none fixed inset-x-0 bottom-[max(var(--bottom-bars,0px),env(safe-area-inset-bottom))] z-20 px-3 pb-2 sm:px-5 sm:pb-5 print:hidden',
        // Beside the rail of the admin.
        isWorkplace && 'lg:pl-62',
      )}
    >
      <ToastPlace isLast className="pointer-events-auto sm:w-96" />
      <OfflineMessage />
      {/* On phones below the header, where it covers no name or price. On the landing page the tagline is there. */}
      <div className={classNames('peer', !isLanding && 'max-sm:fixed max-sm:inset-x-3 max-sm:top-24')}>
        {shop?.analytics && !isWorkplace && <Analytics facts={shop.analytics} isAsking={isAsking} />}
        {shop?.gift && !isWorkplace && (
          <PromoPopup
            offer={shop.gift}
            ownTitle={shop.giftTitle}
            waits={isAsking || PAGES_WITHOUT_POPUP.has(pathname) || user?.role === 'admin'}
          />
        )}
      </div>
      {/* When notices wrap, the first one is the lowest. On phones they wait until question and popup are answered. */}
      <div
        ref={dock}
        className={classNames(
          'flex flex-wrap-reverse items-end justify-between gap-2',
          // Hidden notices keep their space, so that nothing moves, except on the landing page.
          isLanding
            ? 'max-sm:peer-has-[>:is(section,[open])]:hidden'
            : 'max-sm:peer-has-[>:is(section,[open])]:invisible',
        )}
      >
        {!isAccepted && !isWorkplace && (
          <PrivacyPill
            own={place}
            onAccept={() => {
              writeStored('privacy_accepted', new Date().toISOString())
              setAccepted(true)
            }}
          />
        )}
        {shop && !isWorkplace && (
          <ContactWidget own={place} phone={shop.sellerPhone} crowded={!isAccepted || isAboveBar} />
        )}
      </div>
    </div>
  )
}

/** Says that using the shop means accepting its privacy policy. Consent to analytics has a question of its own. */
function PrivacyPill({ own, onAccept }: { own: RefObject<HTMLElement | null>; onAccept: () => void }) {
  const home = useRef<HTMLDivElement>(null)
  const { x, y } = useShift(home, own)
  return (
    <div ref={home} className="max-sm:min-h-11 max-sm:min-w-full">
      <section
        aria-label="Informacja o prywatności"
        style={x === 0 && y === 0 ? undefined : { translate: `${x}px ${y}px` }}
        className={classNames(
          'on-night pointer-events-auto flex items-center gap-3 rounded-full border border-transparent bg-night py-1.5 pr-1.5 pl-5 text-sm text-ivory shadow-lift ring-1 ring-ivory/25',
          // One line across a phone's whole width, in the smallest letters on the narrowest phones.
          'max-sm:-mx-1.5 max-sm:min-w-full max-sm:justify-between max-sm:gap-1 max-sm:py-0 max-sm:pr-0.5 max-sm:pl-3 max-sm:text-[0.75rem] max-sm:tracking-tight max-[24rem]:text-[0.6875rem] max-[22.5rem]:text-[0.65rem]',
          'transition-[opacity,translate] duration-200 starting:opacity-0',
          // It waits until the question for consent is answered.
          '[.peer:has(>section)~*_&]:hidden',
        )}
      >
        <p className="leading-snug min-[19.5rem]:max-sm:whitespace-nowrap">
          Korzystając z serwisu akceptujesz{' '}
          <NewTabLink href={href('/polityka-prywatnosci')} className="underline underline-offset-2">
            politykę prywatności
          </NewTabLink>
          .
        </p>
        <button
          type="button"
          className={buttonClass(
            'on-night',
            'tight',
            'shrink-0 max-sm:bg-transparent max-sm:px-2 max-sm:text-gold-light',
          )}
          onClick={onAccept}
        >
          OK
        </button>
      </section>
    </div>
  )
}

/**
 * Keeps the notices above the bars that stick to the window's lower edge ("data-bottom-bar", whose value changes when a
 * bar comes or goes), and the end of a page
 * above the notices. The CSS variables are set where they are used, because on the root they restyle the whole page.
 * @returns whether the notices are above such a bar now
 */
function useRoomAtLowerEdge(place: RefObject<HTMLElement | null>, dock: RefObject<HTMLElement | null>): boolean {
  const [isAboveBar, setAboveBar] = useState(false)
  // Before the first paint, so that nothing moves from the edge to above a bar.
  useLayoutEffect(() => {
    let frame = 0
    function measure() {
      frame = 0
      const height = dock.current?.offsetHeight ?? 0
      // The sections of the admin are a bar on phones and a rail on wide screens, which is part of the page.
      const bars = [...document.querySelectorAll<HTMLElement>('[data-bottom-bar]')].filter(
        (bar) => bar.checkVisibility() && getComputedStyle(bar).position !== 'static',
      )
      // A bar that has been scrolled up from the edge does not count.
      const tops = bars
        .map((bar) => bar.getBoundingClientRect())
        .filter(({ height: own, bottom }) => own > 0 && bottom > window.innerHeight - height - GAP_PX)
        .map(({ top }) => top)
      const barHeight = Math.max(0, window.innerHeight - Math.min(window.innerHeight, ...tops))
      place.current?.style.setProperty('--bottom-bars', `${barHeight}px`)
      document.querySelector<HTMLElement>('body > footer')?.style.setProperty('--dock-height', `${height}px`)
      setAboveBar(tops.length > 0)
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    const changes = new MutationObserver(schedule)
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-bottom-bar'] })
    const options = { passive: true } as const
    window.addEventListener('scroll', schedule, options)
    window.addEventListener('resize', schedule, options)
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      window.removeEventListener('scroll', schedule)
      window.removeEventListener('resize', schedule)
    }
  }, [place, dock])
  return isAboveBar
}

/** The distance between the notices and the window's edge. */
const GAP_PX = 20
