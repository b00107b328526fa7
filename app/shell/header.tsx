import { Menu, ShoppingBag } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSession } from '#app/account/session.ts'
import { useCart } from '#app/checkout/cart-store.ts'
import { itemCount } from '#domain/cart/cart.ts'
import { cartDialog, loadCartDialog, loadLoginDialog, loginDialog } from './dialogs.ts'

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
  return (
    <button
      type="button"
      className="relative -mr-2 grid size-12 place-items-center rounded-full hover:bg-sand"
      aria-label={count === 0 ? 'Koszyk, pusty' : `Koszyk, sztuk: ${count}`}
      aria-haspopup="dialog"
      onPointerEnter={() => void loadCartDialog()}
      onFocus={() => void loadCartDialog()}
      onClick={cartDialog.open}
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

/** PANEL KLIENTA: the panel for who is signed in, the login dialog for everyone else (spec 1 §2). */
export function PanelLink({ className, onNavigate }: { className: string; onNavigate?: () => void }) {
  const session = useSession()
  const navigate = useNavigate()
  return (
    <a
      href="/panel-klienta"
      className={className}
      onPointerEnter={() => void loadLoginDialog()}
      onFocus={() => void loadLoginDialog()}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onNavigate?.()
        if (session.user) void navigate('/panel-klienta')
        else loginDialog.open()
      }}
    >
      PANEL KLIENTA
    </a>
  )
}
