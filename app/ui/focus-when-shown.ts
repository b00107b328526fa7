import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For an element that replaces the focused one: focuses the element of the returned ref as soon as it appears, so that
 * a key pressed at once reaches it.
 */
export function useFocusWhenShown<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null)
  useLayoutEffect(() => element.current?.focus(), [])
  return element
}
