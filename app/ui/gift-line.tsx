import { labelGift, type OrderGift } from '#domain/gifts/gift.ts'
import { classNames } from './class-names.ts'
import { Price } from './price.tsx'

/** The free gift of an order, after its products: a line of 0,00 zł. */
export function GiftLine({ gift, className }: { gift: OrderGift; className?: string }) {
  return (
    <li className={classNames('flex justify-between gap-6 text-sm', className)}>
      <span className="wrap-anywhere">{labelGift(gift)}</span>
      <span className="shrink-0">
        {`${gift.pieces} × `}
        <Price grosze={0} />
      </span>
    </li>
  )
}
