import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  createPath,
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  type Path,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useRevalidator,
} from 'react-router'
import { Alert } from './alert.tsx'
import { setReloadDestination } from './page-reload.ts'
import { useRetryOnline } from './retry-online.ts'

type Results = Record<string, DataStrategyResult>

/** The data of the page in the address bar could not be loaded. */
export class PageUnreachable extends Error {}

export const SHOP_AWAY = 'Sklep ma chwilową przerwę techniczną. Spróbuj ponownie za chwilę.'
const NO_CONNECTION = 'Sprawdź połączenie z internetem.'

/** Handles a failed request for `target`; set while the storefront is on the screen. */
let settle: ((target: URL, results: Results, failed: string[]) => void) | null = null

/** Middleware of every navigation in the browser: when connection or shop fail, the present page stays. */
export const settleFailedNavigation: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  const failed = Object.keys(results).filter((id) => isOutage(results[id]))
  if (!request.signal.aborted && failed.length > 0) settle?.(new URL(request.url), results, failed)
  return results
}

/** Redirects and answers such as 'no such product' are no outage. */
function isOutage(result: DataStrategyResult | undefined): boolean {
  if (result?.type !== 'error') return false
  const error: unknown = result.result
  return error instanceof Response || isRouteErrorResponse(error) ? error.status >= 500 : true
}

/** Only a 503 is known to come from the shop; every other failure may be the connection. */
function explain(result: DataStrategyResult | undefined): string {
  return isRouteErrorResponse(result?.result) && result.result.status === 503 ? SHOP_AWAY : NO_CONNECTION
}

/**
 * When a link or a filter cannot be loaded, the page stays and this alert below the header says so. Data that cannot be
 * reloaded stay as they were. The alert retries by itself when the connection is back. Only Back and Forward, which
 * have already changed the address, show an error page.
 */
export function FailedNavigation() {
  const location = useLocation()
  const navigate = useNavigate()
  const matches = useMatches()
  const { revalidate } = useRevalidator()
  const { location: loading } = useNavigation()
  const [failed, setFailed] = useState<{ target: Partial<Path>; why: string } | null>(null)
  const [seen, setSeen] = useState(location)
  const now = useRef({ location, matches, navigate })
  // Before the page is painted, because a press on it may fail at once.
  useLayoutEffect(() => {
    now.current = { location, matches, navigate }
  })
  if (seen !== location) {
    setSeen(location)
    // On another page the message is outdated.
    if (createPath(seen) !== createPath(location)) setFailed(null)
  }

  const asked = loading ?? failed?.target
  const isElsewhere = asked && asked.pathname + (asked.search ?? '') !== location.pathname + location.search
  const destination = isElsewhere ? createPath(asked) : null
  useLayoutEffect(() => {
    setReloadDestination(destination)
    return () => setReloadDestination(null)
  }, [destination])

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
      // A navigation to the present page cancels the one under way.
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
    // In one render with the start of the navigation, so that its destination is always known.
    startTransition(() => setFailed(null))
    if (createPath(target) === createPath({ ...location, hash: '' })) void revalidate()
    else void navigate(target, { preventScrollReset: target.pathname === location.pathname })
  }
  useRetryOnline(failed, () => failed && retry(failed.target))
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
