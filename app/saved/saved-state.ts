import { useSyncExternalStore } from 'react'
import { onStoredElsewhere, readStored, writeStored } from '#app/browser-storage.ts'

const KEY = 'saved_products'
const listeners = new Set<() => void>()

/** Whether a product is among the saved ones. The list itself is read by lazily loaded parts alone. */
export function useIsSaved(id: string): boolean {
  return useSyncExternalStore(
    subscribeToSaved,
    () => readStored(KEY)?.includes(`"id":"${id}"`) ?? false,
    () => false,
  )
}

/** How many products are saved. */
export function useSavedCount(): number {
  return useSyncExternalStore(
    subscribeToSaved,
    () => readStored(KEY)?.split('"id":"').slice(1).length ?? 0,
    () => 0,
  )
}

export function subscribeToSaved(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onStoredElsewhere(KEY, listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/** Stores the list, for this tab and the others; whether the browser took it. */
export function writeSaved(list: string): boolean {
  const isStored = writeStored(KEY, list)
  for (const listener of listeners) listener()
  return isStored
}
