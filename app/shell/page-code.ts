import { useEffect } from 'react'

/** Pages that links of the storefront lead to without a page load. */
const PAGES = ['home/home', 'shop/shop', 'product/product']
const FIRST_SIGNS = ['pointerdown', 'keydown', 'scroll'] as const

/**
 * Fetches the code of the other pages at the visitor's first sign of life. The router would fetch it with the page, but
 * answers a failure by loading the whole page anew, which without a connection ends at the browser's own error page.
 */
export function usePageCode(): void {
  useEffect(() => {
    const stop = () => {
      for (const sign of FIRST_SIGNS) window.removeEventListener(sign, start)
    }
    function start() {
      stop()
      for (const url of PAGES.map(moduleOf)) {
        if (url !== undefined)
          import(/* @vite-ignore */ url).catch((cause) => console.warn('Code of a page is missing.', cause))
      }
    }
    for (const sign of FIRST_SIGNS) window.addEventListener(sign, start, { passive: true })
    return stop
  }, [])
}

declare global {
  interface Window {
    /** The router's table of routes, as its build writes it. */
    readonly __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> }
  }
}

function moduleOf(route: string): string | undefined {
  return window.__reactRouterManifest?.routes[route]?.module
}
