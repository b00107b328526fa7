import type { Product } from '#domain/catalog/product.ts'
import type { ShownPicture } from '#domain/labels/label-file.ts'
import { GuaranteeNotice } from './guarantee-notice-card.tsx'
import { ProductSafety } from './product-safety.tsx'

type SafetyAndGuaranteeProps = { id: string; product: Product; guaranteeNotice: ShownPicture | null }

/** The information that the law requires below a product. */
export default function SafetyAndGuarantee({ id, product, guaranteeNotice }: SafetyAndGuaranteeProps) {
  return (
    <div id={id} className="space-y-8">
      <ProductSafety product={product} />
      <GuaranteeNotice official={guaranteeNotice} />
    </div>
  )
}
