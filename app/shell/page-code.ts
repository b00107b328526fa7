import { useEffect, useState } from 'react'
import type { Register } from 'react-router'
import { SAVES_DATA } from '#app/ui/save-data.ts'

/** The name of a route's module, as the router generates them from routes.ts. */
type RouteName = keyof Register['routeModules']
/** Pages that links of the storefront lead to without a page load. */
const PAGES: readonly RouteName[] = ['home/home', 'shop/shop', 'product/product-page']
const FIRST_SIGNS = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll'] as const
/** A page that rests so long is done with its own, ms. */
const AT_REST_MS = 3000

/**
 * Whether the visitor has given a first sign of life, or the page has been at rest for a while: from then on what may be opened is
 * fetched ahead, the code of the other pages here. The router would fetch that with the page, but answers a failure by loading
 * the whole page anew, which without a connection ends at the browser's own error page.
 */
export function usePageCode(): boolean {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const wait = new AbortController()
    const atRest = SAVES_DATA ? undefined : setTimeout(start, AT_REST_MS)
    wait.signal.addEventListener('abort', () => clearTimeout(atRest))
    function start() {
      wait.abort()
      setWanted(true)
      for (const url of PAGES.map(findModule)) {
        if (url) import(/* @vite-ignore */ url).catch(console.warn)
      }
    }
    for (const sign of FIRST_SIGNS) window.addEventListener(sign, start, { passive: true, signal: wait.signal })
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
