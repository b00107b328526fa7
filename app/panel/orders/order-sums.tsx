import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { type CheckoutSums, listSums } from '#domain/orders/order-sums.ts'

type OrderSumsProps = {
  of: CheckoutSums
  /** The label of the last line. */
  totalTerm?: string
  className?: string
}

/** Products, discount, delivery and the sum of a checkout, and what went back of it. */
export function OrderSumLines({ of: sums, totalTerm, className }: OrderSumsProps) {
  const { refunded_grosze: refundedGrosze, unmade_refund_grosze: unmadeRefundGrosze } = sums
  return (
    <div className={classNames('border-t border-night/10 text-sm', className)}>
      <dl className="grid gap-1">
        {listSums(sums, totalTerm).map((line) => (
          <Sum key={line.label} {...line} />
        ))}
        {refundedGrosze > 0 && <Sum label="Zwrócono" grosze={-refundedGrosze} />}
      </dl>
      {unmadeRefundGrosze > 0 && (
        <p className="mt-2 rounded-lg bg-wine-tint px-3 py-2 text-wine">
          Zwrot <Price grosze={unmadeRefundGrosze} /> nie doszedł: bank go nie przyjął. Oddamy te pieniądze jeszcze raz.
        </p>
      )}
    </div>
  )
}

function Sum({ label, grosze, strong = false }: { label: string; grosze: Grosze; strong?: boolean }) {
  return (
    <div className={classNames('flex items-baseline justify-between gap-6', strong && 'text-base font-semibold')}>
      <dt>{label}</dt>
      <dd>
        <Price grosze={grosze} />
      </dd>
    </div>
  )
}
