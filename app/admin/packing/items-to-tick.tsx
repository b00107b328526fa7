import { useState } from 'react'
import { readStoredObject, writeStored } from '#app/browser-storage.ts'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { labelBatches } from '#domain/batches/batch.ts'
import { describeOrdered, nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'
import type { ParcelItem } from '#domain/shipping/admin/admin-parcel.ts'

/** A product with more pieces than this has one tick for all of them. */
const MOST_TICKS = 4

/** The ticks of a product, one for each piece. */
export function listTicks({ product_id, quantity }: Pick<ParcelItem, 'product_id' | 'quantity'>): string[] {
  const count = quantity > MOST_TICKS ? 1 : quantity
  return Array.from({ length: count }, (_, index) => (index === 0 ? product_id : `${product_id}#${index + 1}`))
}

/** The ticked pieces of a parcel, stored in this tab until it is closed. */
export function useTicks(checkoutId: string): [ReadonlySet<string>, (key: string) => void] {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => readTicks(checkoutId))
  return [
    ticked,
    (key) => {
      const next = new Set(ticked)
      if (!next.delete(key)) next.add(key)
      setTicked(next)
      writeStored('packing_ticks', JSON.stringify({ ...readStoredObject('packing_ticks'), [checkoutId]: [...next] }))
    },
  ]
}

function readTicks(checkoutId: string): ReadonlySet<string> {
  const stored = readStoredObject('packing_ticks')?.[checkoutId]
  return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [])
}

const describeNoted = ({ batches }: ParcelItem) => labelBatches(batches) ?? 'Wpisz partię'

type ItemsToTickProps = {
  items: readonly ParcelItem[]
  ticked: ReadonlySet<string>
  onTick: (key: string) => void
  /** The packer reads code and batch from the bottle. */
  onRead: (item: ParcelItem) => void
}

/** The items of a parcel, each piece with its tick. */
export function ItemsToTick({ items, ticked, onTick, onRead }: ItemsToTickProps) {
  return (
    <ul className="divide-y divide-night/10 border-y border-night/10">
      {items.map((item) => (
        <li key={item.product_id}>
          <div
            className={classNames(
              'flex items-center gap-3 px-4 py-2',
              listTicks(item).every((key) => ticked.has(key)) && 'bg-sage/40',
            )}
          >
            <ProductPicture imageKey={item.image_key} alt="" sizes="64px" className="w-16 shrink-0 rounded-lg" />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="font-semibold tabular-nums">{item.quantity} ×</span> {item.product_name}
              <span className="block text-sm text-oud">{describeOrdered(item)}</span>
              <button
                type="button"
                onClick={() => onRead(item)}
                aria-label={`${describeNoted(item)}: ${nameOrderedSize(item)}`}
                className="-mb-1 inline-flex min-h-11 items-center text-sm underline underline-offset-4"
              >
                {describeNoted(item)}
              </button>
            </span>
            {listTicks(item).map((key, index, { length }) => (
              <label key={key} className="grid size-11 shrink-0 place-items-center">
                <input
                  type="checkbox"
                  aria-label={
                    length === 1 ? nameOrderedSize(item) : `${nameOrderedSize(item)}, sztuka ${index + 1} z ${length}`
                  }
                  className="size-7 accent-leaf"
                  checked={ticked.has(key)}
                  onChange={() => onTick(key)}
                />
              </label>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
