import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#app/browser-storage.ts'
import { toast } from '#app/ui/toast.ts'
import { type CardProduct, nameAmongSizes } from '#domain/catalog/product.ts'
import { parseSnapshots, serializeSnapshots } from './product-snapshots.ts'
import { subscribeToSaved } from './saved-state.ts'

/** As many as the shop answers for in one call. */
const MOST_SAVED = 50

/** Kind of the toasts about the list: each replaces the one before. */
const CHANGE = 'saved-products'

/** The saved products, newest first, in step with other tabs. */
export function useSavedProducts(): readonly CardProduct[] {
  return useSyncExternalStore(subscribeToSaved, readSaved, () => EMPTY)
}

/**
 * Saves a product in front of the others, or removes it. A toast says so and offers the way back.
 * @param showSaved opens the list
 */
export function toggle(product: CardProduct, showSaved: () => void): void {
  const saved = readSaved()
  const isSaved = saved.some(({ id }) => id === product.id)
  if (!isSaved && saved.length >= MOST_SAVED) {
    const description = `Na liście mieści się ${MOST_SAVED} produktów. Usuń z niej któryś, aby dodać ten.`
    toast({ title: 'Lista ulubionych jest pełna', description, tone: 'error' })
    return
  }
  const without = saved.filter(({ id }) => id !== product.id)
  const isStored = writeSaved(isSaved ? without : [product, ...without])
  const name = nameAmongSizes(product)
  if (isSaved) {
    const action = { label: 'Cofnij', onClick: () => void writeSaved(saved) }
    toast({ title: 'Usunięto z ulubionych', description: name, kind: CHANGE, action })
  } else {
    const description = isStored
      ? name
      : `${name}. Przeglądarka nie pozwala zapisać listy: zniknie po zamknięciu strony.`
    const action = { label: 'Zobacz', onClick: showSaved }
    toast({ title: 'Dodano do ulubionych', description, kind: CHANGE, action })
  }
}

/** @returns whether the browser stored the list */
function writeSaved(products: readonly CardProduct[]): boolean {
  return writeStored('saved_products', serializeSnapshots(products))
}

const EMPTY: readonly CardProduct[] = []

let known: { raw: string | null; products: readonly CardProduct[] } = { raw: null, products: EMPTY }

function readSaved(): readonly CardProduct[] {
  const raw = readStored('saved_products')
  if (raw !== known.raw) known = { raw, products: parseSnapshots(raw) }
  return known.products
}
