import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** How long to wait before each retry, ms: the first request on a connection that is just back may still fail. */
const WAITS_MS = [0, 1000, 4000]

/**
 * Retries what failed once a lost connection is back, and twice more if it fails again, however long each try takes.
 * Pass another failure each time it fails, and null while it is tried or done.
 */
export function useRetryOnline(failure: unknown, retry: () => void): void {
  const [returns, setReturns] = useState(0)
  const waits = useRef<number[]>([])
  const call = useEffectEvent(retry)
  useEffect(() => {
    const onOnline = () => {
      waits.current = [...WAITS_MS]
      setReturns((count) => count + 1)
    }
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each return of the connection begins anew
  useEffect(() => {
    const [wait] = waits.current
    if (failure === null || wait === undefined) return
    const timer = window.setTimeout(() => {
      waits.current.shift()
      call()
    }, wait)
    return () => window.clearTimeout(timer)
  }, [failure, returns])
}
