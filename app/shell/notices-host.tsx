import { useEffect, useState } from 'react'
import { lazyPart } from '#app/ui/lazy-part.tsx'

/** What cannot be had is no reason to say anything: nobody asked for it. */
const Notices = lazyPart(() => import('#app/notices/notices.tsx'), { skeleton: null, frame: () => null })

/** Stands on every page; brings what is shown on all of them once the page is alive and the browser has time. */
export function NoticesHost() {
  const [hasTime, setHasTime] = useState(false)
  useEffect(() => {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setHasTime(true), IDLE_AT_THE_LATEST_MS)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(() => setHasTime(true), { timeout: IDLE_AT_THE_LATEST_MS })
    return () => cancelIdleCallback(idle)
  }, [])
  return hasTime ? <Notices /> : null
}

const IDLE_AT_THE_LATEST_MS = 500
