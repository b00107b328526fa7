import { PackageCheck, RotateCcw, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { Product } from '#domain/catalog/product.ts'
import { formatGrosze, type Grosze } from '#domain/money.ts'
import { stockText } from './product-texts.ts'

type ProductFactsProps = {
  product: Pick<Product, 'current_price_cents' | 'out_of_stock' | 'pieces_left'>
  /** Cheapest delivery in grosze; null while unknown. */
  delivery: Grosze | null
}

/** Price and what a buyer weighs with it: stock, delivery, return. */
export function ProductFacts({ product, delivery }: ProductFactsProps) {
  return (
    <div className="space-y-4">
      <p>
        <Price grosze={product.current_price_cents} className="text-2xl font-semibold" />
        <span className="ml-2 text-xs text-night/80">z VAT</span>
      </p>
      <ul className="space-y-2 text-sm">
        <Fact
          icon={<PackageCheck />}
          className={product.out_of_stock ? 'font-semibold text-wine' : 'font-semibold text-leaf'}
        >
          {stockText(product)}
        </Fact>
        {delivery !== null && <Fact icon={<Truck />}>Dostawa od {formatGrosze(delivery)}</Fact>}
        <Fact icon={<RotateCcw />}>14 dni na zwrot bez podawania przyczyny</Fact>
      </ul>
    </div>
  )
}

function Fact({ icon, className, children }: { icon: ReactNode; className?: string; children: ReactNode }) {
  return (
    <li className={classNames('flex items-center gap-3', className)}>
      <span aria-hidden="true" className="shrink-0 [&>svg]:size-5 [&>svg]:stroke-[1.6]">
        {icon}
      </span>
      <span>{children}</span>
    </li>
  )
}
