import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { loadProductDialog } from '#app/shell/dialogs.ts'

/** Names the product whose dialog is open, in the router's own location only. */
export const PRODUCT_PARAM = 'produkt'

type ProductLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'mask'> & { slug: string }

/**
 * A link to /produkt/<slug>. Inside the site it opens the product as a dialog over the list it stands in;
 * without JavaScript, in a new tab or after a reload the same address is the product's page.
 */
export function ProductLink({ slug, ...rest }: ProductLinkProps) {
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(search)
  params.set(PRODUCT_PARAM, slug)
  return (
    <Link
      to={{ pathname, search: params.toString() }}
      mask={`/produkt/${slug}`}
      preventScrollReset
      onPointerEnter={() => void loadProductDialog()}
      onFocus={() => void loadProductDialog()}
      {...rest}
    />
  )
}
