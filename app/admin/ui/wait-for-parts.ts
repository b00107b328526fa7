import { useEffect, useState } from 'react'

/** How long a page waits for parts that would move what stands below them, ms; then it comes up without. */
const LONGEST_WAIT_MS = 2_000

/** Whether a page still waits for its parts. Once it stood, it stands: nothing that is read later takes it away. */
export function useWaitForParts(isPending: boolean): boolean {
  const [isWaiting, setWaiting] = useState(true)
  if (isWaiting && !isPending) setWaiting(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), LONGEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isWaiting && isPending
}
