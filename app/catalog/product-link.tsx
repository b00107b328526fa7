import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { buildDialogEntry, type DialogEntry, preloadDialog } from '#app/dialogs/dialogs.ts'
import { clearDoneToasts } from '#app/ui/toast.ts'
import type { CardProduct } from '#domain/catalog/product.ts'
import { rememberPreview } from './product-preview.ts'

type ProductLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'mask' | 'state' | 'onClick'> & {
  product: CardProduct
  /** Opens the product at its checkout. */
  buying?: boolean
}

/**
 * A link to /produkt/<slug>. Inside the site it opens the product's dialog over the present page. Without JavaScript,
 * in a new tab or after a reload the same address is the product's page.
 */
export function ProductLink({ product, buying, ...rest }: ProductLinkProps) {
  const dialog: DialogEntry = { name: 'product', slug: product.slug, ...(buying && { buying }) }
  const { to, options } = buildDialogEntry(useLocation(), dialog)
  const preload = () => preloadDialog('product')
  return (
    <Link
      to={to}
      {...options}
      // A new entry, although the address is the present one.
      replace={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => {
        clearDoneToasts()
        rememberPreview(product)
      }}
      {...rest}
    />
  )
}
