import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import { labelDiscount, type OrderDiscount } from '#domain/codes/code.ts'
import type { Grosze } from '#domain/kernel/money.ts'

type OrderSumsProps = {
  /** What the products cost, less the discount. */
  itemsGrosze: Grosze
  discount: OrderDiscount | null
  shippingGrosze: Grosze
  totalGrosze: Grosze
  /** The label of the last line. */
  totalTerm?: string
  /** What was refunded, or is being refunded. */
  refundedGrosze?: Grosze
  /** Refunds that a bank did not accept, and that are made again. */
  unmadeRefundGrosze?: Grosze
  className?: string
}

/** Products, discount, delivery and the sum of a checkout. */
export function OrderSumLines({
  itemsGrosze,
  discount,
  shippingGrosze,
  totalGrosze,
  totalTerm = 'Razem',
  refundedGrosze = 0,
  unmadeRefundGrosze = 0,
  className,
}: OrderSumsProps) {
  return (
    <div className={classNames('border-t border-night/10 text-sm', className)}>
      <dl className="grid gap-1">
        <Sum term="Produkty" grosze={itemsGrosze + (discount?.grosze ?? 0)} />
        {discount && <Sum term={labelDiscount(discount)} grosze={-discount.grosze} />}
        <Sum term="Dostawa" grosze={shippingGrosze} />
        <Sum term={totalTerm} grosze={totalGrosze} strong />
        {refundedGrosze > 0 && <Sum term="Zwrócono" grosze={-refundedGrosze} />}
      </dl>
      {unmadeRefundGrosze > 0 && (
        <p className="mt-2 rounded-lg bg-wine-tint px-3 py-2 text-wine">
          Zwrot <Price grosze={unmadeRefundGrosze} /> nie doszedł: bank go nie przyjął. Oddamy te pieniądze jeszcze raz.
        </p>
      )}
    </div>
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
