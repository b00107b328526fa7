import { useState } from 'react'
import { readStoredObject, writeStored } from '#app/browser-storage.ts'

/** A product with more pieces than this has one tick for all of them. */
const MOST_TICKS = 4

/** The ticks of a product, one for each piece. */
export function listTicks({ product_id, quantity }: { product_id: string; quantity: number }): string[] {
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
