import { Menu, ShoppingBag } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { href, Link, useLocation, useNavigate } from 'react-router'
import { useSession } from '#app/account/session.ts'
import { useCart } from '#app/checkout/cart-store.ts'
import { classNames } from '#app/ui/class-names.ts'
import { itemCount } from '#domain/cart/cart.ts'
import { preloadDialog, useDialogs } from './dialogs.ts'

const SECTIONS = [
  { to: '/#hero', label: 'HOME' },
  { to: '/sklep', label: 'SKLEP' },
  { to: '/#jakosc', label: 'JAKOŚĆ ZAMIENNIKÓW' },
  { to: '/#ofirmie', label: 'O FIRMIE' },
  { to: '/#nuty', label: 'MEDIA' },
]

const LEGAL = [
  { href: '/regulamin', label: 'Regulamin' },
  { href: '/polityka-prywatnosci', label: 'Polityka prywatności' },
]

const NAV_LINK =
  'inline-flex min-h-11 items-center text-xs font-semibold tracking-wider underline-offset-8 hover:underline whitespace-nowrap'

export function SiteHeader({ shopName }: { shopName: string }) {
  return (
    <header className="sticky top-0 z-30 border-b border-night/10 bg-ivory">
      <div className="hidden bg-night text-ivory lg:block">
        <div className="page-width on-night flex items-center justify-between gap-6 py-1 text-xs">
          <p>Zmieniasz cenę, nie jakość.</p>
          <LegalLinks className="inline-flex min-h-8 items-center underline-offset-4 hover:underline" />
        </div>
      </div>
      <div className="page-width flex items-center gap-4 py-1.5 lg:gap-8">
        <MobileMenu />
        <Link to="/" className="mr-auto flex min-h-11 items-center font-display text-xl leading-none font-medium">
          {shopName}
        </Link>
        <nav aria-label="Główna" className="hidden items-center gap-6 lg:flex">
          {SECTIONS.map((section) => (
            <Link key={section.to} to={section.to} className={NAV_LINK}>
              {section.label}
            </Link>
          ))}
          <PanelLink className={NAV_LINK} />
        </nav>
        <CartButton />
      </div>
    </header>
  )
}

function LegalLinks({ className }: { className: string }) {
  return (
    <div className="flex flex-wrap gap-x-6">
      {LEGAL.map((link) => (
        <a key={link.href} href={link.href} target="_blank" rel="noopener" className={className}>
          {link.label}
          <span className="sr-only"> (nowa karta)</span>
        </a>
      ))}
    </div>
  )
}

function CartButton() {
  const count = itemCount(useCart())
  const dialogs = useDialogs()
  return (
    <button
      type="button"
      className="relative -mr-2 grid size-12 place-items-center rounded-full hover:bg-sand"
      aria-label={count === 0 ? 'Koszyk, pusty' : `Koszyk, sztuk: ${count}`}
      aria-haspopup="dialog"
      onPointerEnter={() => preloadDialog('cart')}
      onFocus={() => preloadDialog('cart')}
      onClick={() => dialogs.open({ name: 'cart' })}
    >
      <ShoppingBag aria-hidden="true" className="size-6" strokeWidth={1.6} />
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

/** A disclosure that also opens without JavaScript. */
function MobileMenu() {
  const details = useRef<HTMLDetailsElement>(null)
  const close = () => details.current?.removeAttribute('open')
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu, by whatever link.
  useEffect(close, [key])
  return (
    <details
      ref={details}
      className="group lg:hidden"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <summary
        aria-label="Menu"
        className="-ml-2 grid size-12 list-none place-items-center rounded-full hover:bg-sand [&::-webkit-details-marker]:hidden"
      >
        <Menu aria-hidden="true" className="size-6" strokeWidth={1.6} />
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
        {SECTIONS.map((section) => (
          <Link key={section.to} to={section.to} className={NAV_LINK} onClick={close}>
            {section.label}
          </Link>
        ))}
        <PanelLink className={NAV_LINK} onNavigate={close} />
        <div className="mt-2 border-t border-night/10 pt-2">
          <LegalLinks className="inline-flex min-h-11 items-center text-sm underline underline-offset-4" />
        </div>
      </nav>
    </details>
  )
}

/** How long the press of PANEL KLIENTA waits to learn who is signed in, ms; then the server decides. */
const SESSION_WAIT_MS = 5000

/** PANEL KLIENTA: the panel for who is signed in, the login dialog for everyone else. */
export function PanelLink({ className, onNavigate }: { className: string; onNavigate?: () => void }) {
  const session = useSession()
  const navigate = useNavigate()
  const dialogs = useDialogs()
  const [waiting, setWaiting] = useState(false)

  function go() {
    if (session.user || session.status === 'unknown') void navigate(href('/panel-klienta'))
    else dialogs.open({ name: 'login' })
    onNavigate?.()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: goes once, when the session is known or the wait is over.
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
      className={classNames(className, waiting && 'animate-pulse cursor-progress')}
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
