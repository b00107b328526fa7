import { ShoppingBag } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'

/** Nothing here yet; the link leaves the dialog behind with its history entry. */
export function EmptyCart() {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-16 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-sand text-oud">
        <ShoppingBag aria-hidden="true" className="size-7" strokeWidth={1.6} />
      </span>
      <p className="font-display text-2xl">Pusty koszyk</p>
      <p className="max-w-sm text-sm">Znajdź zapach dla siebie. Na odstąpienie od umowy masz 14 dni.</p>
      <Link to="/sklep" className={buttonClass('primary', 'md', 'mt-2')}>
        Przejdź do sklepu
      </Link>
    </div>
  )
}
