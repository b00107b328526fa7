import { useSyncExternalStore } from 'react'
import { onStored, readStored } from '#app/browser-storage.ts'

export const subscribeToSaved = (listener: () => void) => onStored('saved_products', listener)

/** Whether a product is saved. Searches the stored text: only parts that are loaded later parse the list. */
export function useIsSaved(id: string): boolean {
  return useSyncExternalStore(
    subscribeToSaved,
    () => readStored('saved_products')?.includes(`"id":"${id}"`) ?? false,
    () => false,
  )
}

/** How many products are saved. */
export function useSavedCount(): number {
  return useSyncExternalStore(
    subscribeToSaved,
    () => (readStored('saved_products')?.split('"id":"').length ?? 1) - 1,
    () => 0,
  )
}
