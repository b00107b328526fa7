import { Button } from '#app/ui/button.tsx'
import { formatGrosze } from '#domain/money.ts'
import type { Totals } from './order-summary.tsx'

type OrderButtonProps = { totals: Totals; busy: boolean; onOrder: () => void }

/** Always in view: what is to be paid, and the button whose words make it a duty (0-decisions, Buying). */
export function OrderButton({ totals, busy, onOrder }: OrderButtonProps) {
  const { itemsGrosze, shippingGrosze, surchargeGrosze, totalGrosze } = totals
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
      <p className="text-xs text-oud">
        {formatGrosze(itemsGrosze)}{' '}
        {shippingGrosze === null ? '+ dostawa, którą wybierzesz' : `+ ${formatGrosze(shippingGrosze)} dostawa`}
        {surchargeGrosze > 0 && ` (w tym pobranie ${formatGrosze(surchargeGrosze)})`}
      </p>
      <Button size="lg" busy={busy} onClick={onOrder} className="w-full flex-wrap gap-y-0 leading-tight sm:w-auto">
        <span>Zamawiam z obowiązkiem zapłaty</span>
        {shippingGrosze !== null && <span className="price">{formatGrosze(totalGrosze)}</span>}
      </Button>
    </div>
  )
}
