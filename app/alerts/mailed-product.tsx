import { href, Link } from 'react-router'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

type MailedProductProps = { name: string; brandName: string; imageKey: string | null }

/** The product that the page of a mailed link is about. */
export function MailedProduct({ name, brandName, imageKey }: MailedProductProps) {
  return (
    <div className="mb-6 flex items-center gap-4">
      <ProductPicture imageKey={imageKey} alt="" sizes="64px" className="w-16 shrink-0 rounded-lg" />
      <p className="min-w-0 font-semibold wrap-anywhere">
        {name} <span className="font-normal text-oud">· {brandName}</span>
      </p>
    </div>
  )
}

/** Shown instead once the product is no longer sold. */
export function ProductGone() {
  return (
    <EmptyState title="Tych perfum nie ma już w sklepie">
      <Link to={href('/sklep')} className={buttonClass('secondary')}>
        Wróć do zakupów
      </Link>
    </EmptyState>
  )
}
