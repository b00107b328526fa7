import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'

/** The content of a dialog whose list is empty. Its link leaves the dialog and keeps its history entry. */
export function EmptyDialog({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-16 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-sand text-oud">{icon}</span>
      <p className="font-display text-2xl">{title}</p>
      <p className="max-w-sm text-sm">{text}</p>
      <Link to={href('/sklep')} className={buttonClass('primary', 'md', 'mt-2')}>
        Przejdź do sklepu
      </Link>
    </div>
  )
}
