import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { href, Link, NavLink, Outlet, useLocation, useOutletContext } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'
import { SETTINGS_PAGES } from './settings-pages.ts'

/** 'Ustawienia': on the phone a list that leads to one page at a time, on the desktop a rail beside the page. */
export default function SettingsLayout() {
  const { pathname, hash } = useLocation()
  const context = useOutletContext()
  const page = SETTINGS_PAGES.find(({ to }) => to === pathname)
  useShownField(pathname, hash)
  return (
    <div className={classNames('items-start gap-8', page && 'lg:grid lg:grid-cols-[13rem_1fr]')}>
      {page && (
        <nav aria-label="Ustawienia" className="sticky top-5 max-lg:hidden">
          <p className="mb-2 px-3 text-xs font-semibold text-oud">Ustawienia</p>
          <ul>
            {SETTINGS_PAGES.map(({ to, title }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className={({ isActive }) =>
                    classNames(
                      'flex min-h-10 items-center rounded-xl px-3 text-sm font-semibold',
                      isActive ? 'bg-sand text-night' : 'text-night/75 hover:bg-white hover:text-night',
                    )
                  }
                >
                  {title}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="min-w-0">
        {page && (
          <Link
            to={href('/admin/ustawienia')}
            className="-mt-2 mb-1 inline-flex min-h-11 items-center gap-2 text-sm underline-offset-4 hover:underline
              lg:hidden"
          >
            <ArrowLeft aria-hidden="true" className="size-4" /> Wszystkie ustawienia
          </Link>
        )}
        <h1 className="mb-4 font-display text-2xl">{page?.title ?? 'Ustawienia'}</h1>
        <Outlet context={context} />
      </div>
    </div>
  )
}

/** How long to wait for a field that the address names, ms. */
const LOADING_MS = 5000

/** Focuses the field that the address names, once it is rendered: fields are loaded after the page. */
function useShownField(pathname: string, hash: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each address
  useEffect(() => {
    if (hash === '') return undefined
    const show = () => {
      const found = document.getElementById(decodeURIComponent(hash.slice(1)))
      found?.scrollIntoView({ block: 'start' })
      found?.querySelector('input')?.focus({ preventScroll: true })
      return found !== null
    }
    if (show()) return undefined
    const observer = new MutationObserver(() => show() && observer.disconnect())
    observer.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), LOADING_MS)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [pathname, hash])
}
