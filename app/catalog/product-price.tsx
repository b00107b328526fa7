import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import { type CardProduct, describeLowestPrice, describeReduction } from '#domain/catalog/product.ts'

type Announced = Pick<CardProduct, 'current_price_cents' | 'lowest_price_cents'>
type ProductPriceProps = {
  product: Announced
  /** Of the amount. */
  className?: string
}

/** The price, in wine and with its percentage while it is reduced. `LowestPrice` stands beside it. */
export function ProductPrice({ product, className }: ProductPriceProps) {
  const percent = describeReduction(product)
  return (
    <>
      <Price
        grosze={product.current_price_cents}
        className={classNames(product.lowest_price_cents !== null && 'text-wine', className)}
      />
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

type LowestPriceProps = { product: Announced; small?: boolean; className?: string }

/** The lowest price of the 30 days before a reduction; nothing without one. */
export function LowestPrice({ product, small = false, className }: LowestPriceProps) {
  const lowest = describeLowestPrice(product)
  const size = small ? 'text-[0.75rem] leading-4' : 'text-sm'
  return lowest && <span className={classNames('block font-medium text-night', size, className)}>{lowest}</span>
}
