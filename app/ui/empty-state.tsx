import type { ReactNode } from 'react'

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div
      className="flex flex-col items-center gap-4 rounded-2xl border border-dashed border-night/30 px-6 py-14
        text-center"
    >
      <p className="font-display text-xl">{title}</p>
      {children}
    </div>
  )
}
