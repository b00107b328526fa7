// Runs in every document before anything else is loaded (app/entry.server.tsx). It is built to one inline script, so it
// imports and exports nothing.

/** Latest start of the page's code after the document was parsed, ms: the picture may never be loaded. */
const LATEST_START_MS = 1500

// zod's `config({ jitless: true })`, before any script loads it. Otherwise zod tests whether it may compile schemas,
// which the Content-Security-Policy forbids, and the browser reports this on every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** Maximum number of failures that one page load reports. */
const MOST_REPORTS = 5

/** How long a held link waits for the page's code before the browser follows it, ms. */
const LATEST_PRESS_MS = 5000

const once = { once: true }

/**
 * Reports failures of the shop's own files, each once, without the page's query. The server removes typed text from
 * them and ignores failures of the connection (domain/failures/).
 */
const reported = new Set<string>()
function report(failed?: Error): void {
  const error = String(failed)
  if (!failed?.stack?.includes('/assets/') || reported.has(error) || reported.add(error).size > MOST_REPORTS) return
  const body = { error, stack: failed.stack, page: location.pathname, build: window.__reactRouterManifest?.version }
  navigator.sendBeacon('/api/failures', new Blob([JSON.stringify(body)], { type: 'application/json' }))
}
addEventListener('error', (event) => report(event.error))
addEventListener('unhandledrejection', (event) => report(event.reason))

/**
 * Loads the page's code after the first picture was painted, or at the first touch or key. Earlier, scripts would
 * compete with the picture for a phone's bandwidth. Links work without them.
 */
let started = false
function start(): void {
  const waiting = document.getElementById('page-code')
  if (started || !waiting) return
  started = true
  const modules: string[] = JSON.parse(waiting.dataset.modules ?? '[]')
  for (const href of modules)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  document.head.append(
    Object.assign(document.createElement('script'), { type: 'module', textContent: waiting.textContent }),
  )
}
const startAfterPaint = () => requestAnimationFrame(() => requestAnimationFrame(start))
const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
if (!picture || picture.complete) startAfterPaint()
else for (const end of ['load', 'error']) picture.addEventListener(end, startAfterPaint)
for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, start, { once: true, passive: true })
setTimeout(start, LATEST_START_MS)

/**
 * Back and Forward to an entry of an earlier load of this page change only the address. Before hydration nothing
 * handles that, so the page is reloaded.
 */
const readAddress = () => location.pathname + location.search
const loaded = readAddress()
function reloadIfLeft(): void {
  if (readAddress() !== loaded) location.reload()
}
addEventListener('popstate', reloadIfLeft)
addEventListener('hydrated', () => removeEventListener('popstate', reloadIfLeft), once)

/**
 * Repeats the press of a button after hydration; from 'hydrating' on React does that. A link that depends on who is
 * signed in ("data-press-again") waits like a button; the browser follows it when no code is loaded.
 */
let pressed: HTMLElement | null = null
function remember(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>('button, a[data-press-again]')
  if (!button || event.metaKey || event.ctrlKey || event.shiftKey) return
  if (button instanceof HTMLAnchorElement) {
    const { href } = button
    event.preventDefault()
    setTimeout(() => {
      if (pressed === button) location.assign(href)
    }, LATEST_PRESS_MS)
  }
  pressed?.removeAttribute('aria-busy')
  pressed = button
  button.setAttribute('aria-busy', 'true')
}
addEventListener('click', remember)
addEventListener('hydrating', () => removeEventListener('click', remember), once)
addEventListener(
  'hydrated',
  () => {
    const again = pressed
    pressed = null
    again?.removeAttribute('aria-busy')
    if (again?.isConnected) again.click()
  },
  once,
)
