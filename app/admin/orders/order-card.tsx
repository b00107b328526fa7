import { type ReactNode, useId } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import { labelGift, type OrderGift } from '#domain/gifts/gift.ts'

/** A part of the page of an order: a white card with its heading, and what can be done there at its right end. */
export function OrderCard({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-2xl border border-night/10 bg-white px-4 py-4 text-sm sm:px-5">
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

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
