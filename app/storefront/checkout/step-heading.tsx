import { useEffect, useRef } from 'react'

/** Says where in the checkout one is, and takes the focus there when the step changes. */
export function StepHeading({ title, progress }: { title: string; progress: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="outline-none">
      <span className="block text-xs font-semibold tracking-wide text-oud">{progress}</span>{' '}
      <span className="block font-display text-xl">{title}</span>
    </h3>
  )
}
