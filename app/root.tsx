import { useEffect, useState } from 'react'
import {
  type DataStrategyResult,
  Links,
  type LinksFunction,
  Meta,
  type MiddlewareFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
} from 'react-router'
import { settleFailedNavigation } from '#app/ui/failed-navigation.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { PageFailure } from '#app/ui/page-failure.tsx'
import type { Route } from './+types/root'
import { ToastHost } from './shell/toast-host.tsx'
import theme from './storefront.css?url'
import { StyleSheet } from './style-sheet.tsx'
import ebGaramond from './ui/fonts/eb-garamond-basic.woff2?url'
import figtree from './ui/fonts/figtree-basic.woff2?url'
import { reloadWithDialogs } from './ui/page-reload.ts'

export const links: LinksFunction = () => [
  ...[ebGaramond, figtree].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  // Written into the document (app/style-sheet.tsx), except in development, where Vite reloads the file.
  ...(import.meta.env.DEV ? [{ rel: 'stylesheet', href: theme }] : []),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

/**
 * Middleware of every navigation in the browser. After a deploy the data of a page come from a newer build, which this
 * code may not be able to read, so the page is loaded again with the new code.
 */
const loadNewerBuild: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const results = await next()
  const build = window.__reactRouterManifest?.version
  const isNewer = Object.values(results).some(({ result }) => {
    const made = readBuild(result)
    return made !== undefined && made !== build
  })
  if (import.meta.env.DEV || !isNewer || request.signal.aborted) return results
  if (request.url === window.location.href) reloadWithDialogs()
  else window.location.assign(request.url)
  // The present page stays until the new one is loaded.
  return new Promise(() => {})
}

function readBuild(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'build' in data ? data.build : undefined
}

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

/** The error page for errors that the layout of the storefront cannot show. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main>
      <PageFailure error={error} />
    </main>
  )
}

const Notices = lazyPart(() => import('#app/notices/notices.tsx'), { isRequested: false })

const IDLE_TIMEOUT_MS = 500

/** On every page: loads the notices once the page is hydrated and the browser is idle. */
function NoticesHost() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), IDLE_TIMEOUT_MS)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(() => setIdle(true), { timeout: IDLE_TIMEOUT_MS })
    return () => cancelIdleCallback(idle)
  }, [])
  return isIdle ? <Notices /> : null
}
