import { useDialogs } from '#app/dialogs/dialogs.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { CardProduct } from '#domain/catalog/product.ts'
import { useIsSaved } from './saved-state.ts'

export const HEART =
  'M19 14c1.5-1.5 3-3.2 3-5.5A5.5 5.5 0 0 0 16.5 3c-1.8 0-3 .5-4.5 2-1.5-1.5-2.7-2-4.5-2A5.5 5.5 0 0 0 2 8.5c0 2.3 1.5 4 3 5.5l7 7z'

/** Saves or removes a product; the code for that is loaded with the first press. */
function toggleSaved(product: CardProduct, showSaved: () => void): void {
  import('./saved-store.ts').then(({ toggle }) => toggle(product, showSaved)).catch(console.warn)
}

/** A heart, filled while the product is saved. */
export function SaveButton({ product, className }: { product: CardProduct; className?: string }) {
  const isSaved = useIsSaved(product.id)
  const dialogs = useDialogs()
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={`Ulubione: ${product.name}`}
      className={classNames(
        'z-10 grid size-11 place-items-center rounded-full bg-ivory/90 noscript:hidden hover:bg-ivory',
        isSaved && 'text-wine [&>svg]:fill-current',
        className,
      )}
      onClick={() => toggleSaved(product, () => dialogs.open({ name: 'saved' }))}
    >
      <Icon d={HEART} className="size-5" strokeWidth={1.6} />
    </button>
  )
}
