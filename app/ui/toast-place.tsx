import { useEffect, useRef } from 'react'
import { addToastPlace } from './toast.ts'

/**
 * The place of toasts while it is on the screen: in the layout, so that they cover nothing. Of several visible places
 * the one that was mounted last shows them; without any they appear at the edge of the window.
 * @param isLast shows them only where no other place is visible
 */
export function ToastPlace({ className, isLast = false }: { className?: string; isLast?: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => (place.current ? addToastPlace(place.current, isLast) : undefined), [isLast])
  return <div ref={place} className={className} />
}
