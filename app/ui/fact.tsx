import type { ReactNode } from 'react'

/** A term with its value in a list of facts. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-oud">{term}</dt>
      <dd className="font-medium whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}
