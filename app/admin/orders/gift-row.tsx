import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import { labelGift, type OrderGift } from '#domain/gifts/gift.ts'

/** The free gift of an order, after its products: a line of 0,00 zł. */
export function GiftRow({ gift, className }: { gift: OrderGift; className?: string }) {
  return (
    <li className={classNames('flex justify-between gap-4', className)}>
      <span className="min-w-0 wrap-anywhere">{labelGift(gift)}</span>
      <span className="shrink-0 tabular-nums">
        {gift.pieces} × <Price grosze={0} />
      </span>
    </li>
  )
}
