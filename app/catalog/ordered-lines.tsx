import type { ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { ProductKind } from '#domain/catalog/scents/product-kinds.ts'
import { labelGift, type OrderGift } from '#domain/gifts/gift.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { describeOrdered } from '#domain/kernel/order-words/order-names.ts'
import { GiftThumb, ProductThumb } from './product-thumb.tsx'

type OrderedItem = {
  product_name: string
  brand_name: string
  facts: string
  quantity: number
  unit_price_grosze: Grosze
}

type OrderedLineProps = {
  item: OrderedItem
  /** Said below the name. */
  note?: string | undefined
  className?: string
}

/** A product of an order in the admin's dense lists: its name, brand and size, and how many at what price. */
export function OrderedLine({ item, note, className }: OrderedLineProps) {
  return (
    <Line pieces={item.quantity} grosze={item.unit_price_grosze} className={className}>
      <span>{item.product_name}</span> <span className="text-oud">{`· ${describeOrdered(item)}`}</span>
      {note && <span className="block text-xs">{note}</span>}
    </Line>
  )
}

type PicturedLineProps = OrderedLineProps & {
  item: OrderedItem & { image_key: string | null; kind: ProductKind; batch_note?: string | undefined }
}

/** A product of an order as its buyer sees it: picture, name, and its facts on a line of their own. */
export function PicturedLine({ item, note, className }: PicturedLineProps) {
  return (
    <Line
      pieces={item.quantity}
      grosze={item.unit_price_grosze}
      className={className}
      thumb={<ProductThumb imageKey={item.image_key} kind={item.kind} />}
    >
      <span className="block font-display text-lg leading-snug">{item.product_name}</span>
      <span className="block text-oud">{describeOrdered(item)}</span>
      {item.batch_note && <span className="block text-xs">{item.batch_note}</span>}
      {note && <span className="block text-xs">{note}</span>}
    </Line>
  )
}

type GiftLineProps = { gift: OrderGift; pictured?: boolean; className?: string }

/** The free gift of an order, after its products: a line of 0,00 zł. */
export function GiftLine({ gift, ...more }: GiftLineProps) {
  return <SampleLine label={labelGift(gift)} pieces={gift.pieces} {...more} />
}

type SampleLineProps = { label: string; pieces?: number; pictured?: boolean; className?: string }

/** A sample that comes free with its bottle. `pictured`: among lines with pictures. */
export function SampleLine({ label, pieces = 1, pictured = false, className }: SampleLineProps) {
  return (
    <Line pieces={pieces} grosze={0} className={className} thumb={pictured && <GiftThumb />}>
      {label}
    </Line>
  )
}

type LineProps = { pieces: number; grosze: Grosze; className?: string; thumb?: ReactNode; children: ReactNode }

function Line({ pieces, grosze, className, thumb, children }: LineProps) {
  return (
    <li className={classNames('flex gap-4 text-sm', !!thumb && 'items-center', className)}>
      {thumb}
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      <span className="shrink-0 pl-2 text-right tabular-nums">
        {`${pieces} × `}
        <Price grosze={grosze} />
      </span>
    </li>
  )
}
