import { Outlet } from 'react-router'
import { servicesContext } from '#app/services-context.ts'
import type { Route } from './+types/layout'
import { DialogHost } from './dialog-host.tsx'
import { SiteFooter } from './footer.tsx'
import { SiteHeader } from './header.tsx'

/** Who runs the shop, for footer and header; the same for every visitor. */
export function loader({ context }: Route.LoaderArgs) {
  const { shopName, sellerName, sellerEmail, sellerPhone, socialLinks } = context.get(servicesContext).profile
  return { shopName, sellerName, sellerEmail, sellerPhone, socialLinks }
}

export function shouldRevalidate() {
  return false
}

export default function StorefrontLayout({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <a
        href="#tresc"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-night px-5 py-3 text-ivory focus:translate-y-0"
      >
        Przejdź do treści
      </a>
      <SiteHeader shopName={loaderData.shopName} />
      <main id="tresc" tabIndex={-1} className="min-h-[60vh] outline-none">
        <Outlet />
      </main>
      <SiteFooter {...loaderData} />
      <DialogHost />
    </>
  )
}
