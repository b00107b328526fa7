import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  createPath,
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  type Path,
  useLocation,
  useMatches,
  useNavigate,
  useRevalidator,
} from 'react-router'
import { Alert } from '#app/ui/alert.tsx'

type Results = Record<string, DataStrategyResult>

/** Data of a page that could not be had; the page they are for is already in the address bar. */
export class PageUnreachable extends Error {}

export const SHOP_AWAY = 'Sklep ma chwilową przerwę techniczną. Spróbuj ponownie za chwilę.'
const NO_CONNECTION = 'Sprawdź połączenie z internetem.'

/** Decides what becomes of a failed request for `target`; set while the storefront is on the screen. */
let settle: ((target: URL, results: Results, failed: string[]) => void) | null = null

/** Middleware of every navigation in the browser: what fails for want of a connection or a server is no end of the page. */
export const settleFailedNavigation: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  const failed = Object.keys(results).filter((id) => isOutage(results[id]))
  if (!request.signal.aborted && failed.length > 0) settle?.(new URL(request.url), results, failed)
  return results
}

/** Answers such as 'no such product' and redirects are no outage. */
function isOutage(result: DataStrategyResult | undefined): boolean {
  if (result?.type !== 'error') return false
  const error: unknown = result.result
  if (error instanceof Response || isRouteErrorResponse(error)) return error.status >= 500
  return true
}

/** The shop says itself that it is away; everything else may as well lie between the browser and it. */
function explain(result: DataStrategyResult | undefined): string {
  return isRouteErrorResponse(result?.result) && result.result.status === 503 ? SHOP_AWAY : NO_CONNECTION
}

/** A connection that has just come back may not carry the first request yet: when to ask, ms after it. */
const ASK_AFTER_MS = [0, 1000, 4000]

/** Calls back when a lost connection is there again, and a little later twice more. */
export function useOnline(callback: () => void): void {
  const call = useEffectEvent(callback)
  useEffect(() => {
    let timers: number[] = []
    const onOnline = () => {
      timers.forEach(clearTimeout)
      timers = ASK_AFTER_MS.map((ms) => window.setTimeout(() => call(), ms))
    }
    window.addEventListener('online', onOnline)
    return () => {
      window.removeEventListener('online', onOnline)
      timers.forEach(clearTimeout)
    }
  }, [])
}

/**
 * A link or a filter that could not be loaded leaves the page as it is and says so here, below the header. Data asked for
 * anew stay as they were. When a lost connection comes back it is tried again by itself. Only Back and Forward, when the address has already changed, show a page that says so.
 */
export function FailedNavigation() {
  const location = useLocation()
  const navigate = useNavigate()
  const matches = useMatches()
  const { revalidate } = useRevalidator()
  const [failed, setFailed] = useState<{ target: Partial<Path>; why: string } | null>(null)
  const [seen, setSeen] = useState(location)
  const now = useRef({ location, matches, navigate })
  useEffect(() => {
    now.current = { location, matches, navigate }
  })
  if (seen !== location) {
    setSeen(location)
    // Somewhere else by now: the sentence has outlived its reason.
    if (createPath(seen) !== createPath(location)) setFailed(null)
  }

  useEffect(() => {
    settle = (target, results, failed) => {
      const { location, matches, navigate } = now.current
      const { pathname, search } = target
      const isHere = pathname + search === location.pathname + location.search
      const why = explain(results[failed[0] ?? ''])
      const isAddressAhead = (window.history.state?.key ?? 'default') !== location.key
      if (!isHere && isAddressAhead) {
        for (const id of failed) results[id] = { type: 'error', result: new PageUnreachable(why) }
        return
      }
      setFailed({ target: { pathname, search }, why })
      if (isHere) {
        for (const id of failed) {
          const data = matches.find((match) => match.id === id)?.loaderData
          if (data !== undefined) results[id] = { type: 'data', result: data }
        }
        return
      }
      // Going to where one is calls off what is under way.
      const { hash, state, mask } = location
      void navigate(
        { pathname: location.pathname, search: location.search, hash },
        { replace: true, state, mask, preventScrollReset: true, defaultShouldRevalidate: false },
      )
    }
    return () => {
      settle = null
    }
  }, [])

  function retry(target: Partial<Path>) {
    setFailed(null)
    if (createPath(target) === createPath({ ...location, hash: '' })) void revalidate()
    else void navigate(target, { preventScrollReset: target.pathname === location.pathname })
  }
  useOnline(() => failed && retry(failed.target))
  if (!failed) return null
  return (
    <div className="page-width sticky top-20 z-20 pt-3">
      <Alert
        title="Nie udało się wczytać strony."
        className="shadow-lift"
        onRetry={() => retry(failed.target)}
        onClose={() => setFailed(null)}
      >
        {failed.why}
      </Alert>
    </div>
  )
}
