import { useEffect } from 'react'
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { settleFailedNavigation } from '#app/shell/failed-navigation.tsx'
import { loadNewerBuild } from '#app/shell/newer-build.ts'
import { NoticesHost } from '#app/shell/notices-host.tsx'
import { PageFailure } from '#app/shell/page-failure.tsx'
import { ToastHost } from '#app/shell/toast-host.tsx'
import type { Route } from './+types/root'
import theme from './storefront.css?url'
import { StyleSheet } from './style-sheet.tsx'
import ebGaramond from './ui/fonts/eb-garamond-basic.woff2?url'
import figtree from './ui/fonts/figtree-basic.woff2?url'

export const links: LinksFunction = () => [
  ...[ebGaramond, figtree].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  // Stands in the document itself (app/style-sheet.tsx), except in development, where it is reloaded by itself.
  ...(import.meta.env.DEV ? [{ rel: 'stylesheet', href: theme }] : []),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const clientMiddleware = [loadNewerBuild, settleFailedNavigation]

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="pl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#F7F2E8" />
        <Meta />
        <StyleSheet />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useEffect(() => {
    window.dispatchEvent(new Event('hydrated'))
  }, [])
  return (
    <>
      <Outlet />
      <ToastHost />
      <NoticesHost />
    </>
  )
}

/** The last resort: what even the storefront's layout could not be shown for. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main>
      <PageFailure error={error} />
    </main>
  )
}
