import { useEffect, useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { useSession } from '#app/account/session.ts'
import { useCart } from '#app/cart/cart-store.ts'
import { preloadDialog, useDialogs } from '#app/dialogs/dialogs.ts'
import { useSavedCount } from '#app/saved/saved-state.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Icon } from '#app/ui/icon.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { countItems } from '#domain/cart/cart.ts'
import { REDUCED_QUERY } from '#domain/catalog/lists/reduced-param.ts'
import type { Logo } from '#domain/settings/look.ts'
import { MENU, SLOGAN } from '#domain/settings/shop-profile.ts'
import { HeaderFinding, useHeaderPanel } from './header-search.tsx'

const MENU_ICON = 'M4 5h16M4 12h16M4 19h16'
const BAG = 'M16 10a4 4 0 0 1-8 0M3 6h18M3 6l3-4h12l3 4v14q0 2-2 2H5q-2 0-2-2z'

type MenuWords = Record<keyof typeof MENU, string>
const listSections = ({ quality, about, media }: MenuWords) => [
  { to: `${href('/')}#hero`, label: 'HOME' },
  { to: href('/sklep'), label: 'SKLEP' },
  { to: `${href('/')}#jakosc`, label: quality },
  { to: `${href('/')}#ofirmie`, label: about },
  { to: `${href('/')}#nuty`, label: media },
]
/** While a reduction is announced. */
const REDUCTIONS = { to: `${href('/sklep')}?${REDUCED_QUERY}`, label: 'PROMOCJE' }

const LEGAL = [
  { to: href('/regulamin'), label: 'Regulamin' },
  { to: href('/polityka-prywatnosci'), label: 'Polityka prywatności' },
]

const NAV_LINK =
  'inline-flex min-h-11 items-center text-xs font-semibold tracking-wider underline-offset-8 hover:underline whitespace-nowrap'

type SiteHeaderProps = {
  shopName: string
  logo: Logo | null
  slogan?: string
  /** Links that the owner named. */
  menu?: Partial<MenuWords>
  hasReductions: boolean
}

/** @param hasReductions whether a reduction is announced, so that 'PROMOCJE' leads to something */
export function SiteHeader({ shopName, logo, slogan = SLOGAN, menu, hasReductions }: SiteHeaderProps) {
  const named = listSections({ ...MENU, ...menu })
  const sections = hasReductions ? named.toSpliced(2, 0, REDUCTIONS) : named
  return (
    // On narrow screens the slogan scrolls away and the bar below it stays.
    <header className="sticky -top-7 z-30 border-b border-night/10 bg-ivory lg:top-0">
      <div className="bg-night text-ivory">
        <div className="page-width on-night flex min-h-7 items-center justify-center gap-6 text-xs lg:justify-between lg:py-1">
          <p>{slogan}</p>
          <LegalLinks className="hidden min-h-8 items-center underline-offset-4 hover:underline lg:inline-flex" />
        </div>
      </div>
      <div className="page-width flex items-center gap-4 py-1.5 lg:gap-8">
        <MobileMenu sections={sections} />
        <Link
          to={href('/')}
          className="mr-auto flex min-h-11 shrink-999 items-center font-display text-xl leading-none font-medium"
        >
          {logo ? <img {...logo} alt={shopName} /> : shopName}
        </Link>
        <nav aria-label="Główna" className="hidden items-center gap-6 lg:flex">
          {sections.map((section) => (
            <Link key={section.to} to={section.to} className={NAV_LINK}>
              {section.label}
            </Link>
          ))}
          <PanelLink />
        </nav>
        <HeaderFinding />
        <CartButton />
      </div>
    </header>
  )
}

function LegalLinks({ className }: { className: string }) {
  return (
    <div className="flex flex-wrap gap-x-6">
      {LEGAL.map((link) => (
        <NewTabLink key={link.to} href={link.to} className={className}>
          {link.label}
        </NewTabLink>
      ))}
    </div>
  )
}

function CartButton() {
  const count = countItems(useCart())
  const dialogs = useDialogs()
  return (
    <button
      type="button"
      className="relative -mr-2 -ml-4 grid size-12 noscript:hidden max-sm:-ml-6 place-items-center rounded-full hover:bg-sand lg:-ml-8"
      aria-label={count === 0 ? 'Koszyk, pusty' : `Koszyk, sztuk: ${count}`}
      aria-haspopup="dialog"
      onPointerEnter={() => preloadDialog('cart')}
      onFocus={() => preloadDialog('cart')}
      onClick={() => dialogs.open({ name: 'cart' })}
    >
      <Icon d={BAG} className="size-6" strokeWidth={1.6} />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 grid min-w-5 place-items-center rounded-full bg-wine px-1 text-xs font-bold text-white tabular-nums"
        >
          {count}
        </span>
      )}
    </button>
  )
}

function MobileMenu({ sections }: { sections: ReturnType<typeof listSections> }) {
  const { details, close, onKeyDown } = useHeaderPanel()
  return (
    <details ref={details} className="lg:hidden" onKeyDown={onKeyDown}>
      <summary
        aria-label="Menu"
        className="-ml-2 grid size-12 list-none place-items-center rounded-full hover:bg-sand [&::-webkit-details-marker]:hidden"
      >
        <Icon d={MENU_ICON} className="size-6" strokeWidth={1.6} />
      </summary>
      <button
        type="button"
        tabIndex={-1}
        aria-label="Zamknij menu"
        className="fixed inset-0 cursor-default bg-night/40"
        onClick={close}
      />
      <nav
        aria-label="Menu"
        className="page-width absolute inset-x-0 top-full flex flex-col border-b border-night/10 bg-ivory py-3 shadow-lift"
      >
        {sections.map((section) => (
          <Link key={section.to} to={section.to} className={NAV_LINK} onClick={close}>
            {section.label}
          </Link>
        ))}
        <SavedLink onOpen={close} />
        <PanelLink onNavigate={close} />
        <div className="mt-2 border-t border-night/10 pt-2">
          <LegalLinks className="inline-flex min-h-11 items-center text-sm underline underline-offset-4" />
        </div>
      </nav>
    </details>
  )
}

/** The saved products, for phones. */
function SavedLink({ onOpen }: { onOpen: () => void }) {
  const dialogs = useDialogs()
  const count = useSavedCount()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={classNames(NAV_LINK, 'text-left noscript:hidden sm:hidden')}
      onFocus={() => preloadDialog('saved')}
      onClick={() => {
        dialogs.open({ name: 'saved' })
        onOpen()
      }}
    >
      {`ULUBIONE${count > 0 ? ` (${count})` : ''}`}
    </button>
  )
}

/** How long a press of PANEL KLIENTA waits to learn who is signed in, ms; then the server decides. */
const SESSION_WAIT_MS = 5000

/** PANEL KLIENTA: leads to the panel when somebody is signed in, else opens the login dialog. */
function PanelLink({ onNavigate }: { onNavigate?: () => void }) {
  const session = useSession()
  const navigate = useNavigate()
  const dialogs = useDialogs()
  const [waiting, setWaiting] = useState(false)

  function go() {
    if (session.user || session.status === 'unknown') void navigate(href('/panel-klienta'))
    else dialogs.open({ name: 'login' })
    onNavigate?.()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the session is known or the wait is over.
  useEffect(() => {
    if (!waiting) return
    const leave = () => {
      setWaiting(false)
      go()
    }
    if (session.status === 'known') return leave()
    const timer = setTimeout(leave, SESSION_WAIT_MS)
    return () => clearTimeout(timer)
  }, [waiting, session.status])

  return (
    <a
      href={href('/panel-klienta')}
      data-press-again=""
      className={classNames(NAV_LINK, waiting && 'animate-pulse cursor-progress')}
      aria-busy={waiting || undefined}
      onPointerEnter={() => preloadDialog('login')}
      onFocus={() => preloadDialog('login')}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        if (session.status === 'known') go()
        else setWaiting(true)
      }}
    >
      PANEL KLIENTA
    </a>
  )
}
