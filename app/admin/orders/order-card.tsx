import { type ReactNode, useId } from 'react'

/** A part of the page of an order: a white card with its heading, and what can be done there at its right end. */
export function OrderCard({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-2xl border border-night/10 bg-white px-4 py-4 text-sm sm:px-5">
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
