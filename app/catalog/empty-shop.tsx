import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { useSession } from '#app/account/session.ts'
import { buttonClass } from '#app/ui/button.tsx'

/** Replaces a list without products. */
export function NoProducts({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="rounded-2xl bg-sand/60 px-6 py-14 text-center sm:px-12">
      <svg viewBox="0 0 40 50" className="mx-auto w-14 text-oud" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M4 48V25C4 14 16 14 20 2c4 12 16 12 16 23v23z" />
      </svg>
      <h3 className="mt-4 font-display text-2xl">Brak produktów</h3>
      <p className="mx-auto mt-2 max-w-md">{text}</p>
      {children}
    </div>
  )
}

/** Replaces a list while the shop has no products at all; leads the owner to the first one. */
export function EmptyShop() {
  const { user } = useSession()
  return (
    <NoProducts text="Sklep dopiero się urządza. Pierwsze perfumy pojawią się tu wkrótce.">
      {user?.role === 'admin' && (
        <Link
          reloadDocument
          to={`${href('/admin/produkty')}?produkt=nowy`}
          className={buttonClass('primary', 'md', 'mt-6')}
        >
          Dodaj pierwszy produkt
        </Link>
      )}
    </NoProducts>
  )
}
