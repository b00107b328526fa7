import type { ReactNode } from 'react'
import type { OrderFact } from '#domain/kernel/order-words/order-fact.ts'

/** A term with its value in a list of facts. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-oud">{term}</dt>
      <dd className="font-medium whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}

/** The facts of an order, in a list of others. */
export function FactList({ of: facts }: { of: readonly OrderFact[] }) {
  return facts.map(({ label, text }) => (
    <Fact key={label} term={label}>
      {text}
    </Fact>
  ))
}
