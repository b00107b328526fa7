import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A `<details>` of the header, which opens without JavaScript; Escape and every navigation close it. */
export function useHeaderPanel() {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const shownAt = useRef(key)
  const close = () => details.current?.removeAttribute('open')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with every navigation.
  useEffect(() => {
    // Not at hydration: the visitor may have opened it before.
    if (shownAt.current !== key) close()
    shownAt.current = key
  }, [key])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    close()
    details.current?.querySelector('summary')?.focus()
  }
  return { details, close, onKeyDown }
}
