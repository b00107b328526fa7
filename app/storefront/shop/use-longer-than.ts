import { useEffect, useState } from 'react'

/** True once `active` has been true for so many milliseconds; false at once when it ends. */
export function useLongerThan(active: boolean, milliseconds: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = window.setTimeout(() => setPassed(true), milliseconds)
    return () => {
      window.clearTimeout(timer)
      setPassed(false)
    }
  }, [active, milliseconds])
  return active && passed
}
