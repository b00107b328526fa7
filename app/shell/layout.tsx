import { type ReactNode, useEffect, useState } from 'react'
import { href, Outlet, useLocation } from 'react-router'
import { readStored } from '#app/browser-storage.ts'
import type { PriceFacts } from '#app/catalog/price-facts.ts'
import { usePlacedOrderNews } from '#app/checkout/placed-order-news.ts'
import { useDialogs } from '#app/dialogs/dialogs.ts'
import { servicesContext } from '#app/services-context.ts'
import { PageFactsScript } from '#app/shop-facts.tsx'
import { listShellWords } from '#app/shop-texts.server.ts'
import { Button } from '#app/ui/button.tsx'
import { FailedNavigation } from '#app/ui/failed-navigation.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { PageFailure } from '#app/ui/page-failure.tsx'
import { isReduced } from '#domain/catalog/product.ts'
import { readShownGiftOffer } from '#domain/gifts/shown-gift-offer.server.ts'
import { isDatabaseUnavailable } from '#domain/kernel/database/database-error.ts'
import type { Services } from '#domain/services.ts'
import type { Route } from './+types/layout'
import { SiteFooter } from './footer.tsx'
import { SiteHeader } from './header.tsx'
import { usePageCode } from './page-code.ts'
import { useSignInAgain } from './sign-in-again.ts'

/** The shop's data for header, footer and notices; the same for every visitor. */
export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { profile, analytics } = services
  const { shopName, sellerName, sellerBdo, sellerBankAccount, sellerEmail, sellerPhone, socialLinks } = profile
  const prices: PriceFacts = {
    gift: await readShownGiftOffer(services),
  }
  const hasReductions = await hasAnnouncedReductions(services)
  const seller = { sellerName, sellerBdo, sellerBankAccount, sellerEmail, sellerPhone }
  return {
    shopName,
    logo: services.look.logo,
    ...seller,
    socialLinks,
    analytics,
    hasReductions,
    ...prices,
    ...listShellWords(services.ownTexts, prices.gift),
  }
}

/** Whether a reduction is announced; false while the database is unavailable, because some pages are shown then. */
async function hasAnnouncedReductions({ catalog }: Pick<Services, 'catalog'>): Promise<boolean> {
  try {
    const { products } = await catalog.read()
    return products.some(({ product }) => isReduced(product))
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false
    throw error
  }
}

export const shouldRevalidate = () => false

export default function StorefrontLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Storefront profile={loaderData}>
      <Outlet />
    </Storefront>
  )
}

/** Keeps header and footer around a page that cannot be shown. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) throw error
  return (
    <Storefront profile={loaderData}>
      <PageFailure error={error} />
    </Storefront>
  )
}

/** Loaded once a dialog may be opened. */
const DialogHost = lazyPart<{ isOpen: boolean; onClose: () => void }>(() => import('./dialog-host.tsx'), {
  frame: (content, { isOpen, onClose }) =>
    isOpen && (
      <div className="fixed inset-x-0 bottom-0 z-50 bg-ivory pb-5 text-center shadow-lift">
        {content}
        <Button onClick={onClose}>Zamknij</Button>
      </div>
    ),
})

const PlacedOrderBar = lazyPart(() => import('./placed-order-bar.tsx'), { isRequested: false })

const SKIP_LINK =
  'fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-night px-5 py-3 text-ivory focus-visible:translate-y-0'

type StorefrontProps = { profile: Route.ComponentProps['loaderData']; children: ReactNode }

function Storefront({ profile, children }: StorefrontProps) {
  const shown = useDialogs()
  const { close } = shown
  // The popup needs no host, whose frame would lie over the page while its code is loading.
  const isOpen = shown.dialogs.some(({ name }) => name !== 'promo')
  // The server knows no dialogs, and hydration must render the same.
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const isWanted = usePageCode()
  useUnpaidReturn()
  useSignInAgain(shown)
  const news = usePlacedOrderNews()
  return (
    <>
      <a href="#tresc" className={SKIP_LINK}>
        Przejdź do treści
      </a>
      {/* Header, families and filters are forty stops before the first product. */}
      {useLocation().pathname === href('/sklep') && (
        <a href="#produkty" className={SKIP_LINK}>
          Przejdź do produktów
        </a>
      )}
      <SiteHeader {...profile} />
      {news.isThere && <PlacedOrderBar version={news.version} />}
      <p className="hidden bg-sand px-5 py-2.5 text-center text-sm font-semibold noscript:block">
        Aby zamówić lub się zalogować, włącz JavaScript albo zadzwoń:{' '}
        <a href={`tel:${profile.sellerPhone.replaceAll(/[^\d+]/g, '')}`} className="underline underline-offset-4">
          {profile.sellerPhone}
        </a>
      </p>
      <FailedNavigation />
      <main id="tresc" tabIndex={-1} className="min-h-[60vh] outline-none">
        {children}
      </main>
      <SiteFooter {...profile} isMeasured={profile.analytics !== null} />
      <PageFactsScript phone={profile.sellerPhone} analytics={profile.analytics} />
      {(isWanted || (isHydrated && isOpen)) && <DialogHost isOpen={isOpen} onClose={() => close(0)} />}
    </>
  )
}

/**
 * Gives the cart back to a buyer who returns from the payment page without having paid: on any page, in any tab, also
 * from the back/forward cache. The result pages do so themselves.
 */
function useUnpaidReturn(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const check = () => {
      if (readStored('unpaid_orders') && !pathname.startsWith('/payment-'))
        import('#app/checkout/unpaid/unpaid-orders.ts').then((code) => code.checkUnpaidOrders()).catch(console.warn)
    }
    check()
    window.addEventListener('pageshow', check)
    return () => window.removeEventListener('pageshow', check)
  }, [pathname])
}
