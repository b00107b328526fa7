import { Pencil } from 'lucide-react'
import { Link, type LinkProps } from 'react-router'
import { LIST_ENTRY } from '#app/admin/list-keys.ts'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { GENDER_NAMES, type Gender } from '#domain/catalog/gender.ts'
import { DeleteProduct } from './delete-product.tsx'
import { SoldOutSwitch } from './sold-out-switch.tsx'
import { StockField } from './stock-field.tsx'

/** Columns on wide screens; below they stand one under another. */
export const COLUMNS =
  'xl:grid-cols-[2.25rem_minmax(0,1fr)_15.5rem_5.5rem_6rem_5.5rem_5.5rem] xl:items-center xl:gap-x-4'

const GENDER_TONES: Record<Gender, string> = { women: 'bg-blush', men: 'bg-smoke', unisex: 'bg-sage' }

type ProductRowProps = { product: AdminProduct; provider: string; edit: Pick<LinkProps, 'to' | 'state'> }

/** One product: what it is, how many there are, whether it is sold; `edit`: where its form is. */
export function ProductRow({ product, provider, edit }: ProductRowProps) {
  return (
    <article
      aria-labelledby={`produkt-${product.id}`}
      className={classNames('grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 px-4 py-4 xl:py-2', COLUMNS)}
    >
      <ProductPicture
        imageKey={product.image_key}
        alt=""
        sizes="56px"
        className="w-14 overflow-hidden rounded-lg xl:w-9 xl:rounded-md"
      />
      <div className="min-w-0">
        <h2 id={`produkt-${product.id}`} className="text-sm leading-5 font-semibold wrap-anywhere">
          {product.name}{' '}
          {product.out_of_stock && (
            <span className="ml-1 inline-block rounded-full bg-wine px-2 text-xs font-semibold text-ivory">
              WYPRZEDANE
            </span>
          )}
        </h2>
        <p className="text-xs leading-5 text-night/85 xl:truncate" title={product.notes.join(', ')}>
          <span className="font-medium">{product.brand_name}</span>
          {product.notes.length > 0 && <> · {product.notes.join(', ')}</>}
        </p>
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1 xl:contents">
        <div className="flex items-center gap-3 max-sm:w-full xl:contents">
          <Price grosze={product.current_price_cents} className="text-sm font-semibold xl:order-2 xl:text-right" />
          <span
            className={classNames(
              'justify-self-start rounded-full px-2.5 py-0.5 text-xs font-semibold xl:order-3',
              GENDER_TONES[product.gender],
            )}
          >
            {GENDER_NAMES[product.gender]}
          </span>
        </div>
        <div className="xl:order-1">
          <StockField product={product} />
        </div>
        <div className="xl:order-4">
          <SoldOutSwitch product={product} />
        </div>
        <div className="ml-auto flex xl:order-5">
          <Link
            {...edit}
            preventScrollReset
            defaultShouldRevalidate={false}
            {...LIST_ENTRY}
            aria-label={`Edytuj: ${product.name}`}
            title="Edytuj produkt"
            className="grid size-11 place-items-center rounded-full hover:bg-sand xl:size-9"
          >
            <Pencil aria-hidden="true" className="size-4.5" />
          </Link>
          <DeleteProduct product={product} provider={provider} />
        </div>
      </div>
    </article>
  )
}
