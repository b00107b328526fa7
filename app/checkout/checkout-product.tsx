import { GiftLine, SampleLine } from '#app/catalog/ordered-lines.tsx'
import { LowestPrice } from '#app/catalog/product-price.tsx'
import { ProductThumb } from '#app/catalog/product-thumb.tsx'
import { Price } from '#app/ui/price.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import { type CardProduct, describeFacts } from '#domain/catalog/product.ts'
import type { OrderGift } from '#domain/gifts/gift.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { describeOrdered } from '#domain/kernel/order-words/order-names.ts'

type ProductLineProps = {
  product: CardProduct
  price: Grosze
  quantity: number
  gift: OrderGift | null
  max?: number
  /** Absent while the order is being sent. */
  onQuantity?: (quantity: number) => void
}

/** The ordered product, its quantity and its free gift. */
export function ProductLine({ product, price, quantity, gift, max, onQuantity }: ProductLineProps) {
  return (
    <section aria-label="Zamawiany produkt" className="flex items-center gap-4 rounded-xl bg-sand/60 p-3">
      <ProductThumb imageKey={product.image_key} kind={product.kind} className="w-16" />
      <div className="min-w-0 flex-1">
        {/* The name is the title of the dialog. */}
        <p className="text-xs text-oud">
          {describeOrdered({ brand_name: product.brand.name, facts: describeFacts(product) })}
        </p>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
          <QuantityStepper
            name={product.name}
            quantity={quantity}
            max={max}
            disabled={!onQuantity}
            onChange={(next) => onQuantity?.(next)}
          />
          <Price grosze={price * quantity} className="font-semibold" />
        </div>
        {price === product.current_price_cents && <LowestPrice product={product} className="mt-1 text-right" />}
        {(gift || product.sample_gift) && (
          <ul className="mt-2 border-t border-night/15 pt-2">
            {gift && <GiftLine gift={gift} />}
            {product.sample_gift && <SampleLine label={product.sample_gift.label} />}
          </ul>
        )}
      </div>
    </section>
  )
}
