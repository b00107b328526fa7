import { useEffect, useState } from 'react'
import { lazyPart } from '#app/ui/lazy-part.tsx'

/** Without an alert on failure, because nobody asked for it. */
const Notices = lazyPart(() => import('#app/notices/notices.tsx'), { skeleton: null, frame: () => null })

const IDLE_TIMEOUT_MS = 500

/** On every page: loads the notices once the page is hydrated and the browser is idle. */
export function NoticesHost() {
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
