import { useEffect, useRef, useSyncExternalStore } from 'react'

const places: HTMLElement[] = []
const listeners = new Set<() => void>()

/**
 * The place of toasts while it is on the screen: in the layout, so that they cover nothing. If several places are
 * visible, the one mounted last shows them; without any they appear at the edge of the window.
 * @param isLast shows them only where no other place is visible
 */
export function ToastPlace({ className, isLast = false }: { className?: string; isLast?: boolean }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = ref.current
    if (!place) return
    if (isLast) places.unshift(place)
    else places.push(place)
    for (const changed of listeners) changed()
    return () => {
      places.splice(places.indexOf(place), 1)
      for (const changed of listeners) changed()
    }
  }, [isLast])
  return <div ref={ref} className={className} />
}

/** The place for toasts now; null for the edge of the window. */
export function useToastPlace(): HTMLElement | null {
  return useSyncExternalStore(
    onPlaces,
    () => places.findLast((place) => place.checkVisibility()) ?? null,
    () => null,
  )
}

function onPlaces(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
