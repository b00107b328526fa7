import { useEffect, useRef } from 'react'
import { addToastPlace } from './toast.ts'

/**
 * Where toasts stand while this is on the screen: in the layout, so that they cover nothing beside them. Of several
 * visible places the one that came last has them; without any they stand at the edge of the window.
 * @param isLast has them only where no other place is visible
 */
export function ToastPlace({ className, isLast = false }: { className?: string; isLast?: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => (place.current ? addToastPlace(place.current, isLast) : undefined), [isLast])
  return <div ref={place} className={className} />
}
