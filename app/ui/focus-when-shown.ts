import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For what takes the place of the focused element: focuses the element of the returned ref in the same step in which it
 * appears, so that a key pressed at once finds it.
 */
export function useFocusWhenShown<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null)
  useLayoutEffect(() => element.current?.focus(), [])
  return element
}
