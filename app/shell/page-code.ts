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
    const wait = new AbortController()
    function start() {
      wait.abort()
      for (const url of PAGES.map(findModule)) {
        if (url) import(/* @vite-ignore */ url).catch(console.warn)
      }
    }
    for (const sign of FIRST_SIGNS) window.addEventListener(sign, start, { passive: true, signal: wait.signal })
    return () => wait.abort()
  }, [])
}

declare global {
  interface Window {
    /** The router's table of routes, as its build writes it. */
    readonly __reactRouterManifest?: { version: string; routes: Record<string, { module: string } | undefined> }
  }
}

function findModule(route: string): string | undefined {
  return window.__reactRouterManifest?.routes[route]?.module
}
