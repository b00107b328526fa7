import { useEffect, useState } from 'react'
import type { Register } from 'react-router'
import { LOGIN_HASH } from '#app/dialogs/dialogs.ts'
import { SAVES_DATA } from '#app/ui/save-data.ts'

/** The name of a route's module, as the router generates them from routes.ts. */
type RouteName = keyof Register['routeModules']
/** Pages that links of the storefront lead to without a page load. */
const PAGES: readonly RouteName[] = ['home/home', 'shop/shop', 'product/product-page']
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll'] as const
/** After this time without activity the page has loaded its own code, ms. */
const PREFETCH_AFTER_MS = 3000

/**
 * Prefetches the code of the other pages with the visitor's first activity, or after a while. The router would load it
 * with the page, but on failure it reloads the whole page, which without a connection ends at the browser's error page.
 * @returns whether it has begun, so that other code may be prefetched too
 */
export function usePageCode(): boolean {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const wait = new AbortController()
    const timer = SAVES_DATA ? undefined : setTimeout(start, PREFETCH_AFTER_MS)
    wait.signal.addEventListener('abort', () => clearTimeout(timer))
    function start() {
      wait.abort()
      setWanted(true)
      for (const url of PAGES.map(findModule)) {
        if (url) import(/* @vite-ignore */ url).catch(console.warn)
      }
    }
    // The panel redirects here to sign in, and the login opens at once.
    if (window.location.hash === LOGIN_HASH) start()
    for (const type of ACTIVITY) window.addEventListener(type, start, { passive: true, signal: wait.signal })
    return () => wait.abort()
  }, [])
  return isWanted
}

declare global {
  interface Window {
    /** The router's table of routes, as its build writes it. */
    readonly __reactRouterManifest?: { version: string; routes: Record<string, { module: string } | undefined> }
  }
}

function findModule(route: RouteName): string | undefined {
  return window.__reactRouterManifest?.routes[route]?.module
}
