import { labelGift, type OrderGift } from '#domain/gifts/gift.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import { describeOrdered } from '#domain/kernel/order-names.ts'
import { classNames } from './class-names.ts'
import { Price } from './price.tsx'

const LINE = 'flex justify-between gap-6 text-sm'

type OrderedLineProps = {
  item: { product_name: string; brand_name: string; facts: string; quantity: number; unit_price_grosze: Grosze }
  /** Said below the name. */
  note?: string | undefined
  className?: string
}

/** A product of an order: its name, brand and size, and how many at what price. */
export function OrderedLine({ item, note, className }: OrderedLineProps) {
  return (
    <li className={classNames(LINE, className)}>
      <span className="min-w-0 wrap-anywhere">
        <span>{item.product_name}</span> <span className="text-oud">{`· ${describeOrdered(item)}`}</span>
        {note && <span className="block text-xs">{note}</span>}
      </span>
      <span className="shrink-0 text-right tabular-nums">
        {`${item.quantity} × `}
        <Price grosze={item.unit_price_grosze} />
      </span>
    </li>
  )
}

/** The free gift of an order, after its products: a line of 0,00 zł. */
export function GiftLine({ gift, className }: { gift: OrderGift; className?: string }) {
  return <SampleLine label={labelGift(gift)} pieces={gift.pieces} className={className} />
}

type SampleLineProps = { label: string; pieces?: number; className?: string }

/** A sample that comes free with its bottle. */
export function SampleLine({ label, pieces = 1, className }: SampleLineProps) {
  return (
    <li className={classNames(LINE, className)}>
      <span className="wrap-anywhere">{label}</span>
      <span className="shrink-0">
        {`${pieces} × `}
        <Price grosze={0} />
      </span>
    </li>
  )
}
