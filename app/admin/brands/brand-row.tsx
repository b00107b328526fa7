import { Pencil, Trash2 } from 'lucide-react'
import { classNames } from '#app/ui/class-names.ts'
import type { AdminBrand } from '#domain/catalog/admin/admin-brand.ts'
import { inflectProducts } from '#domain/catalog/product.ts'

type BrandRowProps = { brand: AdminBrand; onEdit: () => void; onDelete: () => void }

const ICON_BUTTON = 'grid size-11 shrink-0 place-items-center rounded-full hover:bg-sand lg:size-9'

export const BRAND_COLUMNS = 'lg:grid-cols-[minmax(0,18rem)_minmax(0,13rem)_minmax(0,1fr)_6.5rem_auto]'

/** One line on wide screens, a card on the phone; a press anywhere on it opens it. */
export function BrandRow({ brand, onEdit, onDelete }: BrandRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys have the pencil
    <article
      aria-labelledby={`marka-${brand.id}`}
      onClick={({ target }) => {
        const isOther = target instanceof Element && target.closest('button') !== null
        if (!isOther && window.getSelection()?.isCollapsed !== false) onEdit()
      }}
      className={classNames(
        'grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-3 text-sm hover:bg-ivory lg:py-1',
        BRAND_COLUMNS,
      )}
    >
      <h2 id={`marka-${brand.id}`} className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        {brand.name}
        {brand.is_original && <span className="rounded-full bg-sand px-2 text-xs font-semibold">Oryginalna linia</span>}
      </h2>
      <p className="text-xs text-night/80 max-lg:col-start-1 max-lg:row-start-2 lg:truncate">Slug: {brand.slug}</p>
      <p
        title={brand.description}
        className="text-night/85 max-lg:col-span-2 max-lg:row-start-4 max-lg:mt-1 lg:line-clamp-2"
      >
        {brand.description}
      </p>
      <p className="text-xs tabular-nums max-lg:col-start-1 max-lg:row-start-3 lg:text-right">
        {brand.products} {inflectProducts(brand.products)}
      </p>
      <div className="flex gap-1 max-lg:col-start-2 max-lg:row-span-3 max-lg:row-start-1 max-lg:self-start">
        <button type="button" aria-label={`Edytuj markę ${brand.name}`} className={ICON_BUTTON} onClick={onEdit}>
          <Pencil aria-hidden="true" className="size-4" />
        </button>
        {brand.is_original ? (
          // Nothing to press: the original line cannot be deleted.
          <span className="size-11 lg:size-9" />
        ) : (
          <button
            type="button"
            aria-label={`Usuń markę ${brand.name}`}
            className={`${ICON_BUTTON} text-wine`}
            onClick={onDelete}
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </button>
        )}
      </div>
    </article>
  )
}
