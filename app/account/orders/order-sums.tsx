import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { Grosze } from '#domain/kernel/money.ts'

type OrderSumsProps = {
  itemsGrosze: Grosze
  shippingGrosze: Grosze
  totalGrosze: Grosze
  /** The name of the last line. */
  totalTerm?: string
  /** What was refunded, or is being refunded. */
  refundedGrosze?: Grosze
  className?: string
}

/** Products, delivery and the sum of a checkout. */
export function OrderSums({
  itemsGrosze,
  shippingGrosze,
  totalGrosze,
  totalTerm = 'Razem',
  refundedGrosze = 0,
  className,
}: OrderSumsProps) {
  return (
    <dl className={classNames('grid gap-1 border-t border-night/10 text-sm', className)}>
      <Sum term="Produkty" grosze={itemsGrosze} />
      <Sum term="Dostawa" grosze={shippingGrosze} />
      <Sum term={totalTerm} grosze={totalGrosze} strong />
      {refundedGrosze > 0 && <Sum term="Zwrócono" grosze={-refundedGrosze} />}
    </dl>
  )
}

function Sum({ term, grosze, strong = false }: { term: string; grosze: Grosze; strong?: boolean }) {
  return (
    <div className={classNames('flex items-baseline justify-between gap-6', strong && 'text-base font-semibold')}>
      <dt>{term}</dt>
      <dd>
        <Price grosze={grosze} />
      </dd>
    </div>
  )
}
