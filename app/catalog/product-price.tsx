import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import { type CardProduct, describeLowestPrice, describeReduction } from '#domain/catalog/product.ts'

type Announced = Pick<CardProduct, 'current_price_cents' | 'lowest_price_cents'>
type ProductPriceProps = {
  product: Announced
  /** Of the amount. */
  className?: string
}

/** The price, and by how many percent it is reduced. `LowestPrice` stands beside it. */
export function ProductPrice({ product, className }: ProductPriceProps) {
  const percent = describeReduction(product)
  return (
    <>
      <Price grosze={product.current_price_cents} className={className} />
      {percent && (
        <>
          {' '}
          <span className="price ml-0.5 inline-block rounded-full bg-wine px-2 align-[0.1em] text-xs leading-5 font-semibold text-white">
            {percent}
          </span>
        </>
      )}
    </>
  )
}

/** The lowest price of the 30 days before a reduction, as legible as the price; nothing without one. */
export function LowestPrice({ product, className }: { product: Announced; className?: string }) {
  const lowest = describeLowestPrice(product)
  return lowest && <span className={classNames('block text-sm font-medium text-night', className)}>{lowest}</span>
}
